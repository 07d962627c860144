import { printable } from '../../../lib/text.ts';
import type { Shown } from '../../render.ts';

/** How this plugin shows what comes from a cluster: without characters that steer a terminal; data as it is, escaped by JSON. */
export const SHOWN: Shown = { text: printable, data: (value) => value };
