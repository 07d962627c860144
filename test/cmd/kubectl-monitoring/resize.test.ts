import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { KubeObject } from '../../../lib/kube/api/types.ts';
import { expect } from '../../scenarios/requests.ts';
import { historyAfter } from '../../support/history.ts';
import { refusal } from '../../support/relay-answers.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import {
  distinct,
  openResizing,
  type Resizing,
  sizesOf,
  stepsDone,
  uidsOf,
  type Write,
  withoutNotes,
} from './resizing.ts';

const MANAGER = { fieldManager: 'kubectl-monitoring' };

/** The plan that the user reads first. */
const plan = (name: string, order: string): string => `  Context    test
  Server     https://127.0.0.1:PORT
  Namespace  NS
  Prometheus ${name}
  Replicas   2
  Mode       ${order}
  Claims     prometheus-${name}-db-prometheus-${name}-0 50Gi -> 100Gi
             prometheus-${name}-db-prometheus-${name}-1 50Gi -> 100Gi
`;
const VERIFIED = 'Verification: done (volumes have the size; file systems not measured)\n';

const size = (storage: string) => ({ resources: { requests: { storage } } });
const template = { storage: { volumeClaimTemplate: { spec: size('100Gi') } } };

for (const kind of servers())
  describe(`kubectl monitoring resize-pvc on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    before(async () => {
      server = await kind.start();
      stage = await openResizing(server, {
        components: [
          { name: 'stops' },
          { name: 'runs', spec: { paused: false } },
          { name: 'tried' },
          { name: 'synced', replicas: 1 },
        ],
      });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const claim = (name: string, ordinal: number): string =>
      `persistentvolumeclaims/prometheus-${name}-db-prometheus-${name}-${ordinal}`;
    /** Every patch says what it was decided on. */
    const haveVersions = (writes: Write[]): void => {
      for (const { body } of writes.filter(({ what }) => what.startsWith('PATCH')))
        assert.match(body.metadata.resourceVersion, /^\d+$/);
    };

    test('in the documented order everything stops, grows and is back', async () => {
      const before = await stage.claimsOf('stops');
      const held = await stage.held('stops');
      const { code, stdout, stderr, writes } = await stage.resize(['100Gi', 'stops', '-y']);
      assert.equal(stdout, 'prometheus.monitoring.coreos.com/stops resized to 100Gi\n');
      assert.equal(
        withoutNotes(stderr),
        `Warning: without --mode, the resize is offline, as documented, and stops every replica of stops until its volumes have grown: --mode online keeps them running, if the storage driver can resize volumes in use (outage)
${plan('stops', 'offline: every replica stops until the volumes have grown')}${stepsDone(
  'Try every patch',
  'Write the record',
  'Set replicas to 0 and the template to the new size',
  'Wait for the pods to stop',
  'Grow claim prometheus-stops-db-prometheus-stops-0',
  'Grow claim prometheus-stops-db-prometheus-stops-1',
  'Wait for the storage to resize the volumes',
  'Restore the replicas',
  'Wait for the StatefulSet to come back',
  'Remove the record',
)}${VERIFIED}`,
      );
      assert.equal(code, 0);
      const record = 'kubectl-monitoring-resize-prometheus-stops';
      haveVersions(writes);
      assert.deepEqual(distinct(writes), [
        { what: 'POST configmaps', query: MANAGER },
        { what: 'PATCH prometheuses/stops', query: MANAGER, spec: { replicas: 0, ...template } },
        { what: `PATCH ${claim('stops', 0)}`, query: MANAGER, spec: size('100Gi') },
        { what: `PATCH ${claim('stops', 1)}`, query: MANAGER, spec: size('100Gi') },
        { what: 'PATCH prometheuses/stops', query: MANAGER, spec: { replicas: 2 } },
        { what: `DELETE configmaps/${record}`, query: {} },
      ]);
      const after = await stage.claimsOf('stops');
      assert.deepEqual(uidsOf(after), uidsOf(before));
      assert.deepEqual(Object.values(sizesOf(after)), ['100Gi/100Gi', '100Gi/100Gi']);
      assert.deepEqual(await stage.held('stops'), held);
      assert.deepEqual(await stage.records(), []);
      const set = await stage.get(stage.path('statefulsets', 'prometheus-stops'));
      assert.equal(set.spec.volumeClaimTemplates[0].spec.resources.requests.storage, '100Gi');
      assert.equal(set.spec.replicas, 2);
    });

    test('names the writer that restores the old size during a run, and continues', async () => {
      let isDone = false;
      const path = `${stage.path('prometheuses', 'synced')}?fieldManager=configsync.gke.io`;
      const storage = { volumeClaimTemplate: { spec: size('50Gi') } };
      const { code, stdout, stderr } = await stage.resize(['100Gi', 'synced', '-y'], {
        before: async ({ method, path: sent }) => {
          if (isDone || method !== 'PATCH' || sent.includes('dryRun') || !sent.includes('claims/'))
            return undefined;
          isDone = true;
          await expect(server.admin, { method: 'PATCH', path, body: { spec: { storage } } }, 200);
          return undefined;
        },
      });
      assert.match(
        stderr,
        /^Warning: field manager "configsync.gke.io" also writes to this instance: step "Set replicas to 0 and the template to the new size" was done again$/m,
      );
      assert.equal(stdout, 'prometheus.monitoring.coreos.com/synced resized to 100Gi\n');
      assert.equal(code, 0);
    });

    test('the record is written first and says what was there, and what it is deleted by', async () => {
      const seen: KubeObject = await stage.get(stage.path('prometheuses', 'stops'));
      const { uid, generation } = seen.metadata;
      const pods = await stage.podsOf('stops');
      const { code, stderr, writes } = await stage.resize(['150Gi', 'stops', '-y', '--mode=online']);
      assert.equal(code, 0, stderr);
      const [first] = writes;
      assert.equal(first?.what, 'POST configmaps');
      const { 'record.json': text, ...others } = first?.body.data ?? {};
      assert.deepEqual(others, {});
      const { run, resourceVersion, ...record } = JSON.parse(text);
      assert.match(run, /^[\da-f-]{36}$/);
      // The operator may write a status at any time, also between this look and the command's.
      const later = await historyAfter(
        server.admin,
        stage.path('prometheuses'),
        seen,
        ({ metadata }) => metadata.generation !== generation,
      );
      const unchanged = [seen, ...later.slice(0, -1)];
      assert.ok(
        unchanged.some(({ metadata }) => metadata.resourceVersion === resourceVersion),
        text,
      );
      assert.deepEqual(record, {
        goal: 'resize',
        uid,
        size: '150Gi',
        mode: 'online',
        original: {
          replicas: 2,
          paused: null,
          size: '100Gi',
          policy: null,
          claims: {
            'prometheus-stops-db-prometheus-stops-0': '100Gi',
            'prometheus-stops-db-prometheus-stops-1': '100Gi',
          },
          pods,
        },
        retain: false,
        version: record.version,
        started: '2026-01-02T03:04:05.000Z',
      });
      const last = writes.at(-1);
      assert.deepEqual(Object.keys(last?.body.preconditions).toSorted(), ['resourceVersion', 'uid']);
    });

    test('online the pods run on, and the operator takes them over again', async () => {
      const before = await stage.claimsOf('runs');
      const pods = await stage.podsOf('runs');
      const held = await stage.held('runs');
      const former = await stage.get(stage.path('statefulsets', 'prometheus-runs'));
      const { code, stdout, stderr, writes } = await stage.resize([
        '100Gi',
        'runs',
        '-y',
        '--mode',
        'online',
      ]);
      assert.equal(stdout, 'prometheus.monitoring.coreos.com/runs resized to 100Gi; no pod was re-created\n');
      assert.equal(
        withoutNotes(stderr),
        `${plan('runs', 'online: the pods keep running; the operator is paused briefly')}${stepsDone(
          'Try every patch',
          'Write the record',
          'Grow claim prometheus-runs-db-prometheus-runs-0',
          'Grow claim prometheus-runs-db-prometheus-runs-1',
          'Wait for the storage to resize the volumes',
          'Pause the operator and set the template to the new size',
          'Wait for the operator to see the pause',
          'Delete StatefulSet prometheus-runs without its pods',
          'Wait for the StatefulSet to be deleted',
          'Restore the pause setting',
          'Wait for the StatefulSet to come back',
          'Remove the record',
        )}${VERIFIED}`,
      );
      assert.equal(code, 0);
      haveVersions(writes);
      assert.deepEqual(distinct(writes), [
        { what: 'POST configmaps', query: MANAGER },
        { what: `PATCH ${claim('runs', 0)}`, query: MANAGER, spec: size('100Gi') },
        { what: `PATCH ${claim('runs', 1)}`, query: MANAGER, spec: size('100Gi') },
        { what: 'PATCH prometheuses/runs', query: MANAGER, spec: { paused: true, ...template } },
        { what: 'DELETE statefulsets/prometheus-runs', query: {} },
        { what: 'PATCH prometheuses/runs', query: MANAGER, spec: { paused: false } },
        { what: 'DELETE configmaps/kubectl-monitoring-resize-prometheus-runs', query: {} },
      ]);
      const deletion = writes.find(({ what }) => what === 'DELETE statefulsets/prometheus-runs');
      assert.deepEqual(deletion?.body, {
        apiVersion: 'v1',
        kind: 'DeleteOptions',
        propagationPolicy: 'Orphan',
        preconditions: { uid: former.metadata.uid },
      });
      const after = await stage.claimsOf('runs');
      assert.deepEqual(uidsOf(after), uidsOf(before));
      assert.deepEqual(Object.values(sizesOf(after)), ['100Gi/100Gi', '100Gi/100Gi']);
      assert.deepEqual(await stage.podsOf('runs'), pods);
      assert.deepEqual(await stage.held('runs'), held);
      assert.deepEqual(await stage.records(), []);
      const { metadata, spec } = await stage.get(stage.path('statefulsets', 'prometheus-runs'));
      assert.notEqual(metadata.uid, former.metadata.uid);
      assert.equal(spec.volumeClaimTemplates[0].spec.resources.requests.storage, '100Gi');
    });

    test('once more it finds nothing to do, in either mode', async () => {
      for (const mode of ['offline', 'online'])
        assert.deepEqual(await stage.resize(['102400Mi', 'runs', '-y', '--mode', mode]), {
          code: 0,
          stdout: 'prometheus.monitoring.coreos.com/runs unchanged: every volume has 102400Mi\n',
          stderr: '',
          writes: [],
        });
    });

    for (const mode of ['offline', 'online'])
      test(`in mode ${mode}, what is tried changes nothing: the StatefulSet, its pods and claims stay`, async () => {
        const set = stage.path('statefulsets', 'prometheus-tried');
        const before = await stage.get(set);
        const claims = await stage.claimsOf('tried');
        const pods = await stage.podsOf('tried');
        const { code, writes } = await stage.resize([
          ...['100Gi', 'tried', '-o', 'name', '--dry-run=server'],
          ...['--mode', mode],
        ]);
        assert.deepEqual({ code, writes }, { code: 0, writes: [] });
        const { metadata } = await stage.get(set);
        assert.equal(metadata.uid, before.metadata.uid);
        assert.equal(metadata.deletionTimestamp, undefined);
        assert.deepEqual(await stage.claimsOf('tried'), claims);
        assert.deepEqual(await stage.podsOf('tried'), pods);
        assert.deepEqual(await stage.records(), []);
      });

    test('a refusal of the server itself comes while nothing is changed', async () => {
      const message = 'admission webhook "sizes.test" denied the request: 100Gi is too much';
      const { code, stdout, stderr, writes } = await stage.resize(['100Gi', 'tried', '-y'], {
        before: ({ method, path }) =>
          method === 'PATCH' && path.includes('/persistentvolumeclaims/')
            ? refusal(403, 'Forbidden', message)
            : undefined,
      });
      assert.deepEqual({ code, stdout, writes }, { code: 1, stdout: '', writes: [] });
      assert.equal(
        stderr.slice(stderr.indexOf('1/10 ')),
        `1/10 Try every patch: failed (Error from server (Forbidden): ${message})
Error from server (Forbidden): ${message}
This is not a missing permission: an admission webhook rejected the request. Do what it says, or ask its owner.
Prometheus NS/tried is running, and no run of this tool is unfinished
`,
      );
    });

    test('a StatefulSet that goes between the look and the try is looked for again', async () => {
      let tries = 0;
      const { code, stderr } = await stage.resize(['120Gi', 'tried', '-y', '--mode=online'], {
        before: ({ method, path, body }) => {
          if (method !== 'DELETE' || !JSON.parse(body).dryRun) return undefined;
          tries += 1;
          const message = `statefulsets.apps "${path.split('/').at(-1)}" not found`;
          return tries === 1 ? refusal(404, 'NotFound', message) : undefined;
        },
      });
      assert.equal(code, 0, stderr);
      assert.equal(tries, 2);
      assert.deepEqual(Object.values(sizesOf(await stage.claimsOf('tried'))), ['120Gi/120Gi', '120Gi/120Gi']);
      assert.deepEqual(await stage.records(), []);
    });
  });
