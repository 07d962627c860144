import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { refusal } from '../../support/relay-answers.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openResizing, type Resizing } from './resizing.ts';

const OUTAGE =
  'Warning: without --mode, the resize is offline, as documented, and stops every replica of k8s until its volumes have grown: --mode online keeps them running, if the storage driver can resize volumes in use (outage)\n';
const CLAIM = 'prometheus-k8s-db-prometheus-k8s-0';

/** What differs from run to run, made the same. */
const same = (text: string): string =>
  text
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'UID')
    .replaceAll(/(resourceVersion\\*": ?\\*")\d+/g, '$1VERSION')
    .replaceAll(/(version\\*": ?\\*")v[\d.]+/g, '$1TOOL');

const RECORD =
  '{\\"goal\\":\\"resize\\",\\"uid\\":\\"UID\\",\\"resourceVersion\\":\\"VERSION\\",\\"size\\":\\"100Gi\\",\\"mode\\":\\"MODE\\",\\"original\\":{\\"replicas\\":1,\\"paused\\":null,\\"size\\":\\"50Gi\\",\\"policy\\":null,\\"claims\\":{\\"prometheus-k8s-db-prometheus-k8s-0\\":\\"50Gi\\"},\\"pods\\":{\\"prometheus-k8s-0\\":\\"UID\\"}},\\"retain\\":false,\\"run\\":\\"UID\\",\\"version\\":\\"TOOL\\",\\"started\\":\\"2026-01-02T03:04:05.000Z\\"}';

const body = (value: object): string => JSON.stringify(value, null, 2);
const requests = { resources: { requests: { storage: '100Gi' } } };
const decidedOn = { metadata: { resourceVersion: 'VERSION' } };

const dryRun = `# Step 2: Write the record
POST /api/v1/namespaces/NS/configmaps?fieldManager=kubectl-monitoring
Content-Type: application/json
${body({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'kubectl-monitoring-resize-prometheus-k8s',
    namespace: 'NS',
    labels: { 'app.kubernetes.io/managed-by': 'kubectl-monitoring' },
  },
  data: { 'record.json': 'RECORD' },
}).replace('RECORD', RECORD.replace('MODE', 'offline'))}

# Step 3: Set replicas to 0 and the template to the new size
PATCH /apis/monitoring.coreos.com/v1/namespaces/NS/prometheuses/k8s?fieldManager=kubectl-monitoring
Content-Type: application/merge-patch+json
${body({ spec: { replicas: 0, storage: { volumeClaimTemplate: { spec: requests } } }, ...decidedOn })}

# Step 5: Grow claim ${CLAIM}
PATCH /api/v1/namespaces/NS/persistentvolumeclaims/${CLAIM}?fieldManager=kubectl-monitoring
Content-Type: application/merge-patch+json
${body({ spec: requests, ...decidedOn })}

# Step 7: Restore the replicas
PATCH /apis/monitoring.coreos.com/v1/namespaces/NS/prometheuses/k8s?fieldManager=kubectl-monitoring
Content-Type: application/merge-patch+json
${body({ spec: { replicas: 1 }, ...decidedOn })}

# Step 9: Remove the record
DELETE /api/v1/namespaces/NS/configmaps/kubectl-monitoring-resize-prometheus-k8s
Content-Type: application/json
${body({ apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Background' })}
`;

/** The same with what the server says of each request. */
const ANSWERS = [
  ...Array.from({ length: 3 }, () => 'accepted'),
  'not judged, because it depends on step 3',
  'not judged, because it depends on step 2',
];
const answered = dryRun
  .split('\n\n')
  .map((request, index) => `${request.trimEnd()}\n# Server: ${ANSWERS[index]}\n`)
  .join('\n');

const SIZE = 'spec.resources.requests.storage';
const TEMPLATE = `spec.storage.volumeClaimTemplate.${SIZE}`;

