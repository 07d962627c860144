import { brokenScenario } from './broken.ts';
import { defaultScenario } from './default.ts';
import { guardsScenario } from './guards.ts';
import type { Scenario } from './scenario.ts';

/** The scenarios that have a name, each made anew. */
export const scenarios: Record<string, () => Scenario> = {
  default: defaultScenario,
  guards: guardsScenario,
  broken: () => brokenScenario(),
};
