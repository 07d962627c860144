import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { failuresIn } from '../../../lib/alerts/notify-log.ts';
import { assertLinear } from '../../support/effort.ts';

const PAGER = new Set(['pager']);

const reasons = (log: string, receivers: ReadonlySet<string> = PAGER): string[] =>
  failuresIn(log, receivers).map(({ receiver, reason }) => `${receiver}: ${reason}`);

/** Lines of Alertmanager 0.25 and 0.31, as they are written. */
const OLD = {
  retried: String.raw`ts=2026-11-26T07:36:34.187Z caller=notify.go:732 level=warn component=dispatcher receiver=pager integration=webhook[2] msg="Notify attempt failed, will retry later" attempts=1 err="unexpected status code 500: http://10.0.0.7:8080/services/T0/SECRET: out of order\n"`,
  refused: String.raw`ts=2026-11-26T07:36:34.197Z caller=notify.go:732 level=warn component=dispatcher receiver=pager integration=webhook[3] msg="Notify attempt failed, will retry later" attempts=1 err="Post \"https://hooks.test/services/T0/SECRET?token=SECRET\": dial tcp 10.0.0.7:443: connect: connection refused"`,
  group: String.raw`ts=2026-11-26T07:36:44.161Z caller=dispatch.go:352 level=error component=dispatcher msg="Notify for alerts failed" num_alerts=1 err="pager/webhook[1]: notify retry canceled due to unrecoverable error after 1 attempts: unexpected status code 404: http://10.0.0.7:8080/two: no such channel\n; pager/webhook[0]: notify retry canceled due to unrecoverable error after 1 attempts: unexpected status code 403: http://10.0.0.7:8080/hook/SECRET?token=abc: not you\n; chat/slack[0]: notify retry canceled after 7 attempts: channel_not_found"`,
};
const NEW = {
  retried: String.raw`time=2026-11-26T07:36:45.943Z level=WARN source=notify.go:948 msg="Notify attempt failed, will retry later" component=dispatcher receiver=pager integration=webhook[2] aggrGroup="{}:{alertname=\"A\"}" attempts=1 err="unexpected status code 500: out of order\n"`,
  group: String.raw`time=2026-11-26T07:36:55.930Z level=ERROR source=dispatch.go:515 msg="Notify for alerts failed" component=dispatcher aggrGroup="{}:{alertname=\"A\"}" num_alerts=1 err="pager/webhook[1]: notify retry canceled due to unrecoverable error after 1 attempts: unexpected status code 404: no such channel\n; pager/webhook[3]: notify retry canceled after 7 attempts: Post \"<redacted>\": dial tcp 127.0.0.1:12389: connect: connection refused"`,
};
const JSON_LINE = JSON.stringify({
  ...{ time: '2026-11-26T07:36:45Z', level: 'WARN', msg: 'Notify attempt failed, will retry later' },
  ...{ receiver: 'pager', integration: 'webhook[0]', err: 'Post "http://h.test/SECRET": EOF' },
});

const ROWS: [what: string, log: string, reasons: string[]][] = [
  ['nothing', '', []],
  [
    'an attempt of 0.25',
    OLD.retried,
    ['pager: unexpected status code 500: http://10.0.0.7:8080/...: out of order'],
  ],
  [
    'an attempt of 0.25 that is refused',
    OLD.refused,
    ['pager: Post "https://hooks.test/...": dial tcp 10.0.0.7:443: connect: connection refused'],
  ],
  [
    'the errors of a group of 0.25',
    OLD.group,
    [
      'pager: unexpected status code 404: http://10.0.0.7:8080/...: no such channel',
      'pager: unexpected status code 403: http://10.0.0.7:8080/...: not you',
    ],
  ],
  ['an attempt of 0.31', NEW.retried, ['pager: unexpected status code 500: out of order']],
  [
    'the errors of a group of 0.31',
    NEW.group,
    [
      'pager: unexpected status code 404: no such channel',
      'pager: Post "<redacted>": dial tcp 127.0.0.1:12389: connect: connection refused',
    ],
  ],
  ['a line in JSON', JSON_LINE, ['pager: Post "http://h.test/...": EOF']],
  ['a line in JSON that is cut', JSON_LINE.slice(0, -2), []],
  ['a line that is cut', OLD.retried.slice(0, -30), ['pager: "unexpected']],
  ['another line', OLD.retried.replace('Notify attempt failed', 'Notify success'), []],
  ['an attempt for another receiver', OLD.retried.replace('receiver=pager', 'receiver=chat'), []],
  ['an attempt without its reason', OLD.retried.replace(/ err=.*/, ''), []],
  ['an attempt without its receiver', OLD.retried.replace('receiver=pager', ''), []],
  [
    'each reason once, oldest first',
    [OLD.refused, NEW.retried, OLD.refused, NEW.group, NEW.retried, NEW.retried].join('\n'),
    [
      'pager: Post "https://hooks.test/...": dial tcp 10.0.0.7:443: connect: connection refused',
      'pager: unexpected status code 500: out of order',
      'pager: unexpected status code 404: no such channel',
      'pager: Post "<redacted>": dial tcp 127.0.0.1:12389: connect: connection refused',
    ],
  ],
];
for (const [what, log, expected] of ROWS)
  test(`reads ${what}`, () => assert.deepEqual(reasons(log), expected));

test('reads names of receivers that are quoted, and those with slashes', () => {
  const line = String.raw`msg="Notify attempt failed" receiver="a \"b\" err=c" err="x"`;
  assert.deepEqual(reasons(line, new Set(['a "b" err=c'])), ['a "b" err=c: x']);
  const group = `msg="Notify for alerts failed" err="shop/team/pager/webhook[0]: notify retry canceled after 2 attempts: EOF"`;
  assert.deepEqual(reasons(group, new Set(['shop/team/pager'])), ['shop/team/pager: EOF']);
});

test('takes nothing in a reason for the name of a receiver', () => {
  const group = `msg="Notify for alerts failed" err="pager/webhook[0]: bad answer /chat/webhook[1]: no; not /pager; other"`;
  assert.deepEqual(reasons(group), ['pager: bad answer /chat/webhook[1]: no; not /pager; other']);
});

test('tells no secret of an address', () => {
  for (const line of [...Object.values(OLD), ...Object.values(NEW), JSON_LINE])
    assert.doesNotMatch(reasons(line).join('\n'), /SECRET|abc/);
});

test('reads any line', () => {
  const part = fc.constantFrom(
    ...[
      'Notify attempt failed',
      'Notify for alerts failed',
      ' ',
      'err=',
      'receiver=',
      '"',
      '\\',
      '{',
      'pager',
      '; ',
      '/a[0]: ',
    ],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) =>
      failuresIn(parts.join(''), PAGER).every(({ receiver }) => receiver === 'pager'),
    ),
  );
});

for (const text of [' a="', 'a=', '\\"', '/a[0]: ', '; ', 'http://'])
  test(`reads a long line of ${text} in linear time`, () => {
    const lineOf = (count: number) => `Notify for alerts failed err="${text.repeat(count)}"`;
    assertLinear(lineOf, (line) => failuresIn(line, PAGER), 12_500);
  });
