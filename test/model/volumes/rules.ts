import { GUARDS, type Guards, listed } from '../../../lib/volumes/guards/all.ts';

/** The rules that keep volumes safe, without those that an exploration leaves out. */
export interface Rules {
  guards: Guards;
  /** Whether a write carries its resourceVersion and fails if that is stale. */
  versions: boolean;
}

export const RULES: Rules = { guards: GUARDS, versions: true };

const VERSIONS = 'resource-version';

/** The names of all rules: the guards other than warnings, and `resource-version`. */
export const RULE_NAMES = [
  ...new Set(listed().flatMap(({ kind, name }) => (kind === 'warning' ? [] : [name]))),
  VERSIONS,
];

/** The rules without the one of this name, which is one of `RULE_NAMES`. */
export function without(name: string): Rules {
  if (name === VERSIONS) return { ...RULES, versions: false };
  const left = Object.entries(GUARDS).map(([list, guards]) => [
    list,
    guards.filter((guard: { name: string }) => guard.name !== name),
  ]);
  return { ...RULES, guards: Object.fromEntries(left) as Guards };
}
