import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, alert, configuration, receive, type Subject, start, told, until } from './subject.ts';

const CONFIG = configuration({ url: 'http://127.0.0.1:9/', wait: '1h' });
const PATH = '/api/v2/silences';

const silence = (more: object = {}): object => ({
  matchers: [{ name: 'alertname', value: 'T', isRegex: false, isEqual: true }],
  startsAt: after(0),
  endsAt: after(60_000),
  createdBy: 'anna',
  comment: 'a test',
  ...more,
});

const created = ({ text }: { text: string }): string => JSON.parse(text).silenceID;

/** How silences are created, listed and expired. */
export function silences(subject: Subject): void {
  const isOld = subject.like === 'system';

  test('a silenced alert names its silences, and is not sent until they expire', async (t) => {
    const hook = await receive(t);
    const manager = await start(t, subject, { config: configuration(hook) });
    const id = created(await manager.ask({ path: PATH, body: silence() }));
    await manager.post([alert('T'), alert('other')]);
    await until('The other', () => hook.received.length > 0);
    const [listed, ...others] = await manager.alerts(0, '?filter=alertname%3D%22T%22');
    assert.deepEqual([listed?.state, listed?.silencedBy, others], ['suppressed', [id], []]);
    const heard = await manager.alerts(0, '?silenced=false');
    assert.deepEqual(
      heard.map(({ labels }) => labels.alertname),
      ['other'],
    );
    assert.deepEqual(
      (await manager.groups()).map(({ alerts }) => alerts.map((one) => one.silencedBy)),
      [[[id]], [[]]],
    );
    assert.equal((await manager.ask({ path: `/api/v2/silence/${id}`, method: 'DELETE' })).status, 200);
    await until('The alert', () => hook.received.length > 1);
    assert.deepEqual(told(hook), ['other firing', 'T firing']);
    assert.equal((await manager.alerts(0, '?filter=alertname%3D%22T%22'))[0]?.state, 'active');
  });

  test('silences are listed by state, also after they expired', async (t) => {
    const manager = await start(t, subject, { config: CONFIG });
    const post = async (more: object): Promise<string> =>
      created(await manager.ask({ path: PATH, body: silence(more) }));
    const regex = { name: 'namespace', value: 'a|b', isRegex: true, isEqual: false };
    const matcher = { name: 'severity', value: 'info', isRegex: false };
    const expired = await post({});
    const pending = await post({ startsAt: after(30_000) });
    const active = await post({ matchers: [matcher, regex], comment: '', createdBy: '' });
    for (const nr of [1, 2]) {
      const reply = await manager.ask({ path: `/api/v2/silence/${expired}`, method: 'DELETE' });
      assert.deepEqual(reply, { status: 200, type: '', text: '' }, `time ${nr}`);
    }
    const listed = await manager.silences();
    assert.deepEqual(
      listed.map(({ id, state, createdBy, comment }) => [id, state, createdBy, comment]),
      [
        [active, 'active', '', ''],
        [pending, 'pending', 'anna', 'a test'],
        [expired, 'expired', 'anna', 'a test'],
      ],
    );
    assert.deepEqual(listed[0]?.matchers, [
      { name: 'severity', op: '=', value: 'info' },
      { name: 'namespace', op: '!~', value: 'a|b' },
    ]);
    const filtered = await manager.ask({ path: `${PATH}?filter=severity%3D%22info%22` });
    assert.deepEqual(
      JSON.parse(filtered.text).map(({ id }: { id: string }) => id),
      [active],
    );
  });

  test('a change of what was silenced makes a new silence', async (t) => {
    const manager = await start(t, subject, { config: CONFIG });
    const first = created(await manager.ask({ path: PATH, body: silence() }));
    const [known] = await manager.silences();
    const startsAt = new Date(known?.startsAt ?? 0).toISOString();
    const longer = silence({ id: first, startsAt, endsAt: after(120_000) });
    assert.equal(created(await manager.ask({ path: PATH, body: longer })), first);
    const matchers = [{ name: 'alertname', value: 'U', isRegex: false }];
    const second = created(
      await manager.ask({ path: PATH, body: silence({ id: first, startsAt, matchers }) }),
    );
    assert.notEqual(second, first);
    const states = (await manager.silences()).map(({ id, state }) => [id, state]);
    assert.deepEqual(states, [
      [second, 'active'],
      [first, 'expired'],
    ]);
  });

  test('refuses silences that make no sense', async (t) => {
    const manager = await start(t, subject, { config: CONFIG });
    const unknown = '7d3f8a2e-0000-4000-8000-000000000000';
    const cases: [body: unknown, status: number, answer: unknown][] = [
      ['', 422, { code: 602, message: 'silence in body is required' }],
      [{}, 422, { code: 602, message: 'comment in body is required' }],
      [
        silence({ matchers: [] }),
        422,
        { code: 612, message: 'matchers in body should have at least 1 items' },
      ],
      [
        silence({ matchers: [{ name: 'a', value: 'b' }] }),
        422,
        { code: 602, message: 'matchers.0.isRegex in body is required' },
      ],
      [
        silence({ endsAt: after(-60_000) }),
        400,
        'Failed to create silence: start time must be before end time',
      ],
      [
        silence({ startsAt: after(-60_000), endsAt: after(-30_000) }),
        400,
        "Failed to create silence: end time can't be in the past",
      ],
      [silence({ id: unknown }), 404, 'silence not found'],
    ];
    for (const [body, status, answer] of cases) {
      const reply = await manager.ask({ path: PATH, body });
      assert.deepEqual([reply.status, JSON.parse(reply.text)], [status, answer], JSON.stringify(body));
    }
    for (const matcher of [
      { name: 'a', value: '', isRegex: false },
      { name: 'a', value: '(', isRegex: true },
    ]) {
      const reply = await manager.ask({ path: PATH, body: silence({ matchers: [matcher] }) });
      assert.deepEqual([reply.status, /invalid/.test(reply.text)], [400, true], reply.text);
    }
    assert.deepEqual(await manager.silences(), []);
  });

  test('knows no silence by an unknown id', async (t) => {
    const manager = await start(t, subject, { config: CONFIG });
    const path = '/api/v2/silence/7d3f8a2e-0000-4000-8000-000000000000';
    assert.equal((await manager.ask({ path })).status, 404);
    assert.equal((await manager.ask({ path, method: 'DELETE' })).status, isOld ? 500 : 404);
    const { status, text } = await manager.ask({ path: '/api/v2/silence/7d3' });
    assert.deepEqual(
      [status, JSON.parse(text)],
      [422, { code: 601, message: 'silenceID in path must be of type uuid: "7d3"' }],
    );
  });
}
