import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { manifestText } from '../../scripts/krew.ts';
import { platforms } from '../../scripts/plugins.ts';
import { rowsPlugin } from '../scripts/krew-rules-rows.ts';
import type { ArchiveEntry } from './archive-rules.ts';
import { goodArchive, refusedByKrew, refusedByUs } from './archive-rules-rows.ts';
import { findKrew, type KrewPrograms, lackingForKrew, newUser } from './support/krew.ts';
import type { End } from './support/run.ts';

describe('archives that krew itself accepts', { skip: await lackingForKrew() }, () => {
  let programs: KrewPrograms;
  before(async () => {
    programs = await findKrew();
  });

  /** By a user of their own, from an archive with such members. */
  async function install(entries: readonly ArchiveEntry[]): Promise<End> {
    const user = await newUser(programs);
    try {
      const [archive, manifest] = [join(user.folder, 'bmh.tar.gz'), join(user.folder, 'bmh.yaml')];
      const bytes = await tarOf(entries);
      await writeFile(archive, bytes);
      const release = {
        uri: 'https://releases.invalid/bmh.tar.gz',
        sha256: createHash('sha256').update(bytes).digest('hex'),
      };
      const releases = platforms.map((platform) => ({ ...platform, ...release }));
      await writeFile(manifest, manifestText(rowsPlugin, releases));
      return await user.kubectl('krew', 'install', `--manifest=${manifest}`, `--archive=${archive}`);
    } finally {
      await user.remove();
    }
  }

  test('accepts the archives of our tests', async () => {
    const { code, stderr } = await install(goodArchive);
    assert.equal(code, 0, stderr);
  });

  for (const [rule, what, entries] of refusedByKrew)
    test(`refuses what breaks our rule ${rule}: ${what}`, async () => {
      const { code, stderr } = await install(entries);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /unable to handle file type|refusing to unpack archive|can't create symbolic link/,
      );
    });

  for (const [rule, what, entries] of refusedByUs)
    test(`accepts what its index or we refuse by the rule ${rule}: ${what}`, async () => {
      const { code, stderr } = await install(entries);
      assert.equal(code, 0, stderr);
    });
});

function tarOf(entries: readonly ArchiveEntry[]): Promise<Buffer> {
  const tar = pack();
  for (const { name, type, mode } of entries)
    tar.entry(
      { name, mode, ...(type === 'other' ? { type: 'symlink', linkname: 'LICENSE' } : { type }) },
      type === 'file' ? '#!/bin/sh\n' : '',
    );
  tar.finalize();
  return buffer(tar.pipe(createGzip()));
}
