import { fileURLToPath } from 'node:url';
import { brokenScenario } from '../../test/scenarios/broken.ts';
import { brokenHost, STANDARD, served } from '../../test/scenarios/hosts.ts';
import { type Call, call } from '../../test/support/http.ts';
import { type Ground, say, startGround } from './ground.ts';
import { measure, type Row, type Run } from './measure.ts';

const byHand = fileURLToPath(new URL('by-hand.sh', import.meta.url));

const NAMESPACE = 'metal3';
const { host: broken } = brokenHost('host-00000', 0, { namespace: NAMESPACE });
const { name } = broken.metadata;
const path = `/apis/metal3.io/v1alpha1/namespaces/${NAMESPACE}/baremetalhosts/${name}`;
const target = served(STANDARD);

/**
 * The whole of §4.A and its verification, once by the program and once by a person's script. The operator is left out
 * for both: whether it writes between two steps would be a matter of luck.
 */
export async function repair(runs: number): Promise<Row[]> {
  const ground = await startGround(brokenScenario());
  const { ours, kubectl, env, stop } = ground;
  say('the stand-in operator is left out, for both sides');
  const run = (command: string, args: string[]): Run => ({
    command,
    args,
    env: { ...env, KUBECTL: kubectl },
    prepare: () => breakHost(ground),
    check: () => checkHost(ground),
  });
  try {
    const contest = {
      row: 'repair',
      ours: run(ours, ['repair', name, '-n', NAMESPACE, '-y', '--no-wait']),
      theirs: run('sh', [byHand, name, NAMESPACE, target]),
    };
    return [await measure(contest, runs)];
  } finally {
    await stop();
  }
}

/** Puts the host back to what the update left behind: both addresses stale, an error, no pause. */
async function breakHost({ server }: Ground): Promise<void> {
  const { metadata } = await send(server, { path });
  const annotations = Object.fromEntries(Object.keys(metadata.annotations ?? {}).map((key) => [key, null]));
  await send(server, {
    method: 'PATCH',
    path,
    body: { metadata: { annotations }, spec: { image: broken.spec.image } },
  });
  await send(server, { method: 'PATCH', path: `${path}/status`, body: { status: broken.status } });
}

async function checkHost({ server }: Ground): Promise<void> {
  const { metadata, spec, status } = await send(server, { path });
  const { errorCount, errorMessage, provisioning } = status;
  const isDone =
    errorCount === 0 &&
    errorMessage === '' &&
    spec.image.url === target &&
    provisioning.image.url === target &&
    Object.keys(metadata.annotations ?? {}).length === 0;
  if (!isDone) throw new Error(`The host is not repaired: ${JSON.stringify({ metadata, spec, status })}`);
}

async function send({ admin }: Ground['server'], request: Call) {
  const { status, json, text } = await call(admin, request);
  if (status !== 200) throw new Error(`${request.method ?? 'GET'} ${request.path}: HTTP ${status}: ${text}`);
  return json;
}
