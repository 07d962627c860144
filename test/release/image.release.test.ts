import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { isSame, thisPlatform } from '../../scripts/build/platforms.ts';
import { type Platform, version } from '../../scripts/plugins.ts';
import { archiveName } from '../../scripts/release/parts.ts';
import { root } from '../../scripts/root.ts';
import { makePod, noPods } from '../support/pod.ts';
import { readArchive } from './support/read-archive.ts';

const folder = join(root, 'dist', 'image');

/** Folder names must be what builders set as TARGETARCH. */
const ARCHITECTURES: Platform['arch'][] = ['amd64', 'arm64'];

test('the build context has only the Containerfile, the licenses and an executable for each architecture', async () => {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
  assert.deepEqual(files, [
    'Containerfile',
    'LICENSE',
    'THIRD_PARTY_NOTICES.txt',
    'linux/amd64/kubectl-bmh',
    'linux/arm64/kubectl-bmh',
  ]);
});

for (const arch of ARCHITECTURES)
  test(`linux/${arch}: the executable is the released one`, async () => {
    const file = archiveName('kubectl-bmh', { os: 'linux', arch });
    const members = await readArchive(file, await readFile(join(root, 'dist', 'release', file)));
    const executable = join(folder, 'linux', arch, 'kubectl-bmh');
    assert.ok(members[0]?.content.equals(await readFile(executable)));
    assert.equal((await stat(executable)).mode & 0o777, 0o755);
  });

for (const arch of ARCHITECTURES) {
  const isForeign = !isSame({ os: 'linux', arch }, thisPlatform());
  test(`linux/${arch}: the executable runs with no more than a distroless base has`, {
    skip: isForeign ? 'this machine has another architecture' : noPods(),
  }, async (t) => {
    const endpoint = { url: 'https://127.0.0.1:1', ca: '' };
    const executable = join(folder, 'linux', arch, 'kubectl-bmh');
    const pod = await makePod(executable, { endpoint, namespace: 'metal3' });
    t.after(pod.remove);
    assert.deepEqual(await pod.start(['version', '--client']).ended, {
      code: 0,
      signal: null,
      stdout: `Client Version: ${version}\n`,
      stderr: '',
    });
  });
}

test('the Containerfile copies what is in the folder, runs nothing and sets a user by number', async () => {
  const lines = (await readFile(join(folder, 'Containerfile'), 'utf8'))
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  assert.deepEqual(
    lines.map((line) => line.replaceAll(/ +/g, ' ')),
    [
      'ARG BASE=gcr.io/distroless/cc-debian12:nonroot',
      'FROM $BASE',
      'ARG TARGETARCH',
      'COPY linux/$TARGETARCH/kubectl-bmh /usr/local/bin/kubectl-bmh',
      'COPY LICENSE THIRD_PARTY_NOTICES.txt /usr/share/doc/kubectl-bmh/',
      `LABEL org.opencontainers.image.title="kubectl-bmh" org.opencontainers.image.version="${version}" org.opencontainers.image.licenses="Apache-2.0"`,
      'USER 65532:65532',
      'ENTRYPOINT ["/usr/local/bin/kubectl-bmh"]',
    ],
  );
});
