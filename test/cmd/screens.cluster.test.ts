import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { program as bmh } from '../../cmd/kubectl-bmh/program.ts';
import { program as monitoring } from '../../cmd/kubectl-monitoring/program.ts';
import type { Program } from '../../lib/cli/command.ts';
import { ACTIVE, diagnosisScenario } from '../scenarios/diagnosis.ts';
import { create } from '../scenarios/requests.ts';
import { runCommand } from '../support/run-command.ts';
import type { TestServer } from '../support/server.ts';
import { servers } from '../support/servers.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { type Looking, openLooking } from './kubectl-monitoring/looking.ts';

const WIDTHS = [60, 80, 120, 200];

/** How a terminal may look. */
const LOOKS: Record<string, Record<string, string>> = {
  color: { LC_ALL: 'C.UTF-8', TERM: 'xterm-256color' },
  'no color': { LC_ALL: 'C.UTF-8', TERM: 'xterm-256color', NO_COLOR: '1' },
  ASCII: { LC_ALL: 'C', TERM: 'xterm' },
};

/** What only looks at hosts, or stops before it changes them. */
const HOSTS = [
  'list -A',
  'list -A -o wide',
  'list -A --details',
  'list -A --show-labels',
  'list none',
  'diagnose --all',
  'diagnose --all -o wide',
  'diagnose not-served',
  'verify --all',
  'repair --all --dry-run=client',
  'repair --all --dry-run=server',
  'repair --all --diff',
  'repair not-served -y',
  'undo --all',
  'reenroll not-served --dry-run=client',
  'wait not-served --timeout=0s',
  'pause not-served --dry-run=client',
  'resume not-served',
  'validate none.json',
  'audit -A',
  'audit -A -o wide',
  'audit -A --details',
  'job repair',
  'lits',
  'repair --al',
];

/** What only looks at the building block, or stops before it changes it. */
const BLOCK = [
  'status',
  'status -o wide',
  'capacity',
  'capacity -o wide',
  'sizing',
  'sizing -o wide',
  'resize-pvc 100Gi --dry-run=client',
  'resize-pvc 100Gi --dry-run=server',
  'resize-pvc 100Gi --diff',
  'resize-pvc 100Gi --mode=online --dry-run=client',
  'resize-pvc 1Gi',
  'resize-pvc 60',
  'undo',
  'scale metrics 3 --diff',
  'scale alerts 3 --dry-run=server',
  'scale operator 2',
  'scale ui 0',
  'scale node-exporter 2',
  'names',
  'names -o wide',
  'rules list -A',
  'rules list -A -o wide',
  'rules doctor shop',
  'dashboards list -A',
  'dashboards list -A -o wide',
  'dashboards doctor shop',
  'rules new shop --group monitoring.example.com',
  'rules lint none.yaml',
  'rules test none.yaml',
  'rules backtest none.yaml',
  'dashboards apply none.yaml',
  'rules lnt',
  'status --nonsense',
];

const BOTH = [
  '',
  'help',
  'options',
  'version',
  'rbac',
  'explain',
  'explain guards',
  'explain guards -o wide',
  'report none.json',
];

/** Lines that are copied as they are: commands, and what `--diff`, a record or a manifest consists of. */
const COPIED = /kubectl|^[-+] |^\s*[-\w./]+: \S|^\s*["#]|^\S+\/\S+ -n \S+$/;
/** Nothing in it could be wrapped. */
const UNBROKEN = /^\W*\S*$|\S{30,}$/;

for (const kind of servers())
  describe(`screens on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let block: Looking;
    before(async () => {
      server = await kind.start();
      stage = await openStage(server, diagnosisScenario(), { active: ACTIVE });
      block = await openLooking(server);
      await create(
        server.admin,
        `/apis/monitoring.coreos.com/v1/namespaces/${block.namespace}/prometheusrules`,
        {
          apiVersion: 'monitoring.coreos.com/v1',
          kind: 'PrometheusRule',
          metadata: {
            name: 'shop',
            namespace: block.namespace,
            labels: { prometheus: 'k8s', role: 'alert-rules' },
          },
          spec: { groups: [{ name: 'shop.rules', rules: [{ alert: 'PodDown', expr: 'up == 0' }] }] },
        },
      );
    });
    after(async () => {
      await block?.stop();
      await stage?.stop();
      await server?.stop();
    });

    const cases: [Program, string][] = [
      ...[...BOTH, ...HOSTS, ...helps(bmh)].map((words): [Program, string] => [bmh, words]),
      ...[...BOTH, ...BLOCK, ...helps(monitoring)].map((words): [Program, string] => [monitoring, words]),
    ];
    for (const [program, words] of cases)
      test(`${program.name} ${words}: fits each width in each look, and says nothing undefined`, async () => {
        const [kubeconfig, namespace] =
          program === bmh
            ? [await stage.kubeconfig(), stage.namespace('metal3')]
            : [await block.kubeconfig(), block.namespace];
        for (const columns of WIDTHS)
          for (const [look, env] of Object.entries(LOOKS)) {
            const argv = words.split(' ').filter(Boolean);
            const where = words.includes('-A') ? [] : ['-n', namespace];
            const { stdout, stderr } = await runCommand(
              program,
              argv.length === 0 || argv.includes('help')
                ? argv
                : [...argv, '--kubeconfig', kubeconfig, ...where],
              { env, columns, rows: 50 },
            );
            const text = stdout + stderr;
            const plain = stripVTControlCharacters(text);
            const at = `${columns} columns, ${look}:\n${text}`;
            assert.ok(plain.trim().length > 0, at);
            assert.doesNotMatch(plain, /undefined|\bNaN\b|\[object/, at);
            if ('NO_COLOR' in env) assert.equal(text, plain, at);
            if (look === 'ASCII') assert.doesNotMatch(plain, /[^\n\t -~]/, at);
            const wide = plain
              .split('\n')
              .filter((line) => line.length > columns && !COPIED.test(line) && !UNBROKEN.test(line));
            assert.deepEqual(wide, [], at);
          }
      });
  });

/** The help of each command of a program. */
function helps(program: Program): string[] {
  return program.commands.map(({ name }) => `${name} --help`);
}
