import { GUARDS, type Guards, listed } from '../../../lib/hosts/guards/all.ts';

/** The rules that keep a host safe, without those that an exploration leaves out. */
export interface Rules {
  guards: Guards;
  /** Whether a patch carries its resourceVersion and fails if that is stale. */
  versions: boolean;
  /** Whether the pause comes before the patches. */
  pauseFirst: boolean;
}

export const RULES: Rules = { guards: GUARDS, versions: true, pauseFirst: true };

/** The two rules that are not guards. */
const OTHERS: Record<string, Rules> = {
  'resource-version': { ...RULES, versions: false },
  'pause-first': { ...RULES, pauseFirst: false },
};

/** The names of all rules: the guards other than warnings, `resource-version` and `pause-first`. */
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
