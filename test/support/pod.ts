import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PackedEnd } from './packed.ts';
import type { Endpoint } from './server.ts';

/** What a distroless base has at most that a program needs: its libraries, certificates and a user; no shell, no /proc, no /dev. */
export interface Pod {
  /** Replaces the token of its service account, as the kubelet does. */
  writeToken(token: string): Promise<void>;
  /** Starts the program as the pod's container: in a read-only root but for /tmp, as no user of this machine. */
  start(args: readonly string[]): Container;
  remove(): Promise<void>;
}

export interface Container {
  kill(signal: NodeJS.Signals): void;
  ended: Promise<PackedEnd>;
}

/** Where the image has the program, and the kubelet the service account. */
const PROGRAM = '/usr/local/bin/kubectl-bmh';
const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

const isRoot = process.getuid?.() === 0;

/** Without being root, a user namespace gives what it takes; the program is then that namespace's root, which may still not write. */
const UNSHARE = isRoot ? ['-m'] : ['-Urm'];
const CHROOT = isRoot ? 'chroot --userspec=65532:65532' : 'chroot';

const SCRIPT = `set -e
root=$1; shift
mount --bind "$root" "$root"
mount -o remount,ro,bind "$root"
mount -t tmpfs -o mode=1777 tmp "$root/tmp"
exec ${CHROOT} "$root" "$@"`;

/** Why there can be no pods here; undefined where there can. */
export function noPods(): string | undefined {
  if (process.platform !== 'linux') return 'a root of its own needs Linux';
  const { status } = spawnSync('unshare', [...UNSHARE, 'mount', '-t', 'tmpfs', 'tmp', '/mnt']);
  return status === 0 ? undefined : 'this machine allows no mount namespaces';
}

/** Makes the root of a pod of a service account that reaches the cluster at `endpoint`. */
export async function makePod(
  program: string,
  { endpoint, namespace }: { endpoint: Endpoint; namespace: string },
): Promise<Pod> {
  const root = await mkdtemp(join(tmpdir(), 'bmh-pod-'));
  await chmod(root, 0o755);
  const put = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  const copy = async (from: string, path: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await copyFile(from, join(root, path));
  };
  await copy(program, PROGRAM);
  const libraries = execFileSync('ldd', [program], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
  for (const library of libraries) await copy(library, library);
  await cp('/etc/ssl/certs/ca-certificates.crt', join(root, 'etc/ssl/certs/ca-certificates.crt')).catch(
    // A base has them; nothing here needs them.
    () => undefined,
  );
  await put('/etc/passwd', 'nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n');
  await mkdir(join(root, 'tmp'));
  await put(`${ACCOUNT}/ca.crt`, endpoint.ca);
  await put(`${ACCOUNT}/namespace`, namespace);
  const { hostname, port } = new URL(endpoint.url);
  return {
    writeToken: (token) => put(`${ACCOUNT}/token`, token),
    start(args) {
      const child = spawn('unshare', [...UNSHARE, 'sh', '-c', SCRIPT, 'sh', root, PROGRAM, ...args], {
        env: {
          PATH: process.env.PATH,
          HOME: '/home/nonroot',
          KUBERNETES_SERVICE_HOST: hostname,
          KUBERNETES_SERVICE_PORT: port,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const written = { stdout: '', stderr: '' };
      for (const stream of ['stdout', 'stderr'] as const)
        child[stream].setEncoding('utf8').on('data', (text: string) => {
          written[stream] += text;
        });
      return {
        kill: (signal) => void child.kill(signal),
        ended: new Promise((resolve, reject) => {
          child.once('error', reject);
          child.once('close', (code, signal) => resolve({ code, signal, ...written }));
        }),
      };
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
