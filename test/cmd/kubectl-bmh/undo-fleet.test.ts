import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { RECORD_ANNOTATION } from '../../../lib/objects/names.ts';
import { halfDone } from '../../scenarios/fleet.ts';
import { brokenHost, HPC, paused, served, stale } from '../../scenarios/hosts.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { PAUSED } from '../../support/records.ts';
import { type Passed, startRelay } from '../../support/relay.ts';
import { plainText, type Ran, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import type { Stage } from '../../support/stage.ts';
import { stageFor } from '../../support/stage-for.ts';

/** Hosts in the middle of a repair, by the label that selects those of one test. */
const RACKS: Record<string, string[]> = {
  r1: ['one', 'two', 'three'],
  r2: ['named', 'another'],
  r3: ['first', 'second', 'third'],
  r4: ['planned', 'previewed'],
};

const unfinished = (name: string, index: number, rack: string) =>
  brokenHost(name, index, { ...halfDone(name), labels: { rack } });

const scenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [],
  hosts: [
    ...Object.entries(RACKS).flatMap(([rack, names], row) =>
      names.map((name, index) => unfinished(name, 10 * row + index, rack)),
    ),
    brokenHost('pinned', 50, {
      ...halfDone('pinned'),
      annotations: { ...halfDone('pinned').annotations, ...paused('metal3.io/capm3') },
      labels: { rack: 'r1' },
    }),
    brokenHost('broken', 51, { labels: { rack: 'r1' } }),
  ],
  images: [served(HPC)],
  deadBmcs: [],
});

