import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/root.ts';

test('the picture of a report in docs is a small PNG of pixels alone', () => {
  const picture = readFileSync(join(root, 'docs', 'report.png'));
  assert.deepEqual(picture.subarray(0, 8), Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  assert.ok(picture.length <= 150_000, `${picture.length} bytes`);
  const parts = new Set<string>();
  for (let at = 8; at < picture.length; at += 12 + picture.readUInt32BE(at))
    parts.add(picture.toString('latin1', at + 4, at + 8));
  assert.deepEqual([...parts].toSorted(), ['IDAT', 'IEND', 'IHDR']);
});
