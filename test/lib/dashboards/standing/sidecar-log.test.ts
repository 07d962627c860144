import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileEvents, linesOf } from '../../../../lib/dashboards/standing/sidecar-log.ts';
import { sightingIn } from '../../../../lib/dashboards/standing/sighting.ts';
import { sidecarWith, stored } from '../cluster.ts';

const AT = '2026-01-02T03:04:05.500000001Z';
const TIME = Date.parse('2026-01-02T03:04:05.500Z');

describe('linesOf reads every format of the log', () => {
  for (const [title, text, isError, message] of [
    [
      'JSON',
      '{"time": "2026-01-02T03:04:05.1+00:00", "level": "INFO", "msg": "Starting collector"}',
      false,
      'Starting collector',
    ],
    [
      'an error in JSON',
      '{"time": "x", "level": "ERROR", "msg": "ApiException when calling kubernetes: (403)\\nReason: Forbidden\\nmore"}',
      true,
      'ApiException when calling kubernetes: (403) Reason: Forbidden',
    ],
    ['JSON of a log configuration', '{"level": "CRITICAL", "message": "died."}', true, 'died'],
    ['logfmt', 'time=2026-01-02T03:04:05 level=ERROR msg="a \\"b\\"\\nc"', true, 'a "b" c'],
    ['logfmt without quotes', 'time=2026-01-02T03:04:05 level=INFO msg=Ready', false, 'Ready'],
    ['plain text', '[2026-01-02 03:04:05] Starting collector', false, 'Starting collector'],
    [
      'an error in plain text',
      '[2026-01-02 03:04:05] Error: insufficient privileges',
      true,
      'Error: insufficient privileges',
    ],
  ] as const)
    test(title, () => assert.deepEqual(linesOf(`${AT} ${text}\n`), [{ at: TIME, isError, message }]));

  test('leaves out stack traces, and lines that were cut', () => {
    assert.deepEqual(
      linesOf(`${AT} Traceback (most recent call last):\n${AT}   File "/app/a.py"\n{"level": "INF`),
      [],
    );
  });

  test('a line without a timestamp has no time', () => {
    assert.deepEqual(linesOf('{"level": "INFO", "msg": "a"}'), [
      { at: undefined, isError: false, message: 'a' },
    ]);
  });
});

describe('fileEvents', () => {
  for (const [message, what, path] of [
    ['Writing /tmp/dashboards/a b.json (ascii)', 'written', '/tmp/dashboards/a b.json'],
    ['Writing /tmp/dashboards/a.json (binary)', 'written', '/tmp/dashboards/a.json'],
    ['File in configmap a.json ADDED', 'written', 'a.json'],
    ['Removing /tmp/dashboards/a.json', 'removed', '/tmp/dashboards/a.json'],
    ['File in secret a.json DELETED', 'removed', 'a.json'],
    ['Error: insufficient privileges to create /srv. Skipping a.json.', 'failed', '/srv/a.json'],
    ["Error when updating from 'a.json' into '/srv'", 'failed', '/srv/a.json'],
  ] as const)
    test(`${what}: ${message}`, () =>
      assert.deepEqual(
        fileEvents(linesOf(`${AT} ${JSON.stringify({ level: 'INFO', msg: message })}`)).map((event) => [
          event.what,
          event.path,
        ]),
        [[what, path]],
      ));

  for (const message of [
    'Writing',
    'Removing configmap: shop/shop',
    'Unable to remove /tmp/a.json, file not found',
    'Contents of a.json',
  ])
    test(`nothing: ${message}`, () =>
      assert.deepEqual(fileEvents(linesOf(`${AT} ${JSON.stringify({ level: 'INFO', msg: message })}`)), []));
});

describe('sightingIn', () => {
  const line = (time: string, msg: string, level = 'INFO') => `${time} ${JSON.stringify({ level, msg })}\n`;
  const WRITING = 'Writing /tmp/dashboards/shop.json (ascii)';
  const sighting = (log: string, { files = ['shop.json'], since = '2026-01-02T03:04:05Z', env = {} } = {}) =>
    sightingIn(linesOf(log), sidecarWith(env), { ...stored(), files, since: new Date(since) });

  for (const [title, log, options, expected] of [
    ['written in the second of the change', line(AT, WRITING), {}, 'seen'],
    ['written before the change', line(AT, WRITING), { since: '2026-01-02T03:04:06Z' }, 'not-yet'],
    ['one of two files', line(AT, WRITING), { files: ['shop.json', 'b.json'] }, 'not-yet'],
    ['another file', line(AT, 'Writing /tmp/dashboards/a/shop.json (ascii)'), {}, 'not-yet'],
    [
      'written and removed',
      line(AT, WRITING) + line(AT, 'Removing /tmp/dashboards/shop.json'),
      {},
      'not-yet',
    ],
    [
      'not written',
      line(AT, "Error when updating from 'shop.json' into '/tmp/dashboards'", 'ERROR'),
      {},
      'failed',
    ],
    ['not allowed to read', line(AT, 'ApiException when calling kubernetes: (403)', 'ERROR'), {}, 'failed'],
    ['a folder that is set elsewhere', line(AT, WRITING), { env: { FOLDER: '$(HOME)' } }, 'unknown'],
    ['a log that leaves it out', '', { env: { LOG_LEVEL: 'WARNING' } }, 'unknown'],
    [
      'an older version, which logs only keys',
      `${AT} [2026-01-02 03:04:05] File in configmap shop.json ADDED\n`,
      {},
      'seen',
    ],
    [
      'unique names',
      line(AT, 'Writing /tmp/dashboards/namespace_shop.configmap_shop.shop.json (ascii)'),
      { env: { UNIQUE_FILENAMES: 'true' } },
      'seen',
    ],
  ] satisfies [string, string, object, string][])
    test(`${expected}: ${title}`, () => assert.equal(sighting(log, options).verdict, expected));
});
