import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStatus, STATUS } from '../../../lib/alerts/answers.ts';
import { after, alert, configuration, receive, type Subject, start, told, until } from './subject.ts';

/** What two Alertmanagers of one cluster share. */
export function replicas(subject: Subject): void {
  test('each replica knows both; one alone knows none', async (t) => {
    const config = configuration({ url: 'http://127.0.0.1:9/' });
    const both = await start(t, subject, { config, replicas: 2 });
    const peers = async (at: number): Promise<string[]> =>
      readStatus((await both.ask({ path: STATUS }, at)).text).peers;
    const [first, second] = [await peers(0), await peers(1)];
    assert.equal(new Set(first).size, 2);
    assert.deepEqual(second, first);
    const alone = await start(t, subject, { config });
    assert.deepEqual(readStatus((await alone.ask({ path: STATUS })).text).peers, []);
  });

  test('an alert that both have is sent by one', async (t) => {
    const hook = await receive(t);
    const config = configuration({ ...hook, interval: '4s' });
    const both = await start(t, subject, { config, replicas: 2, peerTimeout: '2s' });
    for (const at of [0, 1]) await both.post([alert('T')], at);
    await until('The alert', () => hook.received.length > 0);
    // The turn of a later one comes after that of the first on both replicas.
    for (const at of [0, 1]) await both.post([alert('later')], at);
    await until('The later one', () => hook.received.length > 1);
    for (const at of [0, 1]) await both.post([{ ...alert('T'), endsAt: after(-1) }], at);
    await until('The end', () => told(hook).includes('T resolved'));
    assert.deepEqual(told(hook), ['T firing', 'later firing', 'T resolved']);
    assert.deepEqual(
      [await both.requests(0), await both.requests(1)],
      [
        { total: 3, failed: 0 },
        { total: 0, failed: 0 },
      ],
    );
  });

  test('the second sends an alert, too, after waiting for a request of the first that is not answered', async (t) => {
    const hook = await receive(t, 'hangs');
    const config = configuration(hook);
    const both = await start(t, subject, { config, replicas: 2, peerTimeout: '3s' });
    for (const at of [0, 1]) await both.post([alert('T')], at);
    await until('Both', () => hook.received.length > 1);
    const [one, two] = hook.received.map(({ at }) => at);
    assert.ok((two ?? 0) - (one ?? 0) > 1_500, `${(two ?? 0) - (one ?? 0)} ms`);
    assert.deepEqual(
      [await both.counter('notifications', 0), await both.counter('notifications', 1)],
      [1, 1],
    );
  });

  test('an alert that only one has stays there, and is sent', async (t) => {
    const hook = await receive(t);
    const both = await start(t, subject, { config: configuration(hook), replicas: 2 });
    await both.post([alert('T')], 1);
    await until('The alert', () => hook.received.length > 0);
    assert.deepEqual([(await both.alerts(0)).length, (await both.alerts(1)).length], [0, 1]);
    await until('The count', async () => (await both.requests(1)).total === 1);
    assert.equal((await both.requests(0)).total, 0);
  });

  test('silences reach both replicas, and expire on both', async (t) => {
    const config = configuration({ url: 'http://127.0.0.1:9/', wait: '1h' });
    const both = await start(t, subject, { config, replicas: 2 });
    const body = {
      matchers: [{ name: 'alertname', value: 'T', isRegex: false }],
      startsAt: after(0),
      endsAt: after(60_000),
      createdBy: 'anna',
      comment: 'a test',
    };
    const { text } = await both.ask({ path: '/api/v2/silences', body }, 0);
    const id: string = JSON.parse(text).silenceID;
    const state = async (): Promise<unknown> =>
      (await both.silences(1)).map((one) => `${one.id} ${one.state}`);
    await until('The silence', async () => String(await state()) === `${id} active`);
    await both.post([alert('T')], 1);
    await until('The alert', async () => (await both.alerts(1))[0]?.silencedBy[0] === id);
    await both.ask({ path: `/api/v2/silence/${id}`, method: 'DELETE' }, 1);
    await until('The end', async () => (await both.silences(0))[0]?.state === 'expired');
  });

  test('the second notifies when the first is gone', async (t) => {
    const hook = await receive(t);
    const both = await start(t, subject, { config: configuration({ ...hook, wait: '3s' }), replicas: 2 });
    for (const at of [0, 1]) await both.post([alert('T')], at);
    await both.kill(0);
    await until('The alert', () => hook.received.length > 0);
    await assert.rejects(both.ask({ path: '/-/ready' }, 0));
    await until('The count', async () => (await both.requests(1)).total === 1);
    assert.deepEqual(told(hook), ['T firing']);
    await until('One peer', async () => {
      const { text } = await both.ask({ path: STATUS }, 1);
      return readStatus(text).peers.length === 1;
    });
  });
}
