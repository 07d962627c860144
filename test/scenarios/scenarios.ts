import { brokenScenario } from './broken.ts';
import { defaultScenario } from './default.ts';
import { fleetScenario } from './fleet.ts';
import { guardsScenario } from './guards.ts';
import { type MonitoringScenario, monitoringScenario } from './monitoring.ts';
import type { Scenario } from './scenario.ts';

/** The named scenarios of hosts; each call makes new objects. */
export const scenarios: Record<string, () => Scenario> = {
  default: defaultScenario,
  guards: guardsScenario,
  fleet: fleetScenario,
  broken: () => brokenScenario(),
};

/** The scenarios of the monitoring building block that have a name. */
export const monitoringScenarios: Record<string, () => MonitoringScenario> = {
  monitoring: monitoringScenario,
};

export const scenarioNames: readonly string[] = [
  ...Object.keys(scenarios),
  ...Object.keys(monitoringScenarios),
];
