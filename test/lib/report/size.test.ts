import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reportPage } from '../../../lib/report/page.ts';
import { pageOf } from './page-text.ts';
import { audit, diagnosis, fleet } from './results.ts';

const LARGEST = 300_000;
const BRIEF = 'To keep it small';

/** The result with every text of its items made this long. */
const lengthened = (result: object, length: number): object =>
  JSON.parse(
    JSON.stringify(result, (name, value) =>
      ['message', 'reason', 'hint', 'from', 'to', 'found', 'note'].includes(name) && typeof value === 'string'
        ? value.padEnd(length, ' and more words of it')
        : value,
    ),
  );

describe('a page of 500 objects', () => {
  for (const [what, result] of Object.entries({
    'hosts that were repaired': fleet(500),
    'hosts of which half failed': fleet(500, { failing: 250 }),
    'hosts of which all failed': fleet(500, { failing: 500 }),
    diagnoses: diagnosis(500),
    'hosts with findings': audit(500),
  }))
    test(`has at most 300 KB for ${what}, and leaves nothing out`, () => {
      const page = pageOf(result);
      assert.ok(Buffer.byteLength(page) <= LARGEST, String(Buffer.byteLength(page)));
      assert.ok(!page.includes(BRIEF));
      for (const item of (result as unknown as { items: { metadata: { name: string } }[] }).items)
        assert.ok(page.includes(item.metadata.name), item.metadata.name);
    });

  for (const [what, result] of Object.entries({
    hosts: fleet(500, { failing: 250 }),
    diagnoses: diagnosis(500),
    'hosts with findings': audit(500),
  }))
    test(`has at most 300 KB with long texts, and says what it leaves out: ${what}`, () => {
      const page = pageOf(lengthened(result, 1_000));
      assert.ok(Buffer.byteLength(page) <= LARGEST, String(Buffer.byteLength(page)));
      // Findings of many hosts share theirs.
      assert.equal(page.includes(BRIEF), what !== 'hosts with findings');
    });
});

test('a result of more objects than any estate has shows the first, and says so', () => {
  const items = Array.from({ length: 10_001 }, (_, at) => ({
    metadata: { name: `h${at}` },
    verdict: 'repaired',
  }));
  const page =
    reportPage({ apiVersion: 'bmh.kubectl/v1', kind: 'RepairList', verdict: 'repaired', items }) ?? '';
  assert.match(page, /Only the first 10000 of 10001 are shown\./);
  assert.match(page, /h9999/);
  assert.doesNotMatch(page, /h10000/);
});

test('thousands of different steps take no time that grows with their square', () => {
  const items = Array.from({ length: 20 }, (_, host) => ({
    metadata: { name: `h${host}` },
    verdict: 'repaired',
    steps: Array.from({ length: 5_000 }, (_, at) => ({ title: `${host} ${at}`, state: 'done' })),
  }));
  const page = reportPage({ apiVersion: 'bmh.kubectl/v1', kind: 'RepairList', verdict: 'repaired', items });
  assert.ok((page?.length ?? Number.POSITIVE_INFINITY) < 300_000);
});
