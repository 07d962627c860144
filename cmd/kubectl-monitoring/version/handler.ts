import { showVersions } from '../../show-versions.ts';

/** `kubectl monitoring version`. */
export const version = showVersions(async () => (await import('./read.ts')).readInstalls);
