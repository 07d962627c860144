import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ClaimObject } from '../../../lib/volumes/claim.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openResizing, type ResizeOptions, type Resizing, sizesOf, uidsOf } from './resizing.ts';

for (const kind of servers())
  describe(`how storage behaves while volumes are resized, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    before(async () => {
      server = await kind.start();
      stage = await openResizing(server, {
        components: [
          { name: 'slow', storageClass: 'slow' },
          { name: 'hasty', storageClass: 'slow', replicas: 1 },
          { name: 'offline', storageClass: 'offline', replicas: 1 },
          { name: 'attached', storageClass: 'offline', replicas: 1 },
          { name: 'refusing', storageClass: 'refusing', replicas: 1 },
          { name: 'refused', storageClass: 'refusing', replicas: 1 },
          { name: 'cooling', storageClass: 'cooldown', replicas: 1 },
        ],
      });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const claimOf = (name: string, ordinal = 0): string =>
      `prometheus-${name}-db-prometheus-${name}-${ordinal}`;
    /** Has a claim's storage say this before the run, which has asked for more, begins to wait for it. */
    const saying = (name: string, condition: string): ResizeOptions => ({
      async after({ method, path }) {
        if (method === 'PATCH' && path.includes(claimOf(name)) && !path.includes('dryRun'))
          await stage.waitFor(
            stage.path('persistentvolumeclaims', claimOf(name)),
            ({ status }: ClaimObject) => status?.conditions?.some(({ type }) => type === condition) ?? false,
          );
        return undefined;
      },
    });
    /** Calls `then` once, as soon as all of this has been said. */
    const once = (texts: string[], then: () => void): ((text: string) => void) => {
      let said = '';
      let called = false;
      return (text) => {
        said += text;
        if (called || !texts.every((one) => said.includes(one))) return;
        called = true;
        then();
      };
    };

    for (const [mode, size] of [
      ['online', '60Gi'],
      ['offline', '70Gi'],
    ] as const)
      test(`${mode}: a storage that takes its time is waited for, claim by claim`, async () => {
        const claims = await stage.claimsOf('slow');
        const former = mode === 'online' ? '50Gi' : '60Gi';
        const line = (ordinal: number): string =>
          `claim ${claimOf('slow', ordinal)}: ${former} of ${size}, Resizing\n`;
        const { code, stderr } = await stage.resize([size, 'slow', '-y', '--mode', mode], {
          onStderr: once([line(0), line(1)], () => {
            for (const ordinal of [0, 1]) stage.storage.release(stage.namespace, claimOf('slow', ordinal));
          }),
        });
        assert.equal(code, 0, stderr);
        const after = await stage.claimsOf('slow');
        assert.deepEqual(uidsOf(after), uidsOf(claims));
        assert.deepEqual(Object.values(sizesOf(after)), [`${size}/${size}`, `${size}/${size}`]);
      });

    test('a step that times out names what it waits for; the same command resumes', async () => {
      const { code, stdout, stderr } = await stage.resize(
        ['100Gi', 'hasty', '-y', '--mode', 'online', '--timeout', '5s'],
        saying('hasty', 'Resizing'),
      );
      assert.deepEqual({ code, stdout }, { code: 124, stdout: '' });
      const tail = stderr.slice(stderr.indexOf('4/11 '));
      assert.equal(
        tail,
        `4/11 Wait for the storage to resize the volumes: failed (timed out at "Wait for the storage to resize the volumes" after 5s)
error: timed out at "Wait for the storage to resize the volumes" after 5s
claim ${claimOf('hasty')}: 50Gi of 100Gi, Resizing
Find out what blocks it, or wait longer with --timeout.
Prometheus NS/hasty is running, with an unfinished resize to 100Gi; the storage has grown 0 of 1 volumes; to continue: kubectl monitoring resize-pvc 100Gi hasty -n NS --kubeconfig KUBECONFIG --mode online
`,
      );
      assert.deepEqual(await stage.records(), ['kubectl-monitoring-resize-prometheus-hasty']);
      stage.storage.release(stage.namespace, claimOf('hasty'));
      const again = await stage.resize(['100Gi', 'hasty', '-y', '--mode', 'online']);
      assert.equal(again.code, 0, again.stderr);
      assert.match(again.stderr, /^ {2}Prometheus hasty \(a resize is unfinished\)$/m);
      assert.deepEqual(Object.values(sizesOf(await stage.claimsOf('hasty'))), ['100Gi/100Gi']);
      assert.deepEqual(await stage.records(), []);
    });

    test('grows volumes that only grow while not in use, in the documented order', async () => {
      const before = await stage.claimsOf('offline');
      const { code, stderr } = await stage.resize(['100Gi', 'offline', '-y']);
      assert.equal(code, 0, stderr);
      const after = await stage.claimsOf('offline');
      assert.deepEqual(uidsOf(after), uidsOf(before));
      assert.deepEqual(Object.values(sizesOf(after)), ['100Gi/100Gi']);
    });

    test('online they do not: that is said, and after an undo the documented order does it', async () => {
      const before = await stage.claimsOf('attached');
      const held = await stage.held('attached');
      const { code, stderr } = await stage.resize(
        ['100Gi', 'attached', '-y', '--mode', 'online', '--timeout', '5s'],
        saying('attached', 'ControllerResizeError'),
      );
      assert.equal(code, 124);
      assert.match(stderr, /ControllerResizeError: .*is attached to a node and grows only when it is not/);
      assert.deepEqual(await stage.held('attached'), held);
      const other = await stage.resize(['100Gi', 'attached', '-y', '--mode=offline']);
      assert.equal(other.code, 1);
      assert.match(
        other.stderr,
        / {2}other-mode: an unfinished run uses --mode online, but this one --mode offline\n {4}finish that run with --mode online, or undo it: kubectl monitoring undo prometheus\/attached -n NS --kubeconfig KUBECONFIG; then run this again\n/,
      );
      const undone = await stage.undo(['attached', '-y']);
      assert.equal(undone.code, 0, undone.stderr);
      assert.deepEqual(await stage.records(), []);
      const done = await stage.resize(['100Gi', 'attached', '-y']);
      assert.equal(done.code, 0, done.stderr);
      const after = await stage.claimsOf('attached');
      assert.deepEqual(uidsOf(after), uidsOf(before));
      assert.deepEqual(Object.values(sizesOf(after)), ['100Gi/100Gi']);
      assert.deepEqual(await stage.held('attached'), held);
    });

    test('online, stops before changing anything but the claim if the storage cannot grow it', async () => {
      const held = await stage.held('refusing');
      const pods = await stage.podsOf('refusing');
      const { code, stderr } = await stage.resize(['100Gi', 'refusing', '-y', '--mode', 'online']);
      assert.equal(code, 1);
      const tail = stderr.slice(stderr.indexOf('error: the volumes'));
      assert.equal(
        tail.replaceAll(/pvc-[\da-f-]+/g, 'VOLUME'),
        `error: the volumes of Prometheus NS/refusing were not resized
  resize-infeasible: the storage cannot resize claim ${claimOf('refusing')} (ControllerResizeInfeasible; Resizing; ControllerResizeError: failed to expand pvc with rpc error: code = OutOfRange desc = volume VOLUME cannot be made that large)
    see kubectl describe pvc ${claimOf('refusing')}. From Kubernetes 1.34 on, a claim that never grew can be set back to a size above its capacity (50Gi); meanwhile, undo this run: kubectl monitoring undo prometheus/refusing -n NS --kubeconfig KUBECONFIG
Prometheus NS/refusing is running, with an unfinished resize to 100Gi; the storage has grown 0 of 1 volumes; once the checks above pass, run: kubectl monitoring resize-pvc 100Gi refusing -n NS --kubeconfig KUBECONFIG --mode online
`,
      );
      assert.deepEqual(await stage.held('refusing'), held);
      assert.deepEqual(await stage.podsOf('refusing'), pods);
    });

    test('in the documented order it stops at 0 replicas, and an undo brings them back', async () => {
      const held = await stage.held('refused');
      const claims = await stage.claimsOf('refused');
      const { code, stderr } = await stage.resize(['100Gi', 'refused', '-y']);
      assert.equal(code, 1);
      assert.match(stderr, / {2}resize-infeasible: /);
      assert.match(
        stderr,
        /^Prometheus NS\/refused is stopped \(0 replicas\) by an unfinished resize to 100Gi: nothing is collected until the run is resumed; the storage has grown 0 of 1 volumes; once the checks above pass, run: /m,
      );
      const undone = await stage.undo(['refused', '-y']);
      assert.equal(undone.code, 0, undone.stderr);
      assert.equal(
        undone.stdout,
        `prometheus.monitoring.coreos.com/refused undone: replicas, pause and retention policy are as before; claims cannot shrink: ${claimOf('refused')} requests 100Gi, the template 100Gi\n`,
      );
      assert.deepEqual(await stage.held('refused'), held);
      assert.deepEqual(uidsOf(await stage.claimsOf('refused')), uidsOf(claims));
      assert.ok(!(await stage.records()).includes('kubectl-monitoring-resize-prometheus-refused'));
    });

    test('a volume that was modified too recently is waited for', async () => {
      const { code, stderr } = await stage.resize(['100Gi', 'cooling', '-y'], {
        onStderr: once(['VolumeModificationRateExceeded'], () => stage.storage.release(stage.namespace)),
      });
      assert.equal(code, 0, stderr);
      assert.match(
        stderr,
        /^claim prometheus-cooling-db-prometheus-cooling-0: 50Gi of 100Gi, Resizing; ControllerResizeError: .*VolumeModificationRateExceeded: volume \S+ was modified too recently$/m,
      );
      assert.deepEqual(Object.values(sizesOf(await stage.claimsOf('cooling'))), ['100Gi/100Gi']);
      assert.deepEqual(stage.storage.lost, []);
    });
  });