for (const kind of servers())
  describe(`kubectl bmh undo of several hosts, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let namespace: string;
    let kubeconfig: string;
    stageFor({ kind, scenario: scenario() }, (staged) => {
      ({ server, stage, namespace, kubeconfig } = staged);
    });

    const undo = async (words: string, config = kubeconfig, interrupted?: AbortSignal): Promise<Ran> => {
      const argv = ['undo', ...words.split(' '), '--kubeconfig', config];
      const { code, stdout, stderr } = await runCommand(program, argv, {
        wait: () => Promise.resolve(),
        ...(interrupted && { interrupted }),
      });
      return {
        code,
        stdout,
        stderr: plainText(stderr, { [namespace]: 'NS', [config]: 'KUBECONFIG' }).replaceAll(/ +$/gm, ''),
      };
    };
    const isUndone = async (name: string): Promise<boolean> => {
      const { metadata, spec, status } = await stage.host(namespace, name);
      const urls = [spec.image.url, status.provisioning.image.url];
      assert.deepEqual(stage.operator.wiped, []);
      return (
        metadata.annotations?.[PAUSED] === undefined &&
        metadata.annotations?.[RECORD_ANNOTATION] === undefined &&
        urls.every((url) => url === stale(HPC))
      );
    };
    const undoneOf = async (names: string[]): Promise<string[]> => {
      const found = await Promise.all(names.map(isUndone));
      return names.filter((_, index) => found[index]);
    };

    test('-l undoes the hosts with an unfinished run, one of them first, and reports those that are refused', async () => {
      const { code, stdout, stderr } = await undo('-l rack=r1 -y --concurrency 1');
      assert.equal(
        stderr,
        `  Context    test
  Server     https://127.0.0.1:PORT
  Namespace  NS
  Restores   http://172.22.0.1:6180/images/acme-hpc-rocky9.qcow2 (3 hosts)
  Waves      1 host, then 2

NAMESPACE       NAME     PLAN      REASON              IMAGE
NS   one      undo      unfinished repair   http://172.22.0.1:6180/images/acme-hpc-rocky9.qcow2
NS   three    undo      unfinished repair   http://172.22.0.1:6180/images/acme-hpc-rocky9.qcow2
NS   two      undo      unfinished repair   http://172.22.0.1:6180/images/acme-hpc-rocky9.qcow2
NS   pinned   blocked   foreign-pause       http://172.22.0.1:6180/images/acme-hpc-rocky9.qcow2

NS/one: undone (1/3)
Canary: NS/one: done (1 of 1)
NS/three: undone (2/3)
NS/two: undone (3/3)
Wave 2 of 2: 2 hosts: done (2 of 2)
error: the repair of host NS/pinned was not undone; nothing was changed
  foreign-pause: the host is paused by the Cluster API provider (CAPM3), not by this tool
    leave the pause in place: without it, the operator wipes the host; --accept foreign-pause works under the pause and leaves it in place
host NS/pinned is paused by another user or tool, with an unfinished repair under it, and its two image addresses differ: resuming it by hand now would wipe it; once the checks above pass, run: kubectl bmh undo pinned -n NS --kubeconfig KUBECONFIG
error: 4 hosts: 3 undone, 1 blocked
`,
      );
      assert.equal(
        stdout,
        ['one', 'three', 'two']
          .map(
            (name) =>
              `baremetalhost.metal3.io/${name} undone and resumed: its former addresses are restored\n`,
          )
          .join(''),
      );
      assert.equal(code, 1);
      assert.deepEqual(await undoneOf(['one', 'two', 'three', 'pinned']), ['one', 'two', 'three']);

      const again = await undo('-l rack=none -y');
      assert.deepEqual(
        { ...again, stderr: again.stderr.split('\n').at(-2) },
        { code: 0, stdout: '', stderr: 'no selected host has an unfinished repair' },
      );
    });

    test('a named host without an unfinished run is unchanged', async () => {
      const { code, stdout, stderr } = await undo('named another broken -y -o json');
      assert.equal(code, 0, stderr);
      const { kind, verdict, totals, items } = JSON.parse(stdout);
      assert.deepEqual(
        { kind, verdict, totals },
        { kind: 'UndoList', verdict: 'undone', totals: { undone: 2, unchanged: 1 } },
      );
      assert.deepEqual(
        items.map(({ metadata, message }: { metadata: { name: string }; message: string }) => [
          metadata.name,
          message,
        ]),
        [
          ['named', 'undone and resumed: its former addresses are restored'],
          ['another', 'undone and resumed: its former addresses are restored'],
          ['broken', 'unchanged: there is no unfinished repair to undo'],
        ],
      );
    });

    test('Ctrl-C finishes the host in progress and starts no other; the same command resumes', async () => {
      const interruption = new AbortController();
      const relay = await startRelay(server.admin, {
        after: ({ method, path }: Passed) => {
          if (method === 'PATCH' && path.includes('/second/status?')) interruption.abort();
          return undefined;
        },
      });
      try {
        const config = await stage.kubeconfig(relay.endpoint(server.admin), namespace);
        const { code, stderr } = await undo('-l rack=r3 -y --concurrency 1', config, interruption.signal);
        assert.equal(code, 130, stderr);
        assert.match(
          stderr,
          /\nerror: 3 hosts: 2 undone, 1 not started\nTo continue with all that is left: kubectl bmh undo -l rack=r3 --concurrency=1 -y --kubeconfig=KUBECONFIG\n$/,
        );
      } finally {
        await relay.stop();
      }
      assert.deepEqual(await undoneOf(['first', 'second', 'third']), ['first', 'second']);
      const rest = await undo('-l rack=r3 -y');
      assert.equal(rest.code, 0, rest.stderr);
      assert.match(rest.stdout, /^baremetalhost\.metal3\.io\/third undone and resumed[^\n]*\n$/);
    });

    test('a dry run of several hosts changes nothing', async () => {
      const { code, stdout, stderr } = await undo('-l rack=r4 --dry-run=server');
      assert.equal(code, 0, stderr);
      assert.equal(stderr, '2 hosts: 2 would be undone; nothing was changed\n');
      assert.match(stdout, /^# Host \S+\/planned\n# Step 3: Pause reconciliation for the undo\nPATCH /);
      assert.deepEqual(await undoneOf(['planned', 'previewed']), []);
    });
  });

const wrong: [string, RegExp][] = [
  ['', /^error: no host is named or selected\n/],
  ['a --all', /^error: names cannot be combined with a selection/],
  ['--all --contexts a,b --context c', /^error: --context and --contexts cannot be combined\n/],
  ['--all --concurrency 0', /^error: invalid value "0" for --concurrency\n/],
];
for (const [words, message] of wrong)
  test(`undo ${words} is a usage error`, async () => {
    const { code, stdout, stderr } = await runCommand(program, ['undo', ...words.split(' ').filter(Boolean)]);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, message);
  });
