import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { checkSchedule } from '../../../cmd/kubectl-bmh/job/schedule.ts';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { completionsFor } from '../../../lib/cli/completion/complete.ts';
import { brokenScenario } from '../../scenarios/broken.ts';
import { create } from '../../scenarios/requests.ts';
import { PATIENCE } from '../../support/patience.ts';
import { type Ran, runCommand } from '../../support/run-command.ts';
import { NO_SCHEDULES, SCHEDULES } from '../../support/schedules.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openStage, type Stage } from '../../support/stage.ts';

const IMAGE = 'registry.example.org/kubectl-bmh:v0.1.0';

interface Printed {
  kind: string;
  metadata: { name: string; namespace?: string };
  // biome-ignore lint/suspicious/noExplicitAny: a manifest has many shapes
  [field: string]: any;
}

const SERVER =
  'A Job works on the cluster that it runs in, as its ServiceAccount. To choose the cluster that is asked now, give the flag before the command: kubectl bmh job --context NAME repair ...';
const FILES = 'A pod does not have the files of this machine.';
const PREVIEW = 'A preview is for a screen: run the command here first, without the Job.';

test('job without arguments names what it takes', async () => {
  assert.deepEqual(await runCommand(program, ['job']), {
    code: 1,
    stdout: '',
    stderr: "error: an argument is missing: repair or audit\nSee 'kubectl bmh job --help' for usage.\n",
  });
});

const REFUSED: [words: string, ...stderr: string[]][] = [
  ['', 'error: "" cannot be given to kubectl bmh job', 'Valid values: repair, audit.'],
  ['list', 'error: "list" cannot be given to kubectl bmh job', 'Valid values: repair, audit.'],
  ['repair --all', 'error: --image is missing'],
  ['repair --all --image=', 'error: --image "" is not a valid image'],
  ['repair --all --image UPPER', 'error: --image "UPPER" is not a valid image'],
  ['repair --all --image i --context x', 'error: --context cannot be used in a Job', SERVER],
  ['repair --all --image i --kubeconfig x', 'error: --kubeconfig cannot be used in a Job', SERVER],
  ['repair --all --image i --token x', 'error: --token cannot be used in a Job', SERVER],
  ['repair --all --image i --contexts x', 'error: --contexts cannot be used in a Job'],
  ['repair --all --image i --payload-dir x', 'error: --payload-dir cannot be used in a Job'],
  ['repair --all --image i --diff', 'error: --diff cannot be used in a Job', PREVIEW],
  ['repair --all --image i --dry-run=server', 'error: --dry-run cannot be used in a Job', PREVIEW],
  ['repair --all --image i --yes=false', 'error: a Job cannot answer a prompt'],
  ['repair --all --image i --shard 0/2', 'error: --shard cannot be used in a Job'],
  [
    'repair --all --image i -w',
    'error: unknown shorthand flag: -w',
    "See 'kubectl bmh repair --help' for usage.",
  ],
  ['repair --image i', 'error: no host is named or selected'],
  ['repair w-0 --all --image i', 'error: names cannot be combined with a selection (-l, --all)'],
  [
    'repair W_0 --image i',
    "error: invalid resource name \"W_0\": a lowercase RFC 1123 subdomain consists of lower case letters, digits, '-' and '.'",
  ],
  [
    'repair w-0 --shards 2 --image-name x --image i',
    'error: --image-name is for one host: in a fleet, each host keeps its image',
  ],
  ['repair w-0 --timeout 1s --image i', 'error: --timeout=1s is not longer than --stable-for=90s'],
  ['repair --all --concurrency 0 --image i', 'error: invalid value "0" for --concurrency'],
  ['repair --all --order any --image i', 'error: invalid value "any" for --order'],
  ['repair --all --shards 0 --image i', 'error: invalid value "0" for --shards'],
  ['repair --all --shards 1001 --image i', 'error: invalid value "1001" for --shards'],
  [`repair --all --name ${'x'.repeat(53)} --image i`, 'error: --name has more than 52 characters'],
  [
    'repair --all --schedule @daily --image i',
    'error: --schedule is for audit: a repair is started by a person, who reads its plan',
  ],
  ['audit --schedule 1,2 --image i', 'error: invalid value "1,2" for --schedule: it has 1 field, not 5'],
  [
    'audit -f x --image i',
    'error: --filename cannot be used in a Job',
    `${FILES} Audit them here: kubectl bmh audit -f FILE`,
  ],
  ['audit --fix --image i', 'error: --fix cannot be used in a Job'],
  ['audit --service /x --image i', 'error: --service "/x" is not a valid service name'],
  ['audit w-0 --image i', 'error: unexpected argument "w-0"'],
];

