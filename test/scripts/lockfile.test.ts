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

test('every package has a checksum, and none says where it was fetched from', () => {
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

test('packages with install scripts are known, build tools all of them, and work without', () => {
  const scripted = Object.entries(locked).filter(([, { hasInstallScript }]) => hasInstallScript);
  // Its script only looks whether the package of its platform, an optional dependency, is there.
  assert.deepEqual(
    scripted.map(([folder, { dev }]) => [folder, dev]),
    [['node_modules/esbuild', true]],
  );
});

test('whatever may be shipped has a licence that is allowed', () => {
  const others = Object.entries(locked).filter(
    ([, { dev, license = '' }]) => !dev && !ALLOWED.includes(license),
  );
  assert.deepEqual(
    others.map(([folder, { license }]) => `${folder}: ${license}`),
    [],
  );
});
