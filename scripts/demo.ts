/**
 * npm run demo: a cluster after an update, its broken hosts, and the operator that would wipe them; then a repair, its
 * proof, and what the same change does in the wrong order. The API server and the operator are the tests' own, on
 * loopback; every request and answer is real. Exits with 1 where the story does not hold.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOperator } from '../test/operators/baremetal.ts';
import type { Host } from '../test/operators/host.ts';
import { startPlayground } from '../test/playground/server.ts';
import { defaultScenario } from '../test/scenarios/default.ts';
import { addImageService } from '../test/scenarios/image-service.ts';
import { install } from '../test/scenarios/install.ts';
import { namespacesOf } from '../test/scenarios/scenario.ts';
import { call } from '../test/support/http.ts';
import { startImageServer } from '../test/support/images.ts';
import { writeKubeconfig } from '../test/support/kubeconfig.ts';
import { root } from './root.ts';

/** The operator's minute takes 1.2 s. */
const SCALE = 0.02;

/** How long the operator may take to wipe a host, in milliseconds. */
const PATIENCE = 30_000;

const NAMESPACE = 'metal3';
const REPAIRED = 'worker-2';
const WIPED = 'worker-1';

const home = mkdtempSync(join(tmpdir(), 'bmh-demo-'));
process.once('exit', () => rmSync(home, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

const kubeconfig = join(home, 'config');
const scenario = defaultScenario();
const server = await startPlayground();
await install(server, scenario);
await writeKubeconfig(kubeconfig, server.admin);
const images = await startImageServer(scenario.images);
await addImageService(server, images.servicePort, namespacesOf(scenario));
let isPatched = false;
const wipe = Promise.withResolvers<void>();
const operator = await startOperator(server.admin, {
  images,
  scale: SCALE,
  onEvent: ({ host, reason, message }) => {
    if (host !== `${NAMESPACE}/${WIPED}` || !isPatched) return;
    say(`  the operator: ${message}`);
    if (reason === 'DiskWiped') wipe.resolve();
  },
});

try {
  await tell();
  say('\nThe demo succeeded.');
} catch (error) {
  say(`\nThe demo failed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await operator.stop();
  await images.stop();
  await server.stop();
}

async function tell(): Promise<void> {
  say('A cluster update has moved the image server. These hosts run, but can no longer be registered:');
  await bmh('list', '-A');

  say('\nRepairing one of them. The operator keeps running, and must not see two different addresses:');
  say('(Its minute takes a second here, so the host has to stay healthy for 2 s, not for the usual 90 s.)');
  await bmh('repair', REPAIRED, '-n', NAMESPACE, '-y', '--stable-for=2s');

  say('\nThe three fields of the verification, as the server has them now:');
  const { spec, status } = await read(REPAIRED);
  say(`  status.errorCount    ${status.errorCount}`);
  say(`  status.errorMessage  ${JSON.stringify(status.errorMessage)}`);
  say(`  spec.image.url       ${spec.image?.url}`);
  check(status.errorCount === 0 && status.errorMessage === '', 'the repaired host still has an error');
  check(spec.image?.url.startsWith('http://httpd-http/images/'), 'the repaired host has another address');
  check(status.provisioning.state === 'provisioned', 'the repaired host is not provisioned any more');

  say(`\nNow the same change to ${WIPED} in the wrong order: the spec alone, without a pause.`);
  await patchSpecAlone();
  await bmh('list', '-n', NAMESPACE);
  check(!operator.wiped.includes(`${NAMESPACE}/${REPAIRED}`), 'the repaired host was wiped');
  say(`\nThe operator took the new address for a request to provision ${WIPED} again: its disk was wiped.`);
  say(`${REPAIRED} kept its disk: the repair never let the operator see two different addresses.`);
}

/** What `kubectl patch` would send: there may be no kubectl here. Resolves when the disk is wiped. */
async function patchSpecAlone(): Promise<void> {
  const { spec, status } = await read(WIPED);
  check(status.provisioning.state === 'provisioned', `${WIPED} is not provisioned to begin with`);
  const url = `http://httpd-http/images/${spec.image?.url.split('/').at(-1)}`;
  const body = JSON.stringify({ spec: { image: { url, checksum: `${url}.md5sum` } } });
  say(`\n$ kubectl patch baremetalhost ${WIPED} -n ${NAMESPACE} --type merge -p '${body}'`);
  isPatched = true;
  const answer = await call(server.admin, { method: 'PATCH', path: path(WIPED), body });
  check(answer.status === 200, `the patch was refused: ${answer.text}`);
  const late = new Error(`the operator did not wipe the disk of ${WIPED} in ${PATIENCE / 1000} s`);
  const timer = setTimeout(() => wipe.reject(late), PATIENCE);
  await wipe.promise;
  clearTimeout(timer);
  await operator.settled();
}

/** Runs the packed plugin, as kubectl would. */
async function bmh(...words: string[]): Promise<void> {
  say(`\n$ kubectl bmh ${words.join(' ')}`);
  const child = spawn(join(root, 'dist', 'kubectl-bmh'), words, {
    env: { ...process.env, HOME: home, KUBECONFIG: kubeconfig },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = await once(child, 'close');
  check(code === 0, `kubectl bmh ${words.join(' ')} ended with ${code ?? signal}`);
}

async function read(name: string): Promise<Required<Host>> {
  const { status, json, text } = await call(server.admin, { path: path(name) });
  check(status === 200, `${name} can't be read: ${text}`);
  return json;
}

function path(name: string): string {
  return `/apis/metal3.io/v1alpha1/namespaces/${NAMESPACE}/baremetalhosts/${name}`;
}

function check(holds: boolean | undefined, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
