import { printable } from '../../../lib/words/text.ts';
import type { Plugin } from '../../shared/render.ts';

/** Text from a cluster is printed without control characters; data stays as it is, since JSON escapes it. */
export const MONITORING: Plugin = {
  apiVersion: 'monitoring.kubectl/v1',
  text: printable,
  data: (value) => value,
};
