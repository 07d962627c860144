import { isBefore, parseVersion } from '../versions/version.ts';

/**
 * Whether a version of Alertmanager is older than 0.27, the first without API v1 and the first that takes any name of a label; undefined
 * if that is not known.
 */
export function isBefore27(version: string | undefined): boolean | undefined {
  const parsed = version === undefined ? undefined : parseVersion(version);
  return parsed && isBefore(parsed, [0, 27]);
}
