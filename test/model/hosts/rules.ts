import { GUARDS, type Guards, listed } from '../../../lib/hosts/guards/all.ts';

/** What keeps a host safe, less what an exploration leaves out. */
export interface Rules {
  guards: Guards;
  /** Whether a patch carries the version that it was decided on, and fails where that is out of date. */
  versions: boolean;
  /** Whether the pause comes before the patches. */
  pauseFirst: boolean;
}

export const RULES: Rules = { guards: GUARDS, versions: true, pauseFirst: true };

/** Two that are no guards, and keep hosts as safe. */
const OTHERS: Record<string, Rules> = {
  'resource-version': { ...RULES, versions: false },
  'pause-first': { ...RULES, pauseFirst: false },
};

/** Every name that can be left out: those of the guards that stop anything, `resource-version` and `pause-first`. */
export const RULE_NAMES = [
  ...new Set(listed().flatMap(({ kind, name }) => (kind === 'warning' ? [] : [name]))),
  ...Object.keys(OTHERS),
];

/** The rules without the one of this name, which is one of `RULE_NAMES`. */
export function without(name: string): Rules {
  const left = Object.entries(GUARDS).map(([list, guards]) => [
    list,
    guards.filter((guard: { name: string }) => guard.name !== name),
  ]);
  return OTHERS[name] ?? { ...RULES, guards: Object.fromEntries(left) as Guards };
}
