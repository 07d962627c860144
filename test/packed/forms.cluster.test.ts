import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { brokenHost, healthyHost, STANDARD, served } from '../scenarios/hosts.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import {
  environmentOf,
  type Form,
  forms,
  mayWriteServiceAccount,
  type Prepared,
} from '../support/kubeconfig-forms.ts';
import { runPacked } from '../support/packed.ts';
import type { TestServer } from '../support/server.ts';
import { servers } from '../support/servers.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { openTerminal } from './support/terminal.ts';

/** Forms that take different paths through the program: hosts are repaired with each of these, too. */
const REPAIRING = [
  'client certificate as data',
  'exec plugin that gives a token',
  'exec plugin that asks on the terminal',
  'in a pod',
  'proxy-url http',
  'proxy-url socks5',
  'HTTPS_PROXY on the way to a name that only the proxy knows',
];

const hostOf = (form: Form): string => `host-${forms.indexOf(form)}`;

const scenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [],
  hosts: [
    healthyHost('listed', 99),
    ...forms
      .filter(({ name }) => REPAIRING.includes(name))
      .map((form, index) => brokenHost(hostOf(form), index)),
  ],
  images: [served(STANDARD)],
  deadBmcs: [],
});

test('the forms used for repairs exist', () => {
  const names = forms.map(({ name }) => name);
  assert.deepEqual(
    REPAIRING.filter((name) => !names.includes(name)),
    [],
  );
});

for (const kind of servers())
  describe(`kubeconfig forms in the packed file, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let namespace: string;
    before(async () => {
      server = await kind.start();
      stage = await openStage(server, scenario());
      namespace = stage.namespace('metal3');
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    for (const form of forms) {
      const skip =
        form.needs === 'service account path' && !mayWriteServiceAccount && 'writes outside of its folder';
      test(form.name, { skip }, async (t) => {
        const run = await prepare(t, form);
        const listed = await run(['list', '-A']);
        assert.equal(listed.code, 0, listed.output);
        assert.match(listed.output, new RegExp(`^${namespace} +listed +(✔ )?healthy `, 'm'));
        if (!REPAIRING.includes(form.name)) return;
        const repaired = await run(['repair', hostOf(form), '-n', namespace, '--no-wait', '-y']);
        assert.equal(repaired.code, 0, repaired.output);
        assert.equal((await stage.host(namespace, hostOf(form))).spec.image.url, served(STANDARD));
      });
    }

    /** Prepares a form in a folder of its own; gives what runs a command in its environment. */
    async function prepare(t: TestContext, form: Form) {
      const folder = await mkdtemp(join(stage.folder, 'form-'));
      const prepared = await form.prepare(server, folder);
      t.after(() => prepared.stop?.());
      const run = form.needs === 'terminal' ? runOnTerminal : runAlone;
      return async (words: string[]) => {
        const ran = await run(words, prepared, folder);
        prepared.check?.();
        return ran;
      };
    }
  });

interface Ran {
  code: number | null;
  output: string;
}

async function runAlone(words: string[], prepared: Prepared, folder: string): Promise<Ran> {
  const env = environmentOf(prepared, folder);
  // Connection flags may come first, as kubectl takes them; a command's own namespace comes after the form's.
  const { code, stdout, stderr } = await runPacked('kubectl-bmh', [...prepared.args, ...words], { env });
  return { code, output: stdout + stderr };
}

/** Answers what the form's plugin asks. */
async function runOnTerminal(words: string[], prepared: Prepared, folder: string): Promise<Ran> {
  const { answer, args } = prepared;
  assert(answer);
  const env = environmentOf(prepared, folder);
  const terminal = openTerminal('kubectl-bmh', [...args, ...words], { env, columns: 300 });
  await terminal.until(new RegExp(answer.prompt.trimEnd()));
  terminal.type(answer.text);
  const code = await terminal.ended;
  return { code, output: terminal.screen.lines().join('\n') };
}
