import { explaining } from '../../explain-guards.ts';
import { explained } from './guards.ts';

/** `kubectl bmh explain guards [NAME]`. */
export const explain = explaining(explained);
