import { GUARDS, type Guards, listed } from '../../../lib/volumes/guards/all.ts';

/** What keeps volumes safe, less what an exploration leaves out. */
export interface Rules {
  guards: Guards;
  /** Whether a write carries the version that it was decided on, and fails where that is out of date. */
  versions: boolean;
}

export const RULES: Rules = { guards: GUARDS, versions: true };

const VERSIONS = 'resource-version';

/** Every name that can be left out: those of the guards that stop anything, and `resource-version`. */
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
