import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantPath, readMatrix, readVector } from '../../lib/metrics/query.ts';
import { RECORDED_NAMESPACE, services, watchdogStates } from './answers.ts';
import { ask } from './ask-real.ts';
import type { MetricsOptions } from './options.ts';
import { readAnswers } from './recorded.ts';
import { MOMENT, recordingNames } from './recordings.ts';
import { requestsAbout } from './requests.ts';
import { attach, startMetrics } from './servers.ts';

/** Runs stand-ins for the duration of `use`. */
async function withStandIns(
  options: Partial<MetricsOptions>,
  use: (urls: Record<(typeof services)[number], string>) => Promise<void>,
): Promise<void> {
  const { stop, ...ports } = await startMetrics('embedded', { namespace: 'team-1', ...options });
  try {
    await use({
      prometheus: `http://127.0.0.1:${ports.prometheus}`,
      alertmanager: `http://127.0.0.1:${ports.alertmanager}`,
    });
  } finally {
    await stop();
  }
}

for (const topic of [...watchdogStates, ...recordingNames])
  test(`${topic}: its queries are recorded; otherwise run node test/metrics/record.ts`, async () => {
    const answers = await readAnswers(topic);
    for (const service of services)
      assert.deepEqual(Object.keys(answers[service]), requestsAbout(topic)[service]);
  });

test('answers for any namespace from one recording', () =>
  withStandIns({ recording: 'full' }, async ({ prometheus }) => {
    const asked = (namespace: string) =>
      ask(
        prometheus +
          requestsAbout('full').prometheus.find(isHistory)?.replaceAll(RECORDED_NAMESPACE, namespace),
      );
    const [series] = readMatrix((await asked('team-1')).body);
    assert.deepEqual(series?.labels, { persistentvolumeclaim: 'alertmanager-main-db-alertmanager-main-0' });
    assert.equal((await asked('team-2')).status, 404);
    const up = await ask(prometheus + instantPath({ query: 'up', at: MOMENT }));
    const namespaces = readVector(up.body).map(({ labels }) => labels.namespace);
    assert.deepEqual([...new Set(namespaces)].sort(), ['kube-system', 'team-1']);
  }));

const isHistory = (path: string): boolean => path.startsWith('/api/v1/query_range');

test('ignores the order of parameters and the encoding of a query', () =>
  withStandIns({}, async ({ prometheus }) => {
    const spelt = await ask(`${prometheus}/api/v1/query?time=1767323045.000&query=vector(1)`);
    assert.equal(spelt.body, (await ask(prometheus + instantPath({ query: 'vector(1)', at: MOMENT }))).body);
    assert.deepEqual(readVector(spelt.body), [{ labels: {}, value: 1 }]);
  }));

test('answers an unrecorded query with 404 and a message', () =>
  withStandIns({ recording: 'young', watchdog: 'silent' }, async ({ prometheus }) => {
    assert.deepEqual(await ask(`${prometheus}/api/v1/query?query=up+%2B+1`), {
      status: 404,
      type: 'text/plain; charset=utf-8',
      body:
        'Nothing is recorded for GET /api/v1/query?query=up + 1 (young, watchdog silent). ' +
        'Add it to test/metrics/requests.ts and run node test/metrics/record.ts.\n',
    });
    const posted = await fetch(`${prometheus}/-/ready`, { method: 'POST' });
    assert.equal(posted.status, 404);
    assert.match(await posted.text(), /^Nothing is recorded for POST /);
  }));

test('has rule and alert of a firing watchdog, and neither of a silent one', async () => {
  const said = async (watchdog: (typeof watchdogStates)[number]) => {
    const found: Record<string, boolean> = {};
    await withStandIns({ watchdog }, async ({ prometheus, alertmanager }) => {
      for (const url of [`${prometheus}/api/v1/rules?type=alert`, `${alertmanager}/api/v2/alerts`])
        found[new URL(url).pathname] = (await ask(url)).body.includes('Watchdog');
    });
    return found;
  };
  assert.deepEqual(await said('fires'), { '/api/v1/rules': true, '/api/v2/alerts': true });
  assert.deepEqual(await said('silent'), { '/api/v1/rules': false, '/api/v2/alerts': false });
});

test('pods answer at their port until released', () => {
  const pods = new Map([['10.244.0.9:80', 1]]);
  const { free } = attach({ pods }, [{ ip: '10.244.0.7' }, { ip: '10.244.0.8' }], 9093, 4711);
  assert.deepEqual(
    [...pods],
    [
      ['10.244.0.9:80', 1],
      ['10.244.0.7:9093', 4711],
      ['10.244.0.8:9093', 4711],
    ],
  );
  free();
  assert.deepEqual([...pods], [['10.244.0.9:80', 1]]);
});
