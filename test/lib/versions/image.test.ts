import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageVersion, versionText } from '../../../lib/versions/install.ts';

const rows: [string, string][] = [
  ['quay.io/metal3-io/baremetal-operator:v0.12.0', 'v0.12.0'],
  ['registry:5000/operator', 'latest'],
  ['registry:5000/operator:1.2', '1.2'],
  ['operator@sha256:abc', 'sha256:abc'],
  ['operator:v1@sha256:abc', 'v1'],
  ['operator:', 'latest'],
  ['', 'latest'],
];
for (const [image, version] of rows)
  test(`version of image ${image}`, () => assert.equal(imageVersion(image), version));

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
const texts: [string | null, string][] = [
  ['v3.5.0', 'v3.5.0'],
  [DIGEST, 'sha256:0123456789ab'],
  ['sha256:ab', 'sha256:ab'],
  [null, '<unknown>'],
];
for (const [version, text] of texts)
  test(`shows version ${version} as ${text}`, () => assert.equal(versionText(version), text));
