import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Authority, createAuthority } from '../support/certificates.ts';
import { call } from '../support/http.ts';
import { freePort } from '../support/ports.ts';
import { type RunningProcess, startProcess } from '../support/process.ts';
import type { Endpoint, TestServer } from '../support/server.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { type Egress, startEgress } from './egress.ts';
import { untilReady } from './ready.ts';

export interface ClusterOptions {
  /** What to run; found by `findBinaries` when absent. */
  binaries?: Binaries;
  /** Where its folder is made; the system's folder for such when absent. */
  temporary?: string;
  /** How often old versions are forgotten. Minutes in the field, where no test would see a continue token expire. */
  compaction?: `${number}${'s' | 'm'}`;
}

/**
 * Starts a real control plane, etcd and kube-apiserver, on loopback in a private temporary folder, and resolves when
 * it is ready. RBAC decides; nothing runs beside it: no scheduler, no controllers, so that a deleted namespace stays
 * `Terminating`. `stop` ends both programs and removes the folder.
 *
 * @throws with the end of a program's log, where one of them ends before the control plane is ready.
 */
export async function startCluster({
  binaries,
  temporary = tmpdir(),
  compaction = '5s',
}: ClusterOptions = {}): Promise<TestServer> {
  const { etcd, kubeApiserver } = binaries ?? (await findBinaries());
  const folder = await mkdtemp(join(temporary, 'bmh-cluster-'));
  const running: RunningProcess[] = [];
  let egress: Egress | undefined;
  const stop = async () => {
    await Promise.all(running.map((program) => program.stop()));
    await egress?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const authority = await createAuthority();
    const port = await freePort();
    const [admin, weak] = await prepareFolder(folder, authority, `https://127.0.0.1:${port}`);
    const pods = new Map<string, number>();
    egress = await startEgress(folder, pods);
    const socket = `unix://${join(folder, 'etcd.sock')}`;
    const flags = [...apiserverFlags(folder, { socket, port, compaction }), egress.flag];
    running.push(await startProcess(etcd, etcdFlags(folder, socket), PROGRAM));
    running.push(await startProcess(kubeApiserver, flags, PROGRAM));
    await untilReady('The control plane', running, () => isReady(admin));
    return { name: 'real', admin, weak, clientCertificate: authority.clientCertificate, pods, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** All that the programs hold is thrown away with them: there is nothing that a slow, orderly end could save. */
const PROGRAM = { stopSignal: 'SIGKILL' } as const;

/** Writes the files that kube-apiserver reads, and gives its two users. */
async function prepareFolder(
  folder: string,
  authority: Authority,
  url: string,
): Promise<[Endpoint, Endpoint]> {
  const token = () => randomBytes(24).toString('base64url');
  const admin = { url, ca: authority.ca, token: token() };
  const weak = { url, ca: authority.ca, token: token() };
  const { cert, key } = await authority.serverCertificate();
  const files = {
    'ca.crt': authority.ca,
    'server.crt': cert,
    'server.key': key,
    'tokens.csv': `${admin.token},admin,admin,"system:masters"\n${weak.token},weak,weak\n`,
  };
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), text, { mode: 0o600 });
  return [admin, weak];
}

/** etcd listens only on sockets inside the private folder, because it authenticates no client. */
function etcdFlags(folder: string, socket: string): string[] {
  return [
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=${socket}`,
    // Told to other members, of which there are none; etcd wants a host and a port here.
    '--advertise-client-urls=http://localhost:2379',
    `--listen-peer-urls=unix://${join(folder, 'peer.sock')}`,
    '--unsafe-no-fsync',
  ];
}

function apiserverFlags(
  folder: string,
  { socket, port, compaction }: { socket: string; port: number; compaction: string },
): string[] {
  const file = (name: string) => join(folder, name);
  return [
    `--etcd-servers=${socket}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    // Else it looks for an address of this machine that others reach, and ends where there is none.
    '--advertise-address=127.0.0.1',
    '--endpoint-reconciler-type=none',
    `--cert-dir=${folder}`,
    `--tls-cert-file=${file('server.crt')}`,
    `--tls-private-key-file=${file('server.key')}`,
    `--client-ca-file=${file('ca.crt')}`,
    `--token-auth-file=${file('tokens.csv')}`,
    '--authorization-mode=RBAC',
    '--service-cluster-ip-range=10.0.0.0/24',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-signing-key-file=${file('server.key')}`,
    `--service-account-key-file=${file('server.crt')}`,
    // No controller makes the service accounts that this plugin would want in every pod.
    '--disable-admission-plugins=ServiceAccount',
    '--allow-privileged',
    `--etcd-compaction-interval=${compaction}`,
  ];
}

/** Ready is: it says so, and the namespace that everything defaults to is there. */
async function isReady(admin: Endpoint): Promise<boolean> {
  const answers = (path: string) =>
    call(admin, { path }).then(
      ({ status }) => status === 200,
      () => false,
    );
  return (await answers('/readyz')) && (await answers('/api/v1/namespaces/default'));
}
