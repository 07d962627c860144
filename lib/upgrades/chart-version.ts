import type { Version } from '../versions/version.ts';

/** The chart of the building block, by the name in its labels. */
export const CHART = 'kube-prometheus-stack';

/** A version of the chart. Pre-releases count as the version that they lead to. */
export interface ChartVersion {
  major: number;
  minor: number;
  patch: number;
  /** As it is shown: `88.5.3`. */
  text: string;
}

/** `88.5.3`, `v88.5.3`, `88.5.3-rc.1`; undefined if a text is no version of a chart. */
export function parseChartVersion(text: string): ChartVersion | undefined {
  const [whole, major, minor, patch] =
    /^v?(\d{1,4})\.(\d{1,4})\.(\d{1,4})(?:[-+][\w.+-]{1,64})?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return {
    major: Number(major),
    minor: Number(minor),
    patch: Number(patch),
    text: whole.replace(/^v/, ''),
  };
}

/** Negative if the first is older, 0 if they are equal. */
export const compareCharts = (one: ChartVersion, other: ChartVersion): number =>
  one.major - other.major || one.minor - other.minor || one.patch - other.patch;

/** Whether a change from one version to another brings what comes with a third. */
export const goesOver = (
  { from, to }: { from: ChartVersion; to: ChartVersion },
  since: ChartVersion,
): boolean => compareCharts(from, since) < 0 && compareCharts(since, to) <= 0;

/** Whether a change goes to an older chart. */
export const isDowngrade = ({ from, to }: { from: ChartVersion | undefined; to: ChartVersion }): boolean =>
  from !== undefined && compareCharts(from, to) > 0;

/** A version in the data of this subject. @throws {Error} if it is misspelled there. */
export function chartVersion(text: string): ChartVersion {
  const version = parseChartVersion(text);
  if (!version) throw new Error(`${text} is no version of a chart`);
  return version;
}

/** `1.25`. */
export const versionOf = ([major, minor]: Version): string => `${major}.${minor}`;
