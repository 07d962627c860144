import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { brokenScenario } from '../scenarios/broken.ts';
import { install } from '../scenarios/install.ts';
import { writeKubeconfig } from '../support/kubeconfig.ts';
import { type PackedName, packedFile } from '../support/packed.ts';
import type { TestServer } from '../support/server.ts';
import { servers } from '../support/servers.ts';
import type { Shell } from './support/shell.ts';
import { missing, openCompletingShell, PROMPT, type ShellName } from './support/shells.ts';

const PLUGINS: PackedName[] = ['kubectl-bmh', 'kubectl-monitoring'];
const SHELLS: ShellName[] = ['bash', 'zsh', 'fish'];
const TAB = '\t';
/** Ctrl-U and Ctrl-L. */
const CLEARED = '\u0015\u000c';

const BMH = 'kubectl bmh';
const MONITORING = 'kubectl monitoring';

/** Names arrive within a second or not at all: on a busy machine, Tab is pressed again. */
const MOST_PRESSES = 20;

/** How long nothing is listed until Tab is pressed again, in milliseconds. */
const BETWEEN_PRESSES = 3_000;

/** What finds a line of the screen that holds these words alone. */
const lineOf = (program: string, text: string): string => {
  const line = `${PROMPT}${program} ${text}`.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&');
  return `(^|\\n)${line}(\\n|$)`;
};

/** What is typed behind a program, then a tab and a full stop, and the line that this leaves. */
const lines: [string, string, string][] = [
  [BMH, 'repa', 'repair .'],
  [BMH, 'repair edge', 'repair edge-7 .'],
  [BMH, 'repair -n other ed', 'repair -n other ed.'],
  [BMH, 'repair -n met', 'repair -n metal3 .'],
  [BMH, 'list -o y', 'list -o yaml .'],
  [BMH, 'list --output=y', 'list --output=yaml .'],
  [BMH, 'list --no-h', 'list --no-headers .'],
  [BMH, 'repair --accept=gitops,for', 'repair --accept=gitops,foreign-pause .'],
  [BMH, 'list --context arn:aws:e', 'list --context arn:aws:eks:eu:7:cluster/x .'],
  [BMH, 'list --context=arn:aws:e', 'list --context=arn:aws:eks:eu:7:cluster/x .'],
  [BMH, 'explain guards other-g', 'explain guards other-goal .'],
  [BMH, 'list --kubeconfig pre', 'list --kubeconfig present.config .'],
  [BMH, 'repair --payload-dir pa', 'repair --payload-dir payloads/.'],
  [BMH, 'nothing rep', 'nothing rep.'],
  [BMH, 'repair -- edge', 'repair -- edge.'],
  [MONITORING, 'resize-pvc --mode=on', 'resize-pvc --mode=online .'],
  [MONITORING, 'resize-pvc --mode on', 'resize-pvc --mode online .'],
  [MONITORING, 'resize-pvc 60Gi --values so', 'resize-pvc 60Gi --values solo.yaml .'],
];

for (const kind of servers())
  describe(`completion in shells, on the ${kind.name} server`, () => {
    let server: TestServer;
    let folder: string;
    let env: Record<string, string>;
    before(async () => {
      server = await kind.start();
      folder = await mkdtemp(join(tmpdir(), 'bmh-completion-'));
      const bin = join(folder, 'bin');
      await mkdir(bin);
      for (const name of PLUGINS) await symlink(packedFile(name), join(bin, name));
      const KUBECONFIG = join(folder, 'config');
      await writeKubeconfig(KUBECONFIG, server.admin, {
        namespace: 'metal3',
        context: 'arn:aws:eks:eu:7:cluster/x',
      });
      env = { HOME: folder, PATH: [bin, process.env.PATH].join(delimiter), KUBECONFIG };
      const scenario = brokenScenario(3);
      const names = ['worker-0', 'worker-1', 'edge-7'].values();
      for (const { host } of scenario.hosts) host.metadata.name = names.next().value ?? assert.fail();
      await install(server, scenario);
      for (const plugin of ['bmh', 'monitoring'])
        await promisify(execFile)('kubectl', [plugin, 'completion', 'install'], { env });
    });
    after(async () => {
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    for (const name of SHELLS)
      describe(name, async () => {
        const skip = (await missing(name)) ?? false;
        let shell: Shell;
        before(async () => {
          if (skip) return;
          const files = join(folder, `${name}-files`);
          for (const one of ['payloads', 'mine']) await mkdir(join(files, one), { recursive: true });
          for (const file of ['present.config', 'mixed.txt', 'solo.yaml', 'chart.yaml', 'chart.txt'])
            await writeFile(join(files, file), '');
          shell = await openCompletingShell(name, { folder, env });
          shell.type(`cd ${files}; clear\r`);
          await shell.until(/^>$/);
        });
        after(() => shell?.close());

        beforeEach(async () => {
          if (skip) return;
          shell.type(CLEARED);
          await shell.until(/^>$/);
        });

        for (const [program, typed, left] of lines)
          test(`${program} ${typed}`, { skip }, async () => {
            const [completed, untouched] = [left, `${typed}.`].map((text) => lineOf(program, text));
            for (let presses = 1; ; presses += 1) {
              shell.type(`${program} ${typed}${TAB}.`);
              const screen = await shell.until(new RegExp(`${completed}|${untouched}`));
              if (new RegExp(`${completed}`).test(screen)) return;
              assert.ok(presses < MOST_PRESSES, screen);
              shell.type(CLEARED);
              await shell.until(/^>$/);
            }
          });

        test(`${BMH} repair: lists several hosts`, { skip }, async () => {
          shell.type(`${BMH} repair w${TAB}`);
          const pressing = setInterval(() => shell.type(TAB), BETWEEN_PRESSES);
          await shell.until(/worker-0\s+worker-1/).finally(() => clearInterval(pressing));
        });
      });
  });
