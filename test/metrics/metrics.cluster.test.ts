import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readVector } from '../../lib/metrics/query.ts';
import { keyOf, RECORDED_NAMESPACE, watchdogStates } from './answers.ts';
import { ask, askReal } from './ask-real.ts';
import type { MetricsServers } from './options.ts';
import { readAnswers } from './recorded.ts';
import { recordingNames } from './recordings.ts';
import { requestsAbout } from './requests.ts';
import { startMetrics } from './servers.ts';
import { settled } from './settled.ts';

describe('real servers answer as recorded; otherwise run node test/metrics/record.ts', {
  concurrency: 2,
}, () => {
  for (const topic of [...watchdogStates, ...recordingNames])
    test(topic, async () => assert.deepEqual(await askReal(topic), await readAnswers(topic)));
});

const NAMESPACE = 'team-1';

for (const kind of ['embedded', 'real'] as const)
  describe(`what tests rely on, ${kind}`, () => {
    let servers: MetricsServers;
    before(async () => {
      servers = await startMetrics(kind, { namespace: NAMESPACE });
    });
    after(() => servers.stop());
    const prometheus = (path: string) => ask(`http://127.0.0.1:${servers.prometheus}${path}`);

    test('answers an unknown path with 404', async () => {
      for (const port of [servers.prometheus, servers.alertmanager]) {
        const answer = await ask(`http://127.0.0.1:${port}/api/v1/nothing-here`);
        assert.deepEqual(answer, {
          status: 404,
          type: 'text/plain; charset=utf-8',
          body: '404 page not found\n',
        });
      }
    });

    test('answers an invalid query with 400, bad_data', async () => {
      const path = requestsAbout('steady').prometheus.find((one) => one.includes('query=rate%28up%5B&'));
      const { status, body } = await prometheus(path ?? '');
      assert.deepEqual([status, JSON.parse(body).errorType], [400, 'bad_data']);
    });

    test('fires the watchdog, and delivers its alert', async () => {
      const rules = JSON.parse((await prometheus('/api/v1/rules?type=alert')).body);
      assert.equal(rules.data.groups[0].rules[0].state, 'firing');
      const alerts = JSON.parse((await ask(`http://127.0.0.1:${servers.alertmanager}/api/v2/alerts`)).body);
      assert.deepEqual(
        alerts.map(({ labels }: { labels: object }) => labels),
        [{ alertname: 'Watchdog', prometheus: `${NAMESPACE}/k8s`, severity: 'none' }],
      );
    });

    test('answers for a block in another namespace as recorded', async () => {
      const elsewhere = (text: string) => text.replaceAll(RECORDED_NAMESPACE, NAMESPACE);
      const { prometheus: answers } = await readAnswers('steady');
      const about = Object.entries(answers).filter(([path]) => path.includes(RECORDED_NAMESPACE));
      assert.ok(about.length > 0);
      for (const [path, { body }] of about)
        assert.equal(settled(await prometheus(keyOf(elsewhere(path)))).body, elsewhere(body), path);
    });

    test('answers an unknown metric with no samples', async () => {
      const { status, body } = await prometheus('/api/v1/query?query=no_such_metric&time=1767323045.000');
      assert.deepEqual([status, readVector(body)], [200, []]);
    });
  });
