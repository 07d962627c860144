import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from './ports.ts';

test('never returns the same port twice before it is used', async () => {
  const ports: number[] = [];
  for (let count = 0; count < 50; count += 1) ports.push(await freePort());
  assert.equal(new Set(ports).size, ports.length);
});
