import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { program as bmh } from '../../cmd/kubectl-bmh/program.ts';
import { program as monitoring } from '../../cmd/kubectl-monitoring/program.ts';
import type { Program } from '../../lib/cli/command.ts';
import { brokenHost, STANDARD, served } from '../scenarios/hosts.ts';
import { openMonitoring } from '../support/monitoring.ts';
import type { MonitoringStage } from '../support/monitoring-stage.ts';
import { runCommand } from '../support/run-command.ts';
import type { TestServer } from '../support/server.ts';
import { servers } from '../support/servers.ts';
import type { Stage } from '../support/stage.ts';
import { stageFor } from '../support/stage-for.ts';
import { report } from './support/report.ts';

/** Runs a command that writes its report, and gives that beside the one that is made from its JSON later. */
async function both(program: Program, words: string[], folder: string): Promise<[string, string]> {
  const cwd = await mkdtemp(join(folder, 'report-'));
  const ran = await runCommand(program, [...words, '-o', 'json', '--report', 'now.html'], {
    cwd,
    wait: () => Promise.resolve(),
  });
  await writeFile(join(cwd, 'run.json'), ran.stdout);
  const later = await report(cwd, ['run.json', '--output', '-']);
  assert.deepEqual([later.code, later.stderr], [0, '']);
  return [await readFile(join(cwd, 'now.html'), 'utf8'), later.stdout];
}

for (const kind of servers()) {
  describe(`reports of kubectl bmh made later, on the ${kind.name} server`, () => {
    let stage: Stage;
    let kubeconfig: string;
    const scenario = {
      ...{ nodes: ['management-0'], clusters: [], deadBmcs: [], images: [served(STANDARD)] },
      hosts: [brokenHost('worker-0', 0), brokenHost('worker-1', 1)],
    };
    stageFor({ kind, scenario }, (staged) => {
      ({ stage, kubeconfig } = staged);
    });

    for (const words of [
      ['diagnose', '--all'],
      ['audit'],
      ['repair', 'worker-0', '-y', '--no-wait'],
      ['repair', '--all', '-y', '--no-wait'],
      ['repair', 'absent', '-y'],
      ['undo', 'worker-0', '-y'],
    ])
      test(`${words.join(' ')} is the page that --report wrote`, async () => {
        const [now, later] = await both(bmh, [...words, '--kubeconfig', kubeconfig], stage.folder);
        assert.match(later, /^<!doctype html>/);
        assert.equal(later, now);
      });
  });

  describe(`reports of kubectl monitoring made later, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: MonitoringStage;
    let kubeconfig: string;
    before(async () => {
      server = await kind.start();
      stage = await openMonitoring(server, { block: {} });
      kubeconfig = await stage.kubeconfig();
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    for (const words of [
      ['status'],
      ['capacity'],
      ['resize-pvc', '60Gi', '-y', '--mode', 'online'],
      ['undo', '-y'],
    ])
      test(`${words.join(' ')} is the page that --report wrote`, async () => {
        const where = ['-n', stage.namespace, '--kubeconfig', kubeconfig];
        const [now, later] = await both(monitoring, [...words, ...where], stage.folder);
        assert.match(later, /^<!doctype html>/);
        assert.equal(later, now);
      });
  });
}
