import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
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

    test('prints a row for each host, most severe first', async () => {
      assert.deepEqual(await list(), {
        code: 0,
        stderr: '',
        stdout: `NAME              VERDICT    REASON                           ADDRESS                                                        AGE
control-plane-0   degraded   provisioned registration error   http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2   0s
worker-0          degraded   provisioned registration error   http://172.22.0.1:6180/images/acme-hpc-rocky9.qcow2            0s
worker-1          degraded   provisioned registration error   http://[fd00:1101::3]:6180/images/acme-gpu-ubuntu2204.qcow2    0s
worker-2          degraded   provisioned registration error   http://10.96.14.7/images/acme-standard-ubuntu2204.qcow2        0s
edge-0            blocked    foreign-pause                    http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2   0s
spare-0           healthy    <none>                           <none>                                                         0s
worker-3          healthy    <none>                           http://httpd-http/images/acme-standard-ubuntu2204.qcow2        0s
`,
      });
    });

    test('fits a terminal, with a symbol and a color for each verdict', async () => {
      const { stdout } = await runCommand(program, ['list', '--kubeconfig', kubeconfig, '--color=always'], {
        columns: 80,
        env: { LANG: 'C.UTF-8' },
      });
      const lines = stdout.trimEnd().split('\n');
      assert.equal(
        lines[5],
        'edge-0            \u001b[33m⏸ blocked\u001b[39m    foreign-pause          172.22.0.1:6180/…ow2   0s',
      );
      for (const line of lines) assert.ok(stripVTControlCharacters(line).length <= 80, line);
    });

    const COLUMNS = [
      'NAMESPACE',
      'NAME',
      'VERDICT',
      'REASON',
      'ADDRESS',
      'AGE',
      'STATE',
      'PAUSED',
      'ERRORS',
      'ERROR',
      'MESSAGE',
    ];
    for (const columns of [60, 80, 120, 200])
      for (const words of ['', '-A', '-o wide', '-A -o wide', '-L rack'])
        test(`${words ? `with ${words}, ` : ''}fits a terminal of ${columns} columns, in the usual order`, async () => {
          const argv = ['list', '--kubeconfig', kubeconfig, ...words.split(' ').filter(Boolean)];
          const { stdout } = await runCommand(program, argv, { columns, env: { LANG: 'C.UTF-8' } });
          const [headers = '', ...lines] = stdout.trimEnd().split('\n');
          // An address that is longer than a line is not broken.
          for (const line of [headers, ...lines])
            assert.ok(line.length <= columns || /^(?:ADDRESS:)? +http\S+$/.test(line), line);
          if (words.includes('wide')) {
            // Nothing is cut or omitted: the rows are blocks where the table is too wide.
            const isBlocks = /^\w+: /.test(headers);
            for (const header of COLUMNS.slice(words.startsWith('-A') ? 0 : 1))
              assert.ok(
                isBlocks
                  ? stdout.includes(`\n${header}:`) || headers.startsWith(header)
                  : headers.includes(header),
                header,
              );
            assert.doesNotMatch(stdout, /…/);
            return;
          }
          for (const line of lines) assert.match(line, / (?:✖ degraded|⏸ blocked|✔ healthy) /);
          const shown = headers.split(/ +/);
          assert.deepEqual(
            shown.filter((header) => header !== 'RACK'),
            COLUMNS.filter((header) => shown.includes(header)),
          );
          for (const header of ['NAME', 'VERDICT', 'REASON']) assert.ok(shown.includes(header), headers);
          assert.equal(shown.includes('NAMESPACE'), words.startsWith('-A'));
          if (columns >= 80) assert.ok(shown.includes('ADDRESS'), headers);
        });

    test('names, label columns, all labels, a field selector and an order', async () => {
      const named = await list('worker-3', 'bmh/worker-0', '--no-headers', '-L', 'rack,example.com/zone');
      assert.match(
        named.stdout,
        /^worker-0 +degraded .* 0s +\S+ +<none>\nworker-3 +healthy .* 0s +\S+ +<none>\n$/,
      );
      const field = await list('--field-selector', 'metadata.name=worker-3', '--show-labels', '--no-headers');
      assert.match(field.stdout, /^worker-3 .* 0s +\S+=\S+\n$/);
      const sorted = await list('--sort-by', '.metadata.name', '-o', 'name');
      const names = sorted.stdout.trimEnd().split('\n');
      assert.deepEqual(names, names.toSorted());
      assert.equal(names.length, 7);
      const placed = await list(`${namespace}/worker-3`, '-o', 'name');
      assert.equal(placed.stdout, 'baremetalhost.metal3.io/worker-3\n');
      const missing = await list('nowhere');
      assert.equal(missing.code, 1);
      assert.match(
        missing.stderr,
        /^Error from server \(NotFound\): baremetalhosts\.metal3\.io "nowhere" not found\n/,
      );
    });

    for (const words of [
      ['worker-0', '-A'],
      ['worker-0', '-l', 'rack=r1'],
      ['worker-0', 'worker-1', '-w'],
      ['-w', '--sort-by', '.metadata.name'],
    ])
      test(`refuses ${words.join(' ')} before it asks the cluster`, async () => {
        const { code, stdout, stderr } = await list(...words, '--server', 'https://127.0.0.1:1');
        assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
        assert.match(stderr, /^error: (a host|--watch|--sort-by) /);
      });

    test('-A has the namespace in the first column', async () => {
      const { stdout } = await list('-A');
      const [header, ...rows] = stdout.trimEnd().split('\n');
      assert.match(header ?? '', /^NAMESPACE +NAME +VERDICT +REASON +ADDRESS +AGE$/);
      const ours = rows.filter(
        (row) => row.startsWith(namespace) || row.startsWith(stage.namespace('default')),
      );
      assert.equal(ours.length, 9);
    });

    test('-o wide adds state, pause, count, error and message; --no-headers omits the headers', async () => {
      const { stdout } = await list('-owide', '--no-headers');
      const rows = stdout.trimEnd().split('\n');
      assert.equal(rows.length, 7);
      assert.match(
        rows[4] ?? '',
        /^edge-0 +blocked +foreign-pause .* 0s +provisioned +metal3\.io\/capm3 +\d+ +provisioned registration error +Host adoption failed: .* HTTP 404 instead of 200$/,
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
      const { items, ...result } = JSON.parse(json.stdout);
      assert.deepEqual(result, {
        apiVersion: 'bmh.kubectl/v1',
        kind: 'HostList',
        verdict: 'degraded',
        exitCode: 0,
      });
      const { metadata, error, errorCount, ...rest } = items[4];
      assert.deepEqual([metadata.name, metadata.namespace], ['edge-0', namespace]);
      assert.match(error, /HTTP 404 instead of 200$/);
      assert.equal(typeof errorCount, 'number');
      assert.deepEqual(rest, {
        verdict: 'blocked',
        reason: 'foreign-pause',
        state: 'provisioned',
        errorType: 'provisioned registration error',
        paused: 'metal3.io/capm3',
        address: `${images}/acme-standard-ubuntu2204.qcow2`,
      });
      const yaml = await list('-o', 'yaml');
      assert.match(yaml.stdout, /^apiVersion: bmh\.kubectl\/v1\nkind: HostList\nverdict: degraded\n/);
    });

    test('fills in a jsonpath template, and rejects an invalid one before any request', async () => {
      const filled = await list(
        '-o',
        'jsonpath={range .items[?(@.verdict!="degraded")]}{.metadata.name} {.verdict}{"\\n"}{end}',
      );
      assert.deepEqual(filled, {
        code: 0,
        stderr: '',
        stdout: 'edge-0 blocked\nspare-0 healthy\nworker-3 healthy\n',
      });
      const open = await list('-o', 'jsonpath={.items', '--server', 'https://127.0.0.1:1');
      assert.deepEqual(open, {
        code: 1,
        stdout: '',
        stderr: `error: invalid jsonpath "{.items": missing closing brace after "{.items"
Use a template such as '{range .items[*]}{.metadata.name}{"\\n"}{end}', in single quotes.
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
