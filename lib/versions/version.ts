/** Major and minor version of a Prometheus or an Alertmanager. */
export type Version = readonly [major: number, minor: number];

/** `2.41.0`, `v3.5.0`, `3.5` or `v3.6.0-rc.0`; undefined if a text is no version. */
export function parseVersion(text: string): Version | undefined {
  const [, major, minor] = /^v?(\d{1,4})\.(\d{1,4})(?:\.\d+)?(?:[-+][\w.+-]+)?$/.exec(text) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor)];
}

/** Whether a version is older than another. */
export const isBefore = ([major, minor]: Version, [otherMajor, otherMinor]: Version): boolean =>
  major < otherMajor || (major === otherMajor && minor < otherMinor);
