import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCounters } from '../../../lib/alerts/counters.ts';
import type { ReceiverMode } from '../receivers.ts';
import { alert, configuration, receive, type Subject, start, told, until } from './subject.ts';

const ATTEMPT = 'Notify attempt failed';
const FAILED = 'Notify for alerts failed';

/** What is counted and logged of requests. */
export function delivery(subject: Subject): void {
  const isOld = subject.like === 'system';

  test('counts a request that was answered', async (t) => {
    const hook = await receive(t);
    const manager = await start(t, subject, { config: configuration(hook) });
    await manager.post([alert('T')]);
    await until('The request', async () => (await manager.requests()).total > 0);
    assert.deepEqual(await manager.requests(), { total: 1, failed: 0 });
    assert.deepEqual(told(hook), ['T firing']);
    assert.equal(hook.received[0]?.receiver, 'hook');
  });

  test('counts a group whose alerts have ended, which it does not show', async (t) => {
    const hook = await receive(t);
    const manager = await start(t, subject, { config: configuration({ ...hook, interval: '1h' }) });
    const groups = async () => readCounters(await manager.metrics()).groups;
    assert.equal(await groups(), 0);
    await manager.post([alert('T')]);
    await until('The request', async () => (await manager.requests()).total > 0);
    assert.deepEqual([await groups(), (await manager.groups()).length], [1, 1]);
    await manager.post([{ ...alert('T'), endsAt: new Date().toISOString() }]);
    await until('The end', async () => (await manager.groups()).length === 0);
    assert.equal(await groups(), 1);
  });

  const reasons: Record<Exclude<ReceiverMode, '200' | '404' | 'hangs'>, (url: string) => string> = {
    500: (url) => `unexpected status code 500: ${isOld ? `${url}: ` : ''}out of order\\n`,
    refused: (url) =>
      `Post \\"${isOld ? url : '<redacted>'}\\": dial tcp ${new URL(url).host}: connect: connection refused`,
    'bad-tls': (url) =>
      `Post \\"${isOld ? url : '<redacted>'}\\": ${isOld ? '' : 'tls: failed to verify certificate: '}x509: certificate signed by unknown authority`,
  };
  for (const [mode, reason] of Object.entries(reasons))
    test(`counts and logs a request that fails, and tries again: ${mode}`, async (t) => {
      const hook = await receive(t, mode as keyof typeof reasons);
      const manager = await start(t, subject, { config: configuration({ ...hook, interval: '1h' }) });
      await manager.post([alert('T')]);
      // The counters are not read at one moment: a request may be counted, and not yet its failure.
      await until('Two failures', async () => {
        const { total, failed } = await manager.requests();
        return failed > 1 && total === failed;
      });
      // The counters of notifications don't tell: it is one, and it has not failed yet.
      assert.deepEqual(
        [await manager.counter('notifications'), await manager.counter('notifications_failed')],
        [1, 0],
      );
      await until('The line', () => manager.logged(ATTEMPT).length > 0);
      const [line = '', ...others] = manager.logged(ATTEMPT);
      assert.deepEqual(others, [], 'the same reason is logged once');
      const fields = [
        `level=${isOld ? 'warn' : 'WARN'}`,
        'msg="Notify attempt failed, will retry later"',
        'component=dispatcher receiver=hook integration=webhook[0]',
        ...(isOld ? [] : ['aggrGroup="{}:{alertname=\\"T\\"}"']),
        `attempts=1 err="${reason(hook.url)}"`,
      ];
      for (const field of fields) assert.ok(line.includes(field), `${field}\nis not in\n${line}`);
      assert.match(
        line,
        isOld ? /^ts=\S+Z caller=notify\.go:\d+ level=/ : /^time=\S+Z level=WARN source=notify\.go:\d+ msg=/,
      );
    });

  test('a request that is refused for good fails its group, which tries again after the interval', async (t) => {
    const hook = await receive(t, '404');
    const manager = await start(t, subject, { config: configuration(hook) });
    await manager.post([alert('T')]);
    await until('A second turn', async () => (await manager.counter('notifications_failed')) > 1);
    assert.deepEqual(told(hook).slice(0, 2), ['T firing', 'T firing']);
    await until('A line of each', () => manager.logged(FAILED).length > 1);
    const [line = ''] = manager.logged(FAILED);
    const why = `unexpected status code 404: ${isOld ? `${hook.url}: ` : ''}no such channel\\n`;
    const err = `hook/webhook[0]: notify retry canceled due to unrecoverable error after 1 attempts: ${why}`;
    assert.ok(line.includes(`num_alerts=1 err="${err}"`), line);
    assert.deepEqual(manager.logged(ATTEMPT), []);
  });

  test('counts a request that is not answered after ten seconds, or the interval of its group', async (t) => {
    const hook = await receive(t, 'hangs');
    const manager = await start(t, subject, { config: configuration(hook) });
    await manager.post([alert('T')]);
    await until('The request', () => hook.received.length > 0);
    assert.deepEqual(await manager.requests(), { total: 0, failed: 0 });
    assert.equal(await manager.counter('notifications'), 1);
    const sentAt = hook.received[0]?.at ?? 0;
    await until('The failure', async () => (await manager.requests()).failed > 0);
    const took = performance.now() - sentAt;
    assert.ok(took > 9_000, `${took} ms`);
    assert.equal((await manager.requests()).total, 1);
    await until('Its line', () => manager.logged(FAILED).length > 0);
    const [line = ''] = manager.logged(FAILED);
    const canceled = isOld
      ? `hook/webhook[0]: notify retry canceled after 2 attempts: Post \\"${hook.url}\\": context deadline exceeded`
      : 'hook/webhook[0]: notify retry canceled after 1 attempts: context deadline exceeded';
    assert.ok(line.includes(`num_alerts=1 err="${canceled}"`), line);
    assert.deepEqual(manager.logged(ATTEMPT), []);
  });

  if (!isOld)
    test('counts a request that is not answered within the timeout of its webhook', async (t) => {
      const hook = await receive(t, 'hangs');
      const config = configuration({ ...hook, timeout: '300ms' });
      const manager = await start(t, subject, { config });
      await manager.post([alert('T')]);
      await until('The failure', async () => (await manager.requests()).failed > 0);
      await until('Its line', () => manager.logged(ATTEMPT).length > 0);
      const reason = 'configured webhook timeout reached (300ms)';
      assert.ok(manager.log(0).includes(`attempts=1 err="Post \\"<redacted>\\": ${reason}"`), manager.log(0));
    });

  test('sends nothing for a receiver without integrations', async (t) => {
    const hook = await receive(t);
    const config = configuration({
      ...hook,
      route: { routes: [{ matchers: ['severity = "none"'], receiver: 'null' }] },
    });
    const manager = await start(t, subject, { config });
    await manager.post([alert('quiet', { severity: 'none' }), alert('loud')]);
    assert.deepEqual(
      (await manager.alerts()).map(({ labels, receivers }) => [labels.alertname, receivers]).sort(),
      [
        ['loud', ['hook']],
        ['quiet', ['null']],
      ],
    );
    await until('The other', () => hook.received.length > 0);
    assert.deepEqual([told(hook), await manager.counter('notifications')], [['loud firing'], 1]);
  });
}
