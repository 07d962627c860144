import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isSame, thisPlatform } from '../../scripts/build/platforms.ts';
import { type Platform, plugins, version } from '../../scripts/plugins.ts';
import { archiveName } from '../../scripts/release/parts.ts';
import { root } from '../../scripts/root.ts';
import { onPath } from '../cluster/on-path.ts';
import { startPlayground } from '../playground/server.ts';
import { brokenHost } from '../scenarios/hosts.ts';
import { install } from '../scenarios/install.ts';
import { writeKubeconfig } from '../support/kubeconfig.ts';
import type { TestServer } from '../support/server.ts';
import { readArchive } from './support/read-archive.ts';
import { run } from './support/run.ts';

/** What runs a platform's executables here: nothing, or an emulator with that platform's libraries. */
interface Runner {
  platform: Platform;
  words: string[];
  /** What is not here; false where all is. */
  lacking: string | false;
}

const EMULATORS = { amd64: 'qemu-x86_64', arm64: 'qemu-aarch64' } as const;
const LIBRARIES = { amd64: '/usr/x86_64-linux-gnu', arm64: '/usr/aarch64-linux-gnu' } as const;

const runners = await Promise.all((['amd64', 'arm64'] as const).map(runnerFor));

async function runnerFor(arch: Platform['arch']): Promise<Runner> {
  const platform = { os: 'linux', arch } as const;
  if (isSame(platform, thisPlatform())) return { platform, words: [], lacking: false };
  const named = (end: string) => onPath(EMULATORS[arch] + end, process.env);
  const emulator = (await named('')) ?? (await named('-static'));
  const libraries = process.env.QEMU_LD_PREFIX ?? LIBRARIES[arch];
  if (!emulator) return { platform, words: [], lacking: `${EMULATORS[arch]} is not on PATH` };
  if (existsSync(libraries)) return { platform, words: [emulator, '-L', libraries], lacking: false };
  const lacking = `the libraries of linux/${arch} are not in ${libraries}; QEMU_LD_PREFIX says where they are`;
  return { platform, words: [], lacking };
}

for (const { platform, words, lacking } of runners)
  describe(`executables of linux/${platform.arch}`, { skip: lacking }, () => {
    let folder: string;
    let server: TestServer;
    let env: Record<string, string>;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'released-'));
      server = await startPlayground();
      env = { HOME: folder, KUBECONFIG: join(folder, 'config') };
      await writeKubeconfig(env.KUBECONFIG ?? '', server.admin);
      const hosts = [brokenHost('worker-0', 0)];
      await install(server, { nodes: [], clusters: [], hosts, images: [], deadBmcs: [] });
      for (const { program } of plugins) await unpack(program);
    });
    after(async () => {
      await server?.stop();
      await rm(folder, { recursive: true });
    });

    async function unpack(program: string): Promise<void> {
      const file = archiveName(program, platform);
      const members = await readArchive(file, await readFile(join(root, 'dist', 'release', file)));
      const { content, mode } = members.find(({ name }) => name === program) ?? {};
      await writeFile(join(folder, program), content ?? '', { mode: mode ?? 0 });
    }

    const call = (program: string, ...args: string[]) => {
      const [command = '', ...rest] = [...words, join(folder, program), ...args];
      return run(command, rest, { env });
    };

    for (const { name, program } of plugins)
      test(`${program} prints its version and its help`, async () => {
        assert.deepEqual(await call(program, 'version', '--client'), {
          code: 0,
          stdout: `Client Version: ${version}\n`,
          stderr: '',
        });
        const { code, stdout } = await call(program, 'help');
        assert.equal(code, 0);
        assert.ok(stdout.includes(`kubectl ${name} [command] [flags]`), stdout);
      });

    test('kubectl-bmh lists hosts over TLS', async () => {
      const { code, stdout, stderr } = await call('kubectl-bmh', 'list', '-A');
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^\S+ +worker-0 +degraded /m);
    });

    test('kubectl-monitoring reads the cluster over TLS', async () => {
      const { code, stderr } = await call('kubectl-monitoring', 'resize-pvc', '60Gi', '--dry-run=server');
      assert.equal(code, 1);
      assert.match(stderr, /monitoring\.coreos\.com|[Pp]rometheus/);
    });
  });