for (const kind of servers())
  describe(`what kubectl monitoring resize-pvc prints, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    before(async () => {
      server = await kind.start();
      stage = await openResizing(server, {
        components: ['k8s', 'json', 'yaml', 'steered'].map((name) => ({ name, replicas: 1 })),
      });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    for (const where of ['client', 'server'])
      test(`--dry-run=${where} prints the requests, and changes nothing`, async () => {
        const before = await stage.get(stage.path('prometheuses', 'k8s'));
        const ran = await stage.resize(['100Gi', 'k8s', `--dry-run=${where}`]);
        assert.equal(same(ran.stdout), where === 'server' ? answered : dryRun);
        assert.deepEqual({ ...ran, stdout: '' }, { code: 0, stdout: '', stderr: OUTAGE, writes: [] });
        const { metadata } = await stage.get(stage.path('prometheuses', 'k8s'));
        assert.equal(metadata.generation, before.metadata.generation);
      });

    test('--dry-run=server reads again if another user wrote meanwhile, but not forever', async () => {
      const conflict = refusal(409, 'Conflict', 'the object has been modified');
      const tried = async (most: number) => {
        let times = 0;
        const { code, stdout, stderr } = await stage.resize(['100Gi', 'k8s', '--dry-run=server'], {
          before: ({ method, path }) => {
            if (method !== 'PATCH' || !path.includes('/prometheuses/k8s') || times === most) return undefined;
            times += 1;
            return conflict;
          },
        });
        return { code, stdout: same(stdout), stderr, times };
      };
      assert.deepEqual(await tried(2), { code: 0, stdout: answered, stderr: OUTAGE, times: 2 });
      const { code, stdout, stderr, times } = await tried(100);
      assert.deepEqual({ code, stdout, times }, { code: 1, stdout: '', times: 5 });
      assert.match(stderr, /Conflict.*the object has been modified/);
    });

    test('--diff shows each change', async () => {
      const { code, stdout, stderr, writes } = await stage.resize([
        '100Gi',
        'k8s',
        '--diff',
        '--mode=online',
      ]);
      assert.deepEqual({ code, stderr, writes }, { code: 0, stderr: '', writes: [] });
      assert.equal(
        stdout,
        `persistentvolumeclaim/${CLAIM} -n NS
- ${SIZE}: 50Gi
+ ${SIZE}: 100Gi

prometheus.monitoring.coreos.com/k8s -n NS
- ${TEMPLATE}: 50Gi
+ ${TEMPLATE}: 100Gi
~ spec.paused: true during the run

statefulset.apps/prometheus-k8s -n NS
~ deleted (--cascade=orphan) during the run, then created again by its controller

configmap/kubectl-monitoring-resize-prometheus-k8s -n NS
~ created for the run, deleted at its end (bookkeeping)
`,
      );
    });

    test('--dry-run=server says which request the server rejects, and fails', async () => {
      const message = 'admission webhook "sizes.test" denied the request: 100Gi is too much';
      const { code, stdout, stderr, writes } = await stage.resize(['100Gi', 'k8s', '--dry-run=server'], {
        before: ({ method, path }) =>
          method === 'PATCH' && path.includes('/persistentvolumeclaims/')
            ? refusal(403, 'Forbidden', message)
            : undefined,
      });
      assert.deepEqual({ code, writes }, { code: 1, writes: [] });
      assert.deepEqual(stdout.match(/^# Server: .*/gm), [
        '# Server: accepted',
        '# Server: accepted',
        `# Server: rejected: Error from server (Forbidden): ${message}`,
        '# Server: not judged, because it depends on step 3',
        '# Server: not judged, because it depends on step 2',
      ]);
      assert.equal(
        stderr,
        `${OUTAGE}error: the dry run of step 5, "Grow claim ${CLAIM}", was rejected for Prometheus NS/k8s; nothing was changed
Error from server (Forbidden): ${message}
This is not a missing permission: an admission webhook rejected the request. Do what it says, or ask its owner.
`,
      );
    });

    test('-o json of a dry run has the requests and their patches', async () => {
      const { stdout } = await stage.resize(['100Gi', 'k8s', '--dry-run=client', '-o', 'json']);
      const [{ resource, verdict, exitCode, requests: planned, values }] = JSON.parse(stdout).items;
      assert.deepEqual(
        { resource, verdict, exitCode, values },
        { resource: 'prometheus.monitoring.coreos.com/k8s', verdict: 'unchanged', exitCode: 0, values: [] },
      );
      assert.deepEqual(
        planned.map(({ step, request: { method } }: { step: number; request: { method: string } }) => [
          step,
          method,
        ]),
        [
          [2, 'POST'],
          [3, 'PATCH'],
          [5, 'PATCH'],
          [7, 'PATCH'],
          [9, 'DELETE'],
        ],
      );
    });

    test('-o json says everything of a run', async () => {
      const { code, stdout } = await stage.resize(['100Gi', 'json', '-y', '-o', 'json']);
      assert.equal(code, 0);
      const { items, run, ...result } = JSON.parse(stdout);
      assert.match(run.command, /^kubectl monitoring resize-pvc 100Gi json -y -o json /);
      assert.deepEqual(result, {
        apiVersion: 'monitoring.kubectl/v1',
        kind: 'ResizeList',
        verdict: 'resized',
        exitCode: 0,
      });
      const [{ server: address, steps, changes, ...report }] = items;
      assert.equal(address, 'https://127.0.0.1:PORT');
      assert.deepEqual(report, {
        metadata: { name: 'json', namespace: 'NS' },
        component: 'metrics',
        resource: 'prometheus.monitoring.coreos.com/json',
        context: 'test',
        exitCode: 0,
        mode: 'offline',
        size: '100Gi',
        claims: [
          {
            name: 'prometheus-json-db-prometheus-json-0',
            from: '50Gi',
            size: '100Gi',
            capacity: '100Gi',
            done: true,
            state: 'has 100Gi',
          },
        ],
        orphaned: [],
        refusals: [],
        warnings: report.warnings,
        verdict: 'resized',
        message: 'resized to 100Gi',
        values: { outcome: 'unset', files: [], commits: [] },
      });
      assert.deepEqual(
        report.warnings.map(({ name }: { name: string }) => name),
        ['outage'],
      );
      const [template, claim] = [
        'spec.storage.volumeClaimTemplate.spec.resources.requests.storage',
        'spec.resources.requests.storage',
      ];
      assert.deepEqual(changes, [
        {
          ...{ resource: 'prometheus.monitoring.coreos.com/json -n NS', field: template },
          ...{ from: '50Gi', to: '100Gi' },
        },
        {
          ...{ resource: 'persistentvolumeclaim/prometheus-json-db-prometheus-json-0 -n NS', field: claim },
          ...{ from: '50Gi', to: '100Gi' },
        },
      ]);
      assert.deepEqual(
        steps.map(({ title, state, time }: Record<string, string>) => [title, state, time]),
        STEPS.map((title) => [title, 'done', '2026-01-02T03:04:05.000Z']),
      );
    });

    test('-o yaml and -o name', async () => {
      const { code, stdout } = await stage.resize(['100Gi', 'yaml', '-y', '-o', 'yaml', '--mode=online']);
      assert.equal(code, 0);
      const [{ verdict, message, mode }] = parse(stdout).items;
      assert.deepEqual(
        { verdict, message, mode },
        { verdict: 'resized', message: 'resized to 100Gi; no pod was re-created', mode: 'online' },
      );
      const named = await stage.resize(['100Gi', 'yaml', '-y', '-o', 'name']);
      assert.deepEqual(named, {
        code: 0,
        stdout: 'prometheus.monitoring.coreos.com/yaml\n',
        stderr: '',
        writes: [],
      });
    });

    test('an error is a report too, where data is asked for', async () => {
      const { code, stdout, stderr } = await stage.resize(['100Gi', 'absent', '-y', '-o', 'json']);
      assert.equal(code, 1);
      const { run, ...result } = JSON.parse(stdout);
      assert.equal(run.clusters.length, 1);
      assert.deepEqual(result, {
        apiVersion: 'monitoring.kubectl/v1',
        kind: 'ResizeList',
        verdict: 'blocked',
        exitCode: 1,
        message: 'Error from server (NotFound): prometheuses.monitoring.coreos.com "absent" not found',
        hint: 'There is no such Prometheus in namespace "NS". To find it: kubectl get prometheuses -A --kubeconfig KUBECONFIG',
        items: [],
      });
      assert.match(stderr, /^Error from server \(NotFound\)/);
    });

    test('refuses without a terminal and without -y', async () => {
      const { code, stdout, stderr, writes } = await stage.resize(['100Gi', 'k8s']);
      assert.deepEqual({ code, stdout, writes }, { code: 1, stdout: '', writes: [] });
      assert.ok(
        stderr.endsWith(
          'error: cannot ask for confirmation: stdin is not a terminal\nUse --yes (-y) to skip the confirmation prompt.\n',
        ),
        stderr,
      );
    });

    test('text from the cluster does not steer a terminal', async () => {
      const { status, text } = await stage.patch(stage.path('prometheuses', 'steered'), {
        metadata: { annotations: { 'argocd.argoproj.io/instance': 'apps\u001b[2J\u202e' } },
      });
      assert.equal(status, 200, text);
      const { stderr } = await stage.resize(['100Gi', 'steered', '-y']);
      assert.match(
        stderr,
        / {2}gitops: Argo CD application "apps\\x1b\[2J\\u202e" manages this Prometheus: /,
      );
      const { stdout } = await stage.resize(['100Gi', 'steered', '-y', '-o', 'json']);
      assert.ok(!stdout.includes('\u001b'));
    });
  });

/** The steps of a resize of one volume. */
const STEPS = [
  '1/9 Try every patch',
  '2/9 Write the record',
  '3/9 Set replicas to 0 and the template to the new size',
  '4/9 Wait for the pods to stop',
  '5/9 Grow claim prometheus-json-db-prometheus-json-0',
  '6/9 Wait for the storage to resize the volumes',
  '7/9 Restore the replicas',
  '8/9 Wait for the StatefulSet to come back',
  '9/9 Remove the record',
  'Verification',
];
