import { lastPathPart } from '../hosts/image.ts';
import { masked } from '../words/masked.ts';
import { hostNameOf, urlOf } from './address.ts';

/** What findings are grouped by: where a value points to, or the name of an image that has a wrong one. */
export const addressOf = ({ rule, value }: { rule: string; value: string }): string =>
  masked((rule === 'image-name' ? lastPathPart(value) : (urlOf(value)?.host ?? hostNameOf(value))) ?? value);
