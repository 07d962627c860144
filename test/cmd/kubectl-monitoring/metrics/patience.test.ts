import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { program } from '../../../../cmd/kubectl-monitoring/program.ts';
import { MEASURES } from '../../../../lib/sizing/queries.ts';
import { writeKubeconfig } from '../../../support/kubeconfig.ts';
import { listen } from '../../../support/listen.ts';
import { runCommand } from '../../../support/run-command.ts';
import { servers } from '../../../support/servers.ts';

const PROOF = { status: 'success', data: {} };

for (const kind of servers())
  test(`--request-timeout limits queries to a Prometheus that does not respond, on the ${kind.name} server`, async (t) => {
    const server = await kind.start();
    t.after(server.stop);
    const folder = await mkdtemp(join(tmpdir(), 'bmh-patience-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const kubeconfig = join(folder, 'kubeconfig');
    await writeKubeconfig(kubeconfig, server.admin);
    for (const isReady of [true, false]) {
      const { port, stop } = await listen(({ url = '' }, response) => {
        if (isReady && !url.includes('query')) response.end(JSON.stringify(PROOF));
      });
      t.after(stop);
      const words = ['--nodes=3', `--prometheus=http://127.0.0.1:${port}`, '--request-timeout=2s', '-ojson'];
      const { code, stdout } = await runCommand(program, ['sizing', '--kubeconfig', kubeconfig, ...words]);
      const late = stdout.match(/no response within 2s/g)?.length;
      assert.deepEqual([code, late], [0, isReady ? MEASURES.length : 1], stdout);
    }
  });
