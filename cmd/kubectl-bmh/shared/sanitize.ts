import { masked } from '../../../lib/words/masked.ts';
import { printable } from '../../../lib/words/text.ts';
import type { Plugin } from '../../shared/render.ts';

/** Text from the cluster, safe to print: no control characters, and no credentials in addresses. */
export const sanitize = (text: string): string => printable(masked(text));

/** A copy of data with the credentials in addresses masked. */
export const maskedIn = (value: unknown): unknown => JSON.parse(masked(JSON.stringify(value)));

/** How this plugin shows results: no control characters, and no credentials inside addresses. */
export const BMH: Plugin = { apiVersion: 'bmh.kubectl/v1', text: sanitize, data: maskedIn };