for (const kind of servers())
  describe(`kubectl bmh job on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let config: string;
    before(async () => {
      server = await kind.start();
      stage = await openStage(server, brokenScenario(1));
      config = await stage.kubeconfig(server.admin, 'metal3');
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const job = (...words: string[]): Promise<Ran> =>
      runCommand(program, ['--kubeconfig', config, 'job', ...words]);
    const printed = async (...words: string[]): Promise<Printed[]> => {
      const { code, stdout, stderr } = await job(...words, '--image', IMAGE);
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      return parseAllDocuments(stdout).map((document) => document.toJS());
    };
    const named = (objects: Printed[]): string[] =>
      objects.map(({ kind: of, metadata: { name, namespace } }) => `${of} ${namespace ?? ''}/${name}`);
    const argsOf = (objects: Printed[]): string[] =>
      (objects.at(-1)?.spec.jobTemplate ?? objects.at(-1)).spec.template.spec.containers[0].args;

    test('prints a Job that repairs the hosts of a namespace, without privileges', async () => {
      const { code, stdout, stderr } = await job('repair', '--all', '--image', IMAGE);
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      assert.ok(stdout.endsWith(`---\n${JOB}`), stdout);
    });

    test('the roles are those that rbac prints, with their comments', async () => {
      for (const scope of [['-n', 'metal3'], []]) {
        const rbac = await runCommand(program, ['rbac', '--kubeconfig', config, ...scope]);
        const roles = rbac.stdout.replaceAll(/^# To grant .*\n/gm, '');
        const { stdout } = await job(
          'repair',
          '--all',
          ...(scope.length > 0 ? [] : ['-A']),
          '--image',
          IMAGE,
        );
        assert.ok(stdout.includes(`---\n${roles}---\n`), stdout);
      }
    });

    test('one namespace: a Role for its hosts, a ClusterRole for what is in none', async () => {
      assert.deepEqual(named(await printed('repair', 'worker-0')), [
        'ServiceAccount metal3/kubectl-bmh',
        'Role metal3/kubectl-bmh',
        'ClusterRole /kubectl-bmh-cluster',
        'RoleBinding metal3/kubectl-bmh-job-metal3',
        'ClusterRoleBinding /kubectl-bmh-cluster-job-metal3',
        'Job metal3/kubectl-bmh-repair-20260102-030405',
      ]);
    });

    test('-A: one ClusterRole, and the Job in the current namespace', async () => {
      const objects = await printed('repair', '-A', '--old-address', '172.22.0.1');
      assert.deepEqual(named(objects), [
        'ServiceAccount metal3/kubectl-bmh',
        'ClusterRole /kubectl-bmh',
        'ClusterRoleBinding /kubectl-bmh-job-metal3',
        'Job metal3/kubectl-bmh-repair-20260102-030405',
      ]);
      assert.deepEqual(argsOf(objects), ['repair', '--all-namespaces', '--old-address=172.22.0.1', '--yes']);
      assert.deepEqual(objects[2]?.subjects, [
        { kind: 'ServiceAccount', name: 'kubectl-bmh', namespace: 'metal3' },
      ]);
    });

    test('-n before the command is the namespace of the Job, after it that of the hosts', async () => {
      const objects = await printed('-n', 'ops', 'repair', '--all', '-n', 'edge', '--name', 'tonight');
      assert.deepEqual(named(objects), [
        'ServiceAccount ops/kubectl-bmh',
        'Role edge/kubectl-bmh',
        'ClusterRole /kubectl-bmh-cluster',
        'RoleBinding edge/kubectl-bmh-job-ops',
        'ClusterRoleBinding /kubectl-bmh-cluster-job-ops',
        'Job ops/tonight',
      ]);
      assert.deepEqual(argsOf(objects), ['repair', '--namespace=edge', '--all', '--yes']);
      assert.deepEqual(argsOf(await printed('repair', 'edge/worker-0', 'edge/worker-1')), [
        'repair',
        '--namespace=edge',
        '--yes',
        '--',
        'worker-0',
        'worker-1',
      ]);
    });

    test('--shards: an Indexed Job whose pods take the part of their index', async () => {
      const objects = await printed('repair', '--all', '--shards=4', '--concurrency', '2');
      const { completionMode, completions, parallelism, backoffLimitPerIndex, backoffLimit } =
        objects.at(-1)?.spec ?? {};
      assert.deepEqual(
        { completionMode, completions, parallelism, backoffLimitPerIndex, backoffLimit },
        {
          completionMode: 'Indexed',
          completions: 4,
          parallelism: 4,
          backoffLimitPerIndex: 6,
          backoffLimit: undefined,
        },
      );
      assert.deepEqual(argsOf(objects), [
        'repair',
        '--namespace=metal3',
        '--all',
        '--concurrency=2',
        '--shard=$(JOB_COMPLETION_INDEX)/4',
        '--yes',
      ]);
    });

    test('the kubelet expands nothing in an argument of the user', async () => {
      assert.deepEqual(argsOf(await printed('repair', '-l', 'rack in ($(HOME))')).slice(2, 3), [
        '--selector=rack in ($$(HOME))',
      ]);
    });

    test('an audit ends with its verdict, and a schedule makes it a CronJob', async () => {
      const once = await printed('audit', '--secrets', '--service', 'images.infra');
      assert.equal(once.at(-1)?.spec.backoffLimit, 0);
      assert.deepEqual(argsOf(once), ['audit', '--namespace=metal3', '--secrets', '--service=images.infra']);
      const objects = await printed('audit', '-A', '--schedule', '0 6 * * *');
      assert.deepEqual(named(objects), [
        'ServiceAccount metal3/kubectl-bmh-audit',
        'ClusterRole /kubectl-bmh-audit',
        'ClusterRoleBinding /kubectl-bmh-audit-job-metal3',
        'CronJob metal3/kubectl-bmh-audit',
      ]);
      const { schedule, concurrencyPolicy, jobTemplate } = objects.at(-1)?.spec ?? {};
      assert.deepEqual([schedule, concurrencyPolicy], ['0 6 * * *', 'Forbid']);
      assert.equal(jobTemplate.spec.ttlSecondsAfterFinished, undefined);
      assert.deepEqual(argsOf(objects), ['audit', '--all-namespaces']);
    });

    test('an audit may read what it audits, and write nothing', async () => {
      const rulesOf = (objects: Printed[]): string[] =>
        objects
          .filter(({ rules }) => rules)
          .flatMap(({ kind: of, rules }) =>
            rules.map(
              ({ resources, resourceNames = [], verbs }: Record<string, string[]>) =>
                `${of}: ${verbs} ${resources} ${resourceNames}`,
            ),
          );
      assert.deepEqual(rulesOf(await printed('audit', '--secrets', '--service', 'images.infra')), [
        'Role: list baremetalhosts,hostclaims,dataimages,hostfirmwarecomponents,preprovisioningimages ',
        'Role: list metal3machinetemplates,metal3machines ',
        'Role: list ironics ',
        'Role: list,get configmaps ',
        'Role: get secrets ',
        'ClusterRole: list services images',
        'ClusterRole: list endpointslices ',
      ]);
      assert.ok(!rulesOf(await printed('audit')).some((rule) => rule.includes('secrets')));
    });

    test('with these rights alone, an audit reads everything that it audits', async () => {
      const objects = await printed('audit', '-A', '--secrets');
      const [role, binding] = objects.slice(1);
      const api = '/apis/rbac.authorization.k8s.io/v1';
      await create(server.admin, `${api}/clusterroles`, role ?? {});
      const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'weak' }];
      const weak = await stage.kubeconfig(server.weak, 'metal3');
      const audit = () => runCommand(program, ['audit', '-A', '--secrets', '--kubeconfig', weak]);
      assert.match((await audit()).stderr, /access denied/);
      await create(server.admin, `${api}/clusterrolebindings`, { ...binding, subjects });
      const end = performance.now() + PATIENCE;
      for (;;) {
        // The server learns of a binding some moments after it is made.
        const { code, stderr } = await audit();
        if (code === 1 && !stderr.includes('access denied')) return;
        assert.ok(performance.now() < end, stderr);
      }
    });

    test('JSON is a List of the same objects', async () => {
      const { stdout } = await job('repair', '--all', '--image', IMAGE, '-o', 'json');
      const { apiVersion, kind: of, items } = JSON.parse(stdout);
      assert.deepEqual({ apiVersion, of }, { apiVersion: 'v1', of: 'List' });
      assert.deepEqual(items, await printed('repair', '--all'));
    });

    for (const [words, ...told] of REFUSED)
      test(`refuses ${words}`, async () => {
        const { code, stdout, stderr } = await job(...words.split(' '));
        assert.deepEqual(
          { code, stdout, stderr: stderr.split('\n').slice(0, told.length) },
          {
            code: 1,
            stdout: '',
            stderr: told,
          },
        );
      });
  });

for (const schedule of SCHEDULES)
  test(`accepts the schedule "${schedule}"`, () => assert.doesNotThrow(() => checkSchedule(schedule)));
for (const schedule of NO_SCHEDULES)
  test(`refuses the schedule "${schedule}"`, () =>
    assert.throws(() => checkSchedule(schedule), /is not a valid|it has \d fields?, not 5/));

for (const [line, offered] of [
  ['job ', ['repair', 'audit']],
  ['job repair --old', ['--old-address']],
  ['job repair --sh', ['--shard', '--shards']],
  ['job audit --sec', ['--secrets']],
  ['job audit ', []],
  ['job --old', []],
] as [string, string[]][])
  test(`completes "${line}"`, () => {
    const words = line.split(' ');
    const { candidates } = completionsFor(program, words.slice(0, -1), words.at(-1) ?? '');
    assert.deepEqual(
      candidates.map(({ value }) => value),
      offered,
    );
  });

const JOB = `# Runs: kubectl bmh repair --namespace=metal3 --all --yes
# To follow it: kubectl logs -n metal3 -l batch.kubernetes.io/job-name=kubectl-bmh-repair-20260102-030405 --prefix --tail=-1 -f
apiVersion: batch/v1
kind: Job
metadata:
  name: kubectl-bmh-repair-20260102-030405
  namespace: metal3
  labels:
    app.kubernetes.io/name: kubectl-bmh
    app.kubernetes.io/component: repair
spec:
  backoffLimit: 6
  podFailurePolicy:
    rules:
      - action: Ignore
        onPodConditions:
          - type: DisruptionTarget
            status: "True"
  template:
    metadata:
      labels:
        app.kubernetes.io/name: kubectl-bmh
        app.kubernetes.io/component: repair
    spec:
      serviceAccountName: kubectl-bmh
      automountServiceAccountToken: true
      enableServiceLinks: false
      restartPolicy: Never
      terminationGracePeriodSeconds: 120
      securityContext:
        runAsNonRoot: true
        runAsUser: 65532
        runAsGroup: 65532
        fsGroup: 65532
        seccompProfile:
          type: RuntimeDefault
      containers:
        - name: kubectl-bmh
          image: ${IMAGE}
          args:
            - repair
            - --namespace=metal3
            - --all
            - --yes
          resources:
            requests:
              cpu: 100m
              memory: 128Mi
            limits:
              memory: 512Mi
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop:
                - ALL
          volumeMounts:
            - name: tmp
              mountPath: /tmp
      volumes:
        - name: tmp
          emptyDir:
            sizeLimit: 64Mi
  ttlSecondsAfterFinished: 604800
`;
