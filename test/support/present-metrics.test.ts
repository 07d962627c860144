import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openMetrics } from '../../lib/cluster/metrics/open.ts';
import { readVolumes } from '../../lib/cluster/metrics/read-volumes.ts';
import type { MetricsSource } from '../../lib/cluster/metrics/source.ts';
import type { Session } from '../../lib/cluster/session.ts';
import type { MetricsServers } from '../metrics/options.ts';
import { MOMENT } from '../metrics/recordings.ts';
import { startMetrics } from '../metrics/servers.ts';
import type { Listener } from './listen.ts';
import { startPresent } from './present-metrics.ts';
import { servers } from './servers.ts';

for (const { name } of servers())
  describe(`a recording of the ${name} Prometheus moved to the present`, () => {
    let metrics: MetricsServers;
    let present: Listener;
    const opened: MetricsSource[] = [];
    before(async () => {
      metrics = await startMetrics(name, { namespace: 'monitoring-system' });
      present = await startPresent(metrics.prometheus);
    });
    after(async () => {
      for (const source of opened) await source.close();
      await present?.stop();
      await metrics?.stop();
    });

    const read = async (port: number, now: Date) => {
      const host = { interrupted: new AbortController().signal };
      const prometheus = `http://127.0.0.1:${port}`;
      // No cluster is asked where an address is given.
      const session = { connection: { timeout: 0 } } as Session;
      const source = await openMetrics({ session, host, prometheus }, '');
      opened.push(source);
      const claims = ['prometheus-k8s-db-prometheus-k8s-0'];
      const [volume] = await readVolumes(source, { namespace: 'monitoring-system', claims, now });
      assert.ok(volume);
      return volume;
    };

    test('answers at any time as at the time of the recording', async () => {
      const recorded = await read(metrics.prometheus, MOMENT);
      const later = new Date('2031-07-08T09:10:11.123Z');
      const moved = await read(present.port, later);
      assert.deepEqual(moved.use, recorded.use);
      assert.equal(moved.points.length, recorded.points.length);
      assert.deepEqual(
        moved.points.map(([, used]) => used),
        recorded.points.map(([, used]) => used),
      );
      const [[at = 0] = []] = moved.points.slice(-1);
      assert.ok(later.getTime() / 1000 - at < 86_400, String(at));
      assert.ok(recorded.points.length > 0);
    });
  });
