import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { defaultScenario } from '../../scenarios/default.ts';
import { type Ran, runCommand } from '../../support/run-command.ts';
import { servers } from '../../support/servers.ts';
import type { Stage } from '../../support/stage.ts';
import { stageFor } from '../../support/stage-for.ts';

const images = 'http://172.22.0.1:6180/images';

for (const kind of servers())
  describe(`kubectl bmh list on the ${kind.name} server`, () => {
    let stage: Stage;
    let namespace: string;
    let kubeconfig: string;
    stageFor({ kind, scenario: defaultScenario() }, (staged) => {
      ({ stage, namespace, kubeconfig } = staged);
    });
    const list = (...words: string[]): Promise<Ran> =>
      runCommand(program, ['list', '--kubeconfig', kubeconfig, ...words]);

    test('prints one row per host', async () => {
      assert.deepEqual(await list(), {
        code: 0,
        stderr: '',
        stdout: `NAME              STATE         ERROR                            PAUSED            IMAGE                                                          VERDICT
control-plane-0   provisioned   provisioned registration error   <none>            http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2   repair
edge-0            provisioned   provisioned registration error   metal3.io/capm3   http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2   refused
spare-0           available     <none>                           <none>            <none>                                                         ok
worker-0          provisioned   provisioned registration error   <none>            http://172.22.0.1:6180/images/acme-hpc-rocky9.qcow2            repair
worker-1          provisioned   provisioned registration error   <none>            http://[fd00:1101::3]:6180/images/acme-gpu-ubuntu2204.qcow2    repair
worker-2          provisioned   provisioned registration error   <none>            http://10.96.14.7/images/acme-standard-ubuntu2204.qcow2        repair
worker-3          provisioned   <none>                           <none>            http://httpd-http/images/acme-standard-ubuntu2204.qcow2        ok
`,
      });
    });

    test('prints the namespace column with -A', async () => {
      const { stdout } = await list('-A');
      const [header, ...rows] = stdout.trimEnd().split('\n');
      assert.match(header ?? '', /^NAMESPACE +NAME +STATE +ERROR +PAUSED +IMAGE +VERDICT$/);
      const ours = rows.filter(
        (row) => row.startsWith(namespace) || row.startsWith(stage.namespace('default')),
      );
      assert.equal(ours.length, 9);
    });

    test('adds columns with -o wide, and omits headers with --no-headers', async () => {
      const { stdout } = await list('-owide', '--no-headers');
      const rows = stdout.trimEnd().split('\n');
      assert.equal(rows.length, 7);
      assert.match(
        rows[1] ?? '',
        /refused {3}\d+ +foreign-pause +Host adoption failed: .* HTTP 404 instead of 200$/,
      );
    });

    test('filters by selector, and reports when no host matches', async () => {
      const none = await list('-l', 'rack=nowhere');
      assert.deepEqual(none, {
        code: 0,
        stdout: '',
        stderr: `No resources found in ${namespace} namespace.\n`,
      });
      const everywhere = await list('-A', '-l', 'rack=nowhere');
      assert.deepEqual(everywhere, { code: 0, stdout: '', stderr: 'No resources found\n' });
    });

    test('prints names, JSON and YAML', async () => {
      const names = await list('-o', 'name');
      assert.equal(names.stdout.split('\n')[0], 'baremetalhost.metal3.io/control-plane-0');
      const json = await list('-o', 'json');
      const [, edge] = JSON.parse(json.stdout).items;
      const { message, errorCount, ...rest } = edge;
      assert.match(message, /HTTP 404 instead of 200$/);
      assert.equal(typeof errorCount, 'number');
      assert.deepEqual(rest, {
        name: 'edge-0',
        namespace,
        state: 'provisioned',
        error: 'provisioned registration error',
        paused: 'metal3.io/capm3',
        address: `${images}/acme-standard-ubuntu2204.qcow2`,
        verdict: 'refused',
        reason: 'foreign-pause',
      });
      const yaml = await list('-o', 'yaml');
      assert.match(yaml.stdout, /^items:\n {2}- name: control-plane-0\n {4}namespace: /);
    });

    test('fills in a jsonpath template, and rejects an invalid one before any request', async () => {
      const filled = await list(
        '-o',
        'jsonpath={range .items[?(@.verdict!="repair")]}{.name} {.verdict}{"\\n"}{end}',
      );
      assert.deepEqual(filled, { code: 0, stderr: '', stdout: 'edge-0 refused\nspare-0 ok\nworker-3 ok\n' });
      const open = await list('-o', 'jsonpath={.items', '--server', 'https://127.0.0.1:1');
      assert.deepEqual(open, {
        code: 1,
        stdout: '',
        stderr: `error: invalid jsonpath "{.items": missing closing brace after "{.items"
Use a template such as '{range .items[*]}{.name}{"\\n"}{end}', in single quotes.
`,
      });
    });

    test('reports an unknown context and an unreachable server', async () => {
      const context = await list('--context', 'nowhere');
      assert.equal(context.code, 1);
      assert.match(context.stderr, /^error: context "nowhere" does not exist\n/);
      const server = await list('--server', 'https://127.0.0.1:1');
      assert.equal(server.code, 1);
      assert.match(
        server.stderr,
        /^The connection to the server 127\.0\.0\.1:1 was refused - did you specify the right host or port\?\n/,
      );
    });
  });
