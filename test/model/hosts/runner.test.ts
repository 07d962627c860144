import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '../../../lib/hosts/action.ts';
import { type Observed, withObject } from '../../../lib/hosts/observed.ts';
import { hostProcedure } from '../../../lib/hosts/procedure.ts';
import { run } from '../../../lib/procedure/procedure.ts';
import { explore } from '../explore.ts';
import { OFF } from '../state.ts';
import { type Command, planOf } from './command.ts';
import { type HostId, hostOf, idOf } from './host.ts';
import { type Change, gitOps, person } from './others.ts';
import { RULES } from './rules.ts';
import { runnersOf } from './run.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import { partsOf } from './state.ts';
import { systemOf, WIPED_BY_US } from './system.ts';

/** Another writer changes the host just before the patch with this number, from 0. */
interface Interference {
  patch: number;
  write(host: HostId): Change | undefined;
}

const INTERFERENCES: Interference[] = [0, 1, 2, 3].flatMap((patch) => [
  { patch, write: (host: HostId) => gitOps(host).at(0) },
  { patch, write: (host: HostId) => person(host).find(({ what }) => what === 'removes the pause') },
]);
const NONE: Interference = { patch: -1, write: () => undefined };

const runnerOf = runnersOf(RULES);

/** The host after the model's run. */
function modelled(command: Command, start: HostId, { patch, write }: Interference): HostId {
  const runner = runnerOf(command);
  let [host, run, patches] = [start, OFF, 0];
  for (;;) {
    const next = runner.effects(run, host).find(({ kind }) => kind !== 'misfortune');
    if (!next) return host;
    const change = next.kind === 'request' && patches === patch ? write(host) : undefined;
    if (next.kind === 'request') patches += 1;
    run = change ? runner.overtaken(run, host) : next.run;
    host = change ? change.host : next.host;
    if (run === OFF) return host;
  }
}

/** The host after a run of the real runner, on a server that only checks versions. */
async function carriedOut(command: Command, start: HostId, { patch, write }: Interference): Promise<HostId> {
  const plan = planOf(command, hostOf(start), RULES);
  if (!plan) return start;
  const conflict = new Error('409');
  const server = { host: start, version: 0 };
  let read = 0;
  let patches = 0;
  const answer = (observed: Observed): Observed => withObject(observed, hostOf(server.host).object);
  await run(hostProcedure(plan), hostOf(start), {
    async perform(action, observed) {
      if (action.kind !== 'patch') return fold(action, observed);
      const change = patches === patch ? write(server.host) : undefined;
      patches += 1;
      if (change) Object.assign(server, { host: change.host, version: server.version + 1 });
      if (read !== server.version) throw conflict;
      server.host = idOf(fold(action, observed).object);
      return answer(observed);
    },
    async observe(observed) {
      read = server.version;
      return answer(observed);
    },
    isStale: (error) => error === conflict,
    isRefused: () => false,
    started() {},
    done() {},
  });
  return server.host;
}

const alone = (name: string): Scenario => {
  const found = SCENARIOS.find((scenario) => scenario.name.startsWith(`${name}: repair + undo`));
  assert.ok(found);
  return { ...found, commands: found.commands.slice(0, 2) };
};

for (const name of ['documented', 'safe'])
  test(`${name}: the runner of lib leaves every host in the same state as the model's run, undisturbed and disturbed`, async () => {
    const scenario = alone(name);
    const { states } = explore(systemOf(scenario, runnerOf), WIPED_BY_US);
    const hosts = new Set(states.map((state) => partsOf(state, scenario.commands.length).host));
    for (const host of hosts)
      for (const command of scenario.commands)
        for (const interference of [NONE, ...INTERFERENCES])
          assert.equal(
            await carriedOut(command, host, interference),
            modelled(command, host, interference),
            `${command.name} on ${JSON.stringify(hostOf(host).object)}, disturbed before patch ${interference.patch}`,
          );
  });
