import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { VOLUMES } from '../../../../cmd/kubectl-monitoring/resize-pvc/values.ts';
import { findValues } from '../../../../cmd/kubectl-monitoring/shared/values/values.ts';
import { chartValues } from '../../../lib/values/texts.ts';
import { folderWith } from '../../../support/folder.ts';

const VALUES = chartValues('50Gi');

const namesIn = async (cwd: string): Promise<string[]> =>
  (await findValues(cwd, VOLUMES)).map(({ name }) => name);

test('findValues searches up to the root of the repository', async (t) => {
  const folder = await folderWith(t, {
    'monitoring-system/outside.yaml': VALUES,
    'platform/.git/HEAD': '',
    'platform/monitoring-system/values.yaml': VALUES,
    'platform/monitoring-system/overlays/prod/values.yml': VALUES,
    'platform/apps/web/values.yaml': VALUES,
    'other/.git/HEAD': '',
    'loose/deep/file': '',
  });
  const platform = join(folder, 'platform');
  assert.deepEqual(await namesIn(platform), [
    join('monitoring-system', 'overlays', 'prod', 'values.yml'),
    join('monitoring-system', 'values.yaml'),
  ]);
  const up = join('..', '..', 'monitoring-system');
  assert.deepEqual(await namesIn(join(platform, 'apps', 'web')), [
    join(up, 'overlays', 'prod', 'values.yml'),
    join(up, 'values.yaml'),
  ]);
  assert.deepEqual(await namesIn(join(platform, 'monitoring-system', 'overlays')), [
    join('prod', 'values.yml'),
    join('..', 'values.yaml'),
  ]);
  assert.deepEqual(await namesIn(join(folder, 'other')), []);
  assert.deepEqual(
    await namesIn(join(folder, 'loose', 'deep')),
    [],
    'without a repository nothing above is looked at',
  );
  assert.deepEqual(await namesIn(folder), [join('monitoring-system', 'outside.yaml')]);
});

test('findValues skips files that are not values', async (t) => {
  const folder = await folderWith(t, {
    '.git/HEAD': '',
    'monitoring-system/values.yaml': VALUES,
    'monitoring-system/templates/prometheus.yaml': VALUES,
    'monitoring-system/charts/kube-prometheus-stack/values.yaml': VALUES,
    'monitoring-system/node_modules/x/values.yaml': VALUES,
    'monitoring-system/.cache/values.yaml': VALUES,
    'monitoring-system/.values.yaml': VALUES,
    'monitoring-system/values.yaml.gotmpl': VALUES,
    'monitoring-system/grafana.yaml': 'grafana: {}\n',
    'monitoring-system/crd.yaml': `kind: CustomResourceDefinition\n${VALUES}`,
    'monitoring-system/latin.yaml': Buffer.from(`${VALUES}# \u00e9`, 'latin1'),
  });
  assert.deepEqual(await namesIn(folder), [join('monitoring-system', 'values.yaml')]);
});

test('findValues follows links to files inside the repository, and lists each file once', async (t) => {
  const folder = await folderWith(t, {
    'secret.yaml': VALUES,
    'elsewhere/values.yaml': VALUES,
    'platform/.git/HEAD': '',
    'platform/shared/values.yaml': VALUES,
    'platform/monitoring-system/z.yaml': VALUES,
  });
  const block = join(folder, 'platform', 'monitoring-system');
  await symlink('../../secret.yaml', join(block, 'a.yaml'));
  await symlink('../shared/values.yaml', join(block, 'b.yaml'));
  await symlink('../shared/values.yaml', join(block, 'c.yaml'));
  await symlink('nowhere.yaml', join(block, 'd.yaml'));
  await symlink('../../elsewhere', join(block, 'e'));
  await symlink('.', join(block, 'loop.yaml'));
  const found = await findValues(join(folder, 'platform'), VOLUMES);
  assert.deepEqual(
    found.map(({ path }) => path),
    [join(folder, 'platform', 'shared', 'values.yaml'), join(block, 'z.yaml')],
  );
});

test('findValues finds nothing if the folder is a file', async (t) => {
  const folder = await folderWith(t, { 'monitoring-system': '' });
  await mkdir(join(folder, 'empty'));
  assert.deepEqual(await namesIn(folder), []);
  assert.deepEqual(await namesIn(join(folder, 'empty')), []);
});
