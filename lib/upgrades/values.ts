import { SECTIONS } from '../values/keys.ts';
import type { Path } from '../values/layers.ts';
import type { UpgradeFacts } from './facts.ts';

/** What values set at a path, in the chart's names with dots between them; undefined if it is not set, or not known. */
export const valuesSetting = (facts: UpgradeFacts, path: string): unknown =>
  settingsOf(facts, path).at(0)?.value;

/** A value that is set, and where. */
interface Setting {
  value: unknown;
  /** `values.yaml:12: grafana.adminPassword`. */
  place: string;
}

/** The values at a path, below every root, in the names of the chart and of the platform. */
export function settingsOf({ values }: UpgradeFacts, path: string): Setting[] {
  if (!values) return [];
  return values.roots.flatMap((root) =>
    spellingsOf(path.split('.')).flatMap((spelled) => {
      const full = [...root, ...spelled];
      const value = values.at(full);
      return value === undefined || value === null ? [] : [{ value, place: values.placeOf(full) }];
    }),
  );
}

/** Where values at paths are set that are affected. */
export const placesWhere = (
  facts: UpgradeFacts,
  paths: readonly string[],
  isAffected: (value: unknown) => boolean,
): string[] =>
  paths.flatMap((path) =>
    settingsOf(facts, path).flatMap(({ value, place }) => (isAffected(value) ? [place] : [])),
  );

/** A path in the names of the chart, and in those of the platform (§2.4). */
function spellingsOf([section = '', ...rest]: Path): Path[] {
  const names = Object.values(SECTIONS).find(({ sections }) => sections.includes(section));
  if (!names) return [[section, ...rest]];
  const [spec = '', ...below] = rest;
  const isSpec = names.specs?.includes(spec) ?? false;
  return names.sections.flatMap((one) =>
    isSpec ? (names.specs ?? []).map((other) => [one, other, ...below]) : [[one, ...rest]],
  );
}
