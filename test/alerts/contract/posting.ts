import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, alert, configuration, type Subject, start, until } from './subject.ts';

const CONFIG = configuration({ url: 'http://127.0.0.1:9/', wait: '1h' });
const JSON_TYPE = 'application/json';

/** How alerts are taken, and how they are refused. */
export function posting(subject: Subject): void {
  const isOld = subject.like === 'system';

  test('takes an alert, and tells where its routes lead', async (t) => {
    const manager = await start(t, subject, { config: CONFIG });
    assert.deepEqual(await manager.post([{ ...alert('T'), annotations: { summary: 'Try' } }]), {
      status: 200,
      type: '',
      text: '',
    });
    const [found, ...others] = await manager.alerts();
    assert.ok(found);
    assert.deepEqual(others, []);
    const { startsAt, endsAt, updatedAt, ...rest } = found;
    assert.deepEqual([endsAt - startsAt, updatedAt - startsAt], [300_000, 0]);
    assert.deepEqual(rest, {
      fingerprint: 'a6688a58d677e0cb',
      labels: { alertname: 'T', severity: 'info' },
      annotations: { summary: 'Try' },
      receivers: ['hook'],
      state: 'active',
      silencedBy: [],
      inhibitedBy: [],
      mutedBy: [],
    });
  });

  test('an alert that is sent again keeps its start', async (t) => {
    const manager = await start(t, subject, { config: CONFIG });
    await manager.post([alert('T')]);
    const [first] = await manager.alerts();
    assert.ok(first);
    await until('A later moment', () => Date.now() > first.updatedAt);
    await manager.post([{ ...alert('T'), annotations: { summary: 'Again' } }]);
    const [second] = await manager.alerts();
    assert.deepEqual([second?.startsAt, second?.annotations], [first.startsAt, { summary: 'Again' }]);
    assert.ok((second?.endsAt ?? 0) > first.endsAt);
  });

  test('refuses what is not a list of alerts', async (t) => {
    const manager = await start(t, subject, { config: CONFIG });
    const parsing = 'parsing alerts body from "" failed, because';
    const cases: [body: string, status: number, answer: unknown][] = [
      ['', 422, { code: 602, message: 'alerts in body is required' }],
      ['{', 400, { code: 400, message: `${parsing} unexpected EOF` }],
      [
        '{}',
        400,
        {
          code: 400,
          message: `${parsing} json: cannot unmarshal object into Go value of type models.PostableAlerts`,
        },
      ],
      ['[{}]', 422, { code: 602, message: '0.labels in body is required' }],
      ['[{"labels":{"a":"b"}},{"labels":null}]', 422, { code: 602, message: '1.labels in body is required' }],
      [
        '[{"labels":{"a":1}}]',
        400,
        {
          code: 400,
          message: `${parsing} json: cannot unmarshal number into Go struct field Alert.labels of type string`,
        },
      ],
      ['[{"labels":{}}]', 400, 'at least one label pair required'],
      ['[{"labels":{"alertname":""}}]', 400, 'at least one label pair required'],
      ['[{"labels":{"":"x"}}]', 400, 'invalid label set: invalid name ""'],
    ];
    for (const [body, status, answer] of cases) {
      const reply = await manager.post(body);
      assert.deepEqual([reply.status, reply.type, JSON.parse(reply.text)], [status, JSON_TYPE, answer], body);
    }
    for (const body of ['[]', 'null']) assert.equal((await manager.post(body)).status, 200);
    assert.deepEqual(await manager.alerts(), []);
  });

  test('refuses another type, method or path', async (t) => {
    const manager = await start(t, subject, { config: CONFIG });
    const path = '/api/v2/alerts';
    const reply = await manager.ask({ path, body: '[]', type: 'text/plain' });
    assert.deepEqual(
      [reply.status, JSON.parse(reply.text)],
      [
        415,
        { code: 415, message: 'unsupported media type "text/plain", only [application/json] are allowed' },
      ],
    );
    const deleted = await manager.ask({ path, method: 'DELETE' });
    assert.deepEqual([deleted.status, JSON.parse(deleted.text).code], [405, 405]);
    const nowhere = await manager.ask({ path: '/api/v2/nothing-here' });
    assert.deepEqual(
      [nowhere.status, JSON.parse(nowhere.text)],
      [404, { code: 404, message: 'path /api/v2/nothing-here was not found' }],
    );
    assert.deepEqual(await manager.ask({ path: '/nothing-here' }), {
      status: 404,
      type: 'text/plain; charset=utf-8',
      text: '404 page not found\n',
    });
  });

  test('stores valid alerts beside invalid ones', async (t) => {
    const manager = await start(t, subject, { config: CONFIG });
    const reply = await manager.post([
      alert('first'),
      { labels: { '': 'x' } },
      { ...alert('backwards'), startsAt: after(0), endsAt: after(-60_000) },
      alert('last'),
    ]);
    assert.equal(reply.status, 400);
    assert.equal(
      JSON.parse(reply.text),
      'invalid label set: invalid name ""; start time must be before end time',
    );
    assert.deepEqual(await names(manager), ['first', 'last']);
  });

  test(`${isOld ? 'refuses' : 'takes'} names of labels that are any text`, async (t) => {
    const manager = await start(t, subject, { config: CONFIG });
    const reply = await manager.post([alert('T', { 'a b': 'x' })]);
    if (isOld) assert.equal(JSON.parse(reply.text), 'invalid label set: invalid name "a b"');
    else assert.equal(reply.status, 200);
  });

  test(`API v1 ${isOld ? 'takes alerts' : 'is gone'}`, async (t) => {
    const manager = await start(t, subject, { config: CONFIG });
    const postV1 = async (body: unknown): Promise<[number, string, unknown]> => {
      const { status, type, text } = await manager.ask({ path: '/api/v1/alerts', body, type: 'text/plain' });
      return [status, type, JSON.parse(text)];
    };
    const taken = await postV1([alert('one')]);
    if (!isOld) {
      const error =
        'The Alertmanager v1 API was deprecated in version 0.16.0 and is removed as of version 0.27.0 - please use the equivalent route in the v2 API';
      assert.deepEqual(taken, [410, JSON_TYPE, { status: 'deprecated', error }]);
      assert.deepEqual(await manager.alerts(), []);
      return;
    }
    const refused = (error: string) => [400, JSON_TYPE, { status: 'error', errorType: 'bad_data', error }];
    assert.deepEqual(taken, [200, JSON_TYPE, { status: 'success' }]);
    assert.deepEqual(await postV1([{}, alert('two')]), refused('at least one label pair required'));
    // A name that is not valid refuses all, which API v2 does not.
    const badName = refused('"a b" is not a valid label name');
    assert.deepEqual(await postV1([alert('three'), { labels: { 'a b': 'x' } }]), badName);
    assert.deepEqual(await postV1('{'), refused('unexpected EOF'));
    assert.deepEqual(await names(manager), ['one', 'two']);
  });
}

const names = async (manager: Awaited<ReturnType<typeof start>>): Promise<unknown[]> =>
  (await manager.alerts()).map(({ labels }) => labels.alertname).sort();
