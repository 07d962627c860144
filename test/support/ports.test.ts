import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from './ports.ts';

test('a port that was given away is not given away again before anybody listens on it', async () => {
  const ports: number[] = [];
  for (let count = 0; count < 50; count += 1) ports.push(await freePort());
  assert.equal(new Set(ports).size, ports.length);
});
