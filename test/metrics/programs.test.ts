import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metricsProgram } from './programs.ts';

test('names the package of a missing program', async () => {
  const wanted = (name: Parameters<typeof metricsProgram>[0]) => metricsProgram(name, { PATH: '' });
  await assert.rejects(wanted('promtool'), {
    message: 'There is no promtool on PATH: apt-get install --no-install-recommends prometheus',
  });
  await assert.rejects(wanted('prometheus-alertmanager'), /install .*prometheus-alertmanager$/);
});
