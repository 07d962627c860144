import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { openMonitoring } from '../../support/monitoring.ts';
import type { MonitoringStage } from '../../support/monitoring-stage.ts';
import { startRelay } from '../../support/relay.ts';
import { type RunOptions, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';

for (const kind of servers())
  describe(`--report of kubectl monitoring on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: MonitoringStage;
    let kubeconfig: string;
    let folder: string;
    before(async () => {
      server = await kind.start();
      stage = await openMonitoring(server, {
        components: [
          { name: 'k8s', spec: { retention: '40d', retentionSize: '40GB' } },
          { name: 'small', replicas: 1 },
          { name: 'stopped', replicas: 1 },
        ].map((one) => ({ ...one, storageClass: 'instant' })),
        block: {},
      });
      kubeconfig = await stage.kubeconfig();
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'report-'));
    });
    afterEach(() => rm(folder, { recursive: true }));

    const run = ([command = '', ...words]: string[], options: RunOptions & { config?: string } = {}) => {
      const { config = kubeconfig, ...more } = options;
      const where = ['-n', stage.namespace, '--kubeconfig', config];
      return runCommand(program, [command, ...where, ...words], { cwd: folder, ...more });
    };
    const page = (name = 'run.html'): string =>
      readFileSync(join(folder, name), 'utf8').replaceAll('<wbr>', '');

    test('capacity has a chart of each volume, with its retention and its projection', async () => {
      const { code, stdout, stderr } = await run(['capacity', 'k8s', '--report', 'run.html']);
      assert.equal(code, 0);
      assert.match(stdout, /^Measured by pod prometheus-k8s-0 /);
      assert.match(stderr, /Report: run\.html\n$/);
      assert.equal(page().match(/<svg /g)?.length, 2);
      assert.match(page(), /<title>prometheus-k8s-db-prometheus-k8s-0: [\d.]+Gi of [\d.]+Gi used, /);
      for (const wanted of ['class="used"', 'class="likely"', 'class="limit"'])
        assert.ok(page().includes(wanted), wanted);
    });

    test('status has its findings, the parts and charts of the volumes', async () => {
      const { stdout } = await run(['status', '--report', 'run.html', '-o', 'json']);
      for (const { message, next } of JSON.parse(stdout).items)
        for (const wanted of [message, next])
          if (wanted) assert.ok(unescaped(page()).includes(wanted), wanted);
      assert.match(page(), /<svg /);
      writeFileSync(join(folder, 'later.json'), stdout);
      assert.equal((await run(['report', 'later.json'])).code, 0);
      assert.equal(page('later.html'), page());
    });

    test('status --watch keeps that of its last look', async () => {
      const stop = new AbortController();
      const options = { wait: async () => stop.abort(), interrupted: stop.signal };
      const { code } = await run(['status', '-w', '--report', 'run.html'], options);
      assert.equal(code, 130);
      assert.match(page(), /Status of /);
      assert.doesNotMatch(page(), /has not finished/);
    });

    test('resize-pvc has each claim before and after, and the timeline', async () => {
      const { code } = await run(['resize-pvc', '100Gi', 'small', '-y', '--report', 'run.html']);
      assert.equal(code, 0);
      for (const wanted of [
        'Resize of ',
        'persistentvolumeclaim/prometheus-small-db-prometheus-small-0',
        'spec.resources.requests.storage',
        '50Gi',
        '100Gi',
        'Restore the replicas',
      ])
        assert.ok(page().includes(wanted), wanted);
    });

    test('an interrupted resize has one with the command that resumes it; undo has its own', async () => {
      const interruption = new AbortController();
      const relay = await startRelay(server.admin, {
        after: ({ method, path }) => {
          if (method === 'PATCH' && /\/prometheuses\/(?!.*dryRun)/.test(path)) interruption.abort();
          return undefined;
        },
      });
      try {
        const config = await stage.kubeconfig(relay.endpoint(server.admin));
        const words = ['resize-pvc', '100Gi', 'stopped', '-y', '--report', 'run.html'];
        const { code, stderr } = await run(words, { config, interrupted: interruption.signal });
        assert.equal(code, 130, stderr);
      } finally {
        await relay.stop();
      }
      assert.match(page(), /interrupted before it finished/);
      assert.match(page(), /kubectl monitoring resize-pvc 100Gi stopped /);
      const { code, stderr } = await run(['undo', 'prometheus/stopped', '-y', '--report', 'undo.html']);
      assert.equal(code, 0, stderr);
      assert.match(page('undo.html'), /undone/);
    });

    test('a user that the server does not name is unknown', async () => {
      const relay = await startRelay(server.admin, {
        before: ({ path }) =>
          path.includes('/selfsubjectreviews')
            ? { status: 403, body: { kind: 'Status', apiVersion: 'v1', reason: 'Forbidden', code: 403 } }
            : undefined,
      });
      try {
        const config = await stage.kubeconfig(relay.endpoint(server.admin));
        await run(['capacity', '--report', 'run.html'], { config });
      } finally {
        await relay.stop();
      }
      assert.match(page(), /<dt>User<dd>unknown/);
    });

    test('a server that never says who the user is holds up no run', async () => {
      const relay = await startRelay(server.admin, {
        before: ({ path }) => (path.includes('/selfsubjectreviews') ? 'silence' : undefined),
      });
      try {
        const config = await stage.kubeconfig(relay.endpoint(server.admin));
        const waits: number[] = [];
        const wait = async (milliseconds: number) => void waits.push(milliseconds);
        const { code } = await run(['capacity', 'k8s', '--report', 'run.html'], { config, wait });
        assert.deepEqual([code, waits], [0, [5_000]]);
      } finally {
        await relay.stop();
      }
      assert.match(page(), /<dt>User<dd>unknown/);
    });

    test('an unreachable server is in the report, too, and nothing else is left', async () => {
      const config = await stage.kubeconfig({ ...server.admin, url: 'https://127.0.0.1:1' });
      const { code } = await run(['status', '--report', 'run.html'], { config });
      assert.equal(code, 2);
      assert.match(page(), /The connection to the server 127\.0\.0\.1:1 was refused/);
      assert.deepEqual(readdirSync(folder), ['run.html']);
    });
  });

/** A page's text as it was before it was escaped. */
const unescaped = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
