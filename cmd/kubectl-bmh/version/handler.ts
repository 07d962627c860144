import { showVersions } from '../../show-versions.ts';

/** `kubectl bmh version`. */
export const version = showVersions(async () => (await import('./read.ts')).readInstalls);
