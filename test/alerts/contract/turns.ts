import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, alert, configuration, receive, type Subject, start, told, until } from './subject.ts';

/** When groups have their turns, and what is sent then. */
export function turns(subject: Subject): void {
  test('an alert that joins a group waits for the interval', async (t) => {
    const hook = await receive(t);
    const config = configuration({ ...hook, interval: '3s', route: { group_by: ['severity'] } });
    const manager = await start(t, subject, { config });
    await manager.post([alert('first')]);
    await until('The first', () => hook.received.length > 0);
    await manager.post([alert('second')]);
    const [group, ...others] = await manager.groups();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [group?.receiver, group?.labels, group?.alerts.map(({ labels }) => labels.alertname)],
      ['hook', { severity: 'info' }, ['first', 'second']],
    );
    await until('The second', () => hook.received.length > 1);
    assert.deepEqual(told(hook), ['first firing', 'first firing, second firing']);
    const [one, two] = hook.received.map(({ at }) => at);
    assert.ok((two ?? 0) - (one ?? 0) > 1_500, `${(two ?? 0) - (one ?? 0)} ms`);
  });

  test('so does one that joins a group whose alerts are resolved, which is not listed', async (t) => {
    const hook = await receive(t);
    const manager = await start(t, subject, {
      config: configuration({ ...hook, wait: '10ms', interval: '3s' }),
    });
    await manager.post([alert('T', { nr: '1' })]);
    await until('The first', () => hook.received.length > 0);
    await manager.post([{ ...alert('T', { nr: '1' }), endsAt: after(-1) }]);
    await until('The end', () => hook.received.length > 1);
    assert.deepEqual(await manager.groups(), []);
    await manager.post([alert('T', { nr: '2' })]);
    await until('The other', () => hook.received.length > 2);
    assert.deepEqual(told(hook), ['T firing', 'T resolved', 'T firing']);
    const [, two, three] = hook.received.map(({ at }) => at);
    assert.ok((three ?? 0) - (two ?? 0) > 1_500, `${(three ?? 0) - (two ?? 0)} ms`);
  });

  test('an alert that was resolved and fires again within an interval is not sent again', async (t) => {
    const hook = await receive(t);
    const config = configuration({ ...hook, interval: '4s', route: { group_by: ['severity'] } });
    const manager = await start(t, subject, { config });
    await manager.post([alert('T')]);
    await until('The first', () => hook.received.length > 0);
    await manager.post([{ ...alert('T'), endsAt: after(-1) }]);
    await manager.post([alert('T')]);
    await manager.post([alert('other')]);
    await until('The next', () => hook.received.length > 1);
    await manager.post([alert('last')]);
    await until('The last', () => hook.received.length > 2);
    assert.deepEqual(told(hook), [
      'T firing',
      'T firing, other firing',
      'T firing, last firing, other firing',
    ]);
  });

  test('sends that an alert is resolved', async (t) => {
    const hook = await receive(t);
    const manager = await start(t, subject, { config: configuration(hook) });
    await manager.post([alert('T')]);
    await until('The alert', async () => (await manager.requests()).total === 1);
    await manager.post([{ ...alert('T'), endsAt: after(-1) }]);
    assert.deepEqual(await manager.alerts(), []);
    await until('Its end', async () => (await manager.requests()).total === 2);
    assert.deepEqual(told(hook), ['T firing', 'T resolved']);
    assert.equal(hook.received[1]?.status, 'resolved');
  });

  test('sends that an alert is resolved again until it is taken', async (t) => {
    const hook = await receive(t);
    const manager = await start(t, subject, { config: configuration(hook) });
    await manager.post([alert('T')]);
    await until('The alert', async () => (await manager.requests()).total === 1);
    hook.become('404');
    await manager.post([{ ...alert('T'), endsAt: after(-1) }]);
    await until('Two failures', async () => (await manager.requests()).failed > 1);
    hook.become('200');
    await until('Its end', async () => {
      const { total, failed } = await manager.requests();
      return total - failed === 2;
    });
    assert.deepEqual([...new Set(told(hook))], ['T firing', 'T resolved']);
  });

  test('an alert that was never sent is not sent as resolved', async (t) => {
    const hook = await receive(t, '404');
    const late = { matchers: ['severity = "late"'], group_wait: '3s' };
    const manager = await start(t, subject, {
      config: configuration({ ...hook, route: { routes: [late] } }),
    });
    await manager.post([alert('T')]);
    await until('A failure', async () => (await manager.requests()).failed > 0);
    await manager.post([{ ...alert('T'), endsAt: after(-1) }, alert('late', { severity: 'late' })]);
    hook.become('200');
    await until('The late one', () => told(hook).includes('late firing'));
    assert.deepEqual([...new Set(told(hook))], ['T firing', 'late firing']);
  });

  test('counts a notification, but no request, where resolved alerts are not sent', async (t) => {
    const hook = await receive(t);
    const manager = await start(t, subject, { config: configuration({ ...hook, sendResolved: false }) });
    await manager.post([alert('T')]);
    await until('The alert', async () => (await manager.requests()).total === 1);
    await manager.post([{ ...alert('T'), endsAt: after(-1) }]);
    await until('Its end', async () => (await manager.counter('notifications')) === 2);
    assert.deepEqual(await manager.requests(), { total: 1, failed: 0 });
    assert.deepEqual(told(hook), ['T firing']);
  });

  test('an alert whose end has come is resolved', async (t) => {
    const hook = await receive(t);
    const manager = await start(t, subject, { config: configuration(hook) });
    await manager.post([{ ...alert('T'), endsAt: after(5_000) }]);
    assert.equal((await manager.alerts()).length, 1);
    await until('Its end', () => hook.received.length > 1);
    assert.deepEqual(await manager.alerts(), []);
    assert.deepEqual(told(hook), ['T firing', 'T resolved']);
  });
}
