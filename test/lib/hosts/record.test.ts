import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUntouched, newRecord, parseRecord } from '../../../lib/hosts/record.ts';
import { all, NEW, RECORD, recorded, seen, specImage, statusImage } from '../../support/records.ts';

const { run, version, started, target } = RECORD;
const PLAN = { target: NEW, order: 'documented', run: { run, version, started } } as const;

test('a new record holds the original values', () => {
  assert.deepEqual(newRecord(seen().host, PLAN), RECORD);
});

test('a new record holds the uid of its host and is unreadable on any other', () => {
  const own = seen({ metadata: { uid: 'a' } });
  const record = newRecord(own.host, PLAN);
  assert.equal(record.uid, 'a');
  const on = (uid: string, text: object) => seen(all(recorded(text), { metadata: { uid } })).record;
  assert.deepEqual(on('a', record), record);
  assert.equal(on('b', record), 'unreadable');
  assert.deepEqual(on('b', RECORD), RECORD, 'that of an older version, which names none');
});

test('records absent fields as null', () => {
  const { host } = seen(
    all(specImage({ checksum: null }), {
      status: { errorCount: null, errorMessage: null, provisioning: { image: null } },
    }),
  );
  const { original } = newRecord(host, PLAN);
  assert.deepEqual(original, {
    spec: { url: RECORD.original.spec.url, checksum: null, checksumType: null },
    status: { url: null, checksum: null, checksumType: null, errorCount: null, errorMessage: null },
  });
});

test('reads a record as it was written', () => {
  assert.deepEqual(parseRecord(JSON.stringify(RECORD)), RECORD);
  const undo = { ...RECORD, goal: 'undo', order: 'safe' };
  assert.deepEqual(parseRecord(JSON.stringify(undo)), undo);
  const foreign = { ...RECORD, foreignPause: '', target: { ...target, checksumType: 'sha256' } };
  assert.deepEqual(parseRecord(JSON.stringify(foreign)), foreign);
  assert.equal(parseRecord(undefined), undefined);
});

const broken: [string, string][] = [
  ['nothing', ''],
  ['no JSON', '{'],
  ['no object', '"repair"'],
  ['null', 'null'],
  ['another goal', JSON.stringify({ ...RECORD, goal: 'other' })],
  ['another order', JSON.stringify({ ...RECORD, order: 'other' })],
  ['no target', JSON.stringify({ ...RECORD, target: undefined })],
  ['a target that is no address', JSON.stringify({ ...RECORD, target: { url: 'x', checksum: 'y' } })],
  ['an unknown checksum type', JSON.stringify({ ...RECORD, target: { ...target, checksumType: 'crc' } })],
  ['no originals', JSON.stringify({ ...RECORD, original: {} })],
  [
    'an original of another type',
    JSON.stringify({
      ...RECORD,
      original: { ...RECORD.original, spec: { url: 1, checksum: null, checksumType: null } },
    }),
  ],
  ['no run', JSON.stringify({ ...RECORD, run: undefined })],
  ['a pause of another type', JSON.stringify({ ...RECORD, foreignPause: true })],
];
for (const [name, text] of broken)
  test(`unreadable: ${name}`, () => assert.equal(parseRecord(text), 'unreadable'));

test('a host is untouched if its four addresses are the recorded ones', () => {
  const untouched = (patch: object) => isUntouched(seen(patch).host, RECORD);
  assert.equal(untouched(recorded()), true);
  assert.equal(untouched({ status: { errorCount: 0 } }), true);
  for (const patch of [
    statusImage({ url: NEW.url }),
    statusImage({ checksum: null }),
    specImage({ url: NEW.url }),
    specImage(null),
  ])
    assert.equal(untouched(patch), false);
});
