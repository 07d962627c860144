import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { reportPage } from '../../../lib/report/page.ts';
import { isPrintable } from '../../../lib/words/text.ts';
import { HOSTILE, withTexts } from './hostile.ts';
import { pageOf, shownIn } from './page-text.ts';
import { fewHosts, interrupted, RESULTS, repaired, status } from './results.ts';

/** The elements of a page; where long texts may be broken is no matter of them. */
const elementsOf = (page: string): string[] =>
  (page.replace(/<style>[^<]*<\/style>/, '').match(/<\/?[a-z!][a-z0-9]*/gi) ?? []).filter(
    (tag) => tag !== '<wbr',
  );

const harmless = HOSTILE.map((_, index) => `harmless ${index}`);

/** A value of any type in any place. */
const mutated = (result: object): fc.Arbitrary<unknown> => {
  const places: (string | number)[][] = [];
  const visit = (value: unknown, path: (string | number)[]): void => {
    if (path.length > 0) places.push(path);
    if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) visit(one, [...path, name]);
  };
  visit(result, []);
  return fc
    .array(
      fc.tuple(
        fc.constantFrom(...places),
        fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.string({ unit: 'binary' })),
      ),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((changes) => {
      const copy = JSON.parse(JSON.stringify(result));
      for (const [path, value] of changes) {
        const parent = path
          .slice(0, -1)
          .reduce((at, name) => (typeof at === 'object' && at !== null ? at[name] : undefined), copy);
        if (typeof parent === 'object' && parent !== null) parent[path.at(-1) ?? ''] = value;
      }
      return copy;
    });
};

describe('a result that anyone wrote', () => {
  for (const [form, make] of Object.entries(RESULTS))
    test(`cannot change the elements of a page: ${form}`, () => {
      const page = pageOf(withTexts(make(), HOSTILE));
      assert.deepEqual(elementsOf(page), elementsOf(pageOf(withTexts(make(), harmless))));
      assert.doesNotMatch(page, /<script|<img|<iframe|<base/);
      assert.ok(isPrintable(page), 'a control character is on the page');
    });

  for (const [form, make] of Object.entries(RESULTS))
    test(`has a page or none, whatever its fields are: ${form}`, () => {
      fc.assert(
        fc.property(mutated(make()), (result) => {
          const page = reportPage(result);
          assert.ok(page === undefined || (page.endsWith('</html>\n') && isPrintable(page)));
        }),
        { numRuns: 20 },
      );
    });

  test('has no page, or one, for any JSON', () => {
    const kinds = fc.constantFrom(
      'RepairList',
      'UndoList',
      'DiagnosisList',
      'AuditReport',
      'ResizeList',
      'MonitoringStatus',
      'CapacityList',
    );
    const names = fc.constantFrom(
      'items',
      'run',
      'causes',
      'components',
      'volumes',
      'watchdog',
      'unread',
      'instances',
      'missing',
      'notes',
      'scope',
      'message',
      'verdict',
      'sources',
    );
    fc.assert(
      fc.property(kinds, fc.dictionary(names, fc.jsonValue()), (kind, more) => {
        assert.ok(pageOf({ apiVersion: 'bmh.kubectl/v1', kind, ...more }).endsWith('</html>\n'));
      }),
    );
    fc.assert(fc.property(fc.anything(), (value) => assert.equal(reportPage(value), undefined)));
  });

  test('may be nested deeper than any command writes it', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(4_000)}1${'}'.repeat(4_000)}`);
    const items = [{ metadata: { name: 'a' }, changes: [{ field: 'spec', to: deep }] }];
    assert.match(pageOf({ ...repaired(), items, run: deep }), /<code>spec<\/code>/);
  });
});

/** Texts with secrets: what of them may not be on a page. */
const SECRETS: [text: string, secret: string][] = [
  ['GET https://admin:hunter2@images.example.com/a', 'hunter2'],
  ['http://images/a.qcow2?sig=hunter2&x=1', 'hunter2'],
  ['Authorization: Bearer hunter2abc', 'hunter2abc'],
  ['authorization=Basic aHVudGVyMg==', 'aHVudGVyMg'],
  ['sent with bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.hunter', 'eyJ'],
  ['kubectl bmh repair a --token=hunter2', 'hunter2'],
  ['login failed: password=hunter2, user=x', 'hunter2'],
  ['{"user":"x","password":"hunter2"}', 'hunter2'],
  ['{\\"clientSecret\\":\\"hunter2\\"}', 'hunter2'],
  ['API_KEY=hunter2', 'hunter2'],
  ['-----BEGIN RSA PRIVATE KEY-----\nhunter2\n-----END RSA PRIVATE KEY-----', 'hunter2'],
  ['LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQo=', 'UFJJVkFURSBLRVk'],
];

describe('secrets', () => {
  for (const [text, secret] of SECRETS)
    test(`are on no page: ${JSON.stringify(text)}`, () => {
      for (const [form, make] of Object.entries(RESULTS)) {
        const page = pageOf(withTexts(make(), [text]));
        assert.ok(!page.includes(secret), form);
      }
      // Behind other text, where it is cut, and far behind.
      for (const lead of [
        'a ',
        'b '.repeat(995),
        'c '.repeat(1_100),
        'd '.repeat(9_995),
        'e '.repeat(11_000),
      ])
        assert.ok(!pageOf(withTexts(repaired(), [lead + text])).includes(secret), `${lead.length}`);
    });

  test('are on no page as values of fields with their names', () => {
    const items = [
      {
        metadata: { name: 'a' },
        changes: [
          { resource: 'configmap/a', field: 'data', from: { password: 'hunter2', apiToken: ['hunter2'] } },
          { resource: 'secret/a -n b', field: 'data.key', from: 'hunter2', to: { hunter2: 1 } },
        ],
      },
    ];
    const page = pageOf({ ...repaired(), items });
    assert.ok(!page.includes('hunter2'), page);
    assert.match(shownIn(page), /data \{"password":"\*\*\*","apiToken":"\*\*\*"\} removed/);
  });

  test('are told from words that only sound like them', () => {
    for (const text of [
      'Basic authentication failed',
      'The token is not valid',
      'Ask for a secret: it is missing',
    ])
      assert.ok(shownIn(pageOf({ ...fewHosts(), message: text })).includes(text), text);
  });

  test('do not take commands with them', () => {
    const shown = [interrupted(), status()].map((result) => shownIn(pageOf(result)));
    assert.ok(!shown.some((text) => text.includes('***')));
  });
});
