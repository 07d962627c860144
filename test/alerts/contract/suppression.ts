import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alert, configuration, receive, type Subject, start, told, until } from './subject.ts';

const ALWAYS = [{ name: 'always', time_intervals: [{ years: ['2000:2999'] }] }];
const NEVER = [{ name: 'never', time_intervals: [{ years: ['2000:2001'] }] }];

/** What is not sent, and how it is told. */
export function suppression(subject: Subject): void {
  const isOld = subject.like === 'system';

  test('an inhibited alert names the alerts that inhibit it, and is not sent', async (t) => {
    const hook = await receive(t);
    const config = configuration({
      ...hook,
      more: {
        inhibit_rules: [
          {
            source_matchers: ['severity = "critical"'],
            target_matchers: ['severity = "info"'],
            equal: ['namespace'],
          },
        ],
      },
    });
    const manager = await start(t, subject, { config });
    await manager.post([alert('source', { severity: 'critical', namespace: 'a' })]);
    await until('The source', () => hook.received.length > 0);
    await manager.post([alert('target', { namespace: 'a' }), alert('other', { namespace: 'b' })]);
    await until('The other', () => hook.received.length > 1);
    const found = new Map((await manager.alerts()).map((one) => [one.labels.alertname, one]));
    const source = found.get('source')?.fingerprint;
    assert.deepEqual(
      ['source', 'target', 'other'].map((name) => [found.get(name)?.state, found.get(name)?.inhibitedBy]),
      [
        ['active', []],
        ['suppressed', [source]],
        ['active', []],
      ],
    );
    const uninhibited = await manager.alerts(0, '?inhibited=false');
    assert.deepEqual(uninhibited.map(({ labels }) => labels.alertname).sort(), ['other', 'source']);
    assert.deepEqual(told(hook), ['source firing', 'other firing']);
  });

  for (const [what, intervals, names] of [
    ['a mute interval', { mute_time_intervals: ['always'] }, ['always']],
    ['no active interval', { active_time_intervals: ['never'] }, ['never']],
  ] as const)
    test(`an alert within ${what} is not sent; ${isOld ? 'nothing tells' : 'its group tells after its turn'}`, async (t) => {
      const hook = await receive(t);
      const config = configuration({
        ...hook,
        wait: '3s',
        route: {
          routes: [{ matchers: ['severity = "info"'], ...intervals }, { matchers: ['severity = "loud"'] }],
        },
        more: { time_intervals: [...ALWAYS, ...NEVER] },
      });
      const manager = await start(t, subject, { config });
      await manager.post([alert('muted')]);
      const statuses = async () =>
        (await manager.groups()).flatMap(({ alerts }) =>
          alerts.map(({ state, mutedBy }) => ({ state, mutedBy })),
        );
      await until('The group', async () => (await manager.groups()).length > 0);
      assert.deepEqual(await statuses(), [{ state: 'active', mutedBy: [] }]);
      if (!isOld) {
        await until('The mark', async () => (await statuses()).some(({ state }) => state === 'suppressed'));
        assert.deepEqual(await statuses(), [{ state: 'suppressed', mutedBy: names }]);
      }
      // Its turn came before that of a later one.
      await manager.post([alert('loud', { severity: 'loud' })]);
      await until('The other', () => hook.received.length > 0);
      assert.deepEqual([told(hook), await manager.counter('notifications')], [['loud firing'], 1]);
      const [listed] = await manager.alerts(0, '?filter=alertname%3Dmuted');
      assert.deepEqual([listed?.state, listed?.mutedBy], ['active', []]);
      if (isOld)
        assert.equal(
          (await statuses()).every(({ state }) => state === 'active'),
          true,
        );
    });
}
