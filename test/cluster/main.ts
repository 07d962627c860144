/** The real control plane as a program: `npm run --silent cluster -- --kubeconfig FILE [--scenario NAME]`. */
import { parseArgs } from 'node:util';
import { monitoringScenarios } from '../scenarios/scenarios.ts';
import { serve, understood } from '../support/serve.ts';
import { findControllersOrExit, findOrExit } from './find-or-exit.ts';
import { startCluster } from './server.ts';

const argv = process.argv.slice(2);
if (!understood(argv)) process.exit();
const { scenario } = parseArgs({
  args: argv,
  strict: false,
  options: { scenario: { type: 'string' } },
}).values;
const binaries = await findOrExit();
// Here a build tells how long it takes, and a signal ends it.
if (Object.hasOwn(monitoringScenarios, String(scenario))) await findControllersOrExit();
process.stderr.write(`kubectl: ${binaries.kubectl}\n`);
await serve(() => startCluster({ binaries }), argv);
