import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ALLOWED } from '../../scripts/licences.ts';
import { root } from '../../scripts/root.ts';

interface Locked {
  dev?: boolean;
  integrity?: string;
  resolved?: string;
  license?: string;
  hasInstallScript?: boolean;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const { '': _project, ...locked } = packages;

test('every package has a checksum and no download address', () => {
  const without = Object.entries(locked).filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  assert.deepEqual(
    without.map(([folder]) => folder),
    [],
  );
  assert.deepEqual(
    Object.values(locked).filter(({ resolved }) => resolved !== undefined),
    [],
  );
});

test('only known build tools have install scripts, and work without them', () => {
  const scripted = Object.entries(locked).filter(([, { hasInstallScript }]) => hasInstallScript);
  // Its script only looks whether the package of its platform, an optional dependency, is there.
  assert.deepEqual(
    scripted.map(([folder, { dev }]) => [folder, dev]),
    [['node_modules/esbuild', true]],
  );
});

test('every shippable package has an allowed license', () => {
  const others = Object.entries(locked).filter(
    ([, { dev, license = '' }]) => !dev && !ALLOWED.includes(license),
  );
  assert.deepEqual(
    others.map(([folder, { license }]) => `${folder}: ${license}`),
    [],
  );
});
