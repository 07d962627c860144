import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { consumedHost, consumedScenario } from '../../test/scenarios/consumed.ts';
import { STANDARD, served } from '../../test/scenarios/hosts.ts';
import { startLink } from '../../test/support/link.ts';
import type { Endpoint } from '../../test/support/server.ts';
import { breakHost, checkHost } from './broken-host.ts';
import { type Ground, say, startGround } from './ground.ts';
import { type Row, type Run, rowOf, timed, WARM_UPS } from './measure.ts';

/** There and back through the link, in milliseconds. */
const ROUND_TRIP = 50;

const { host: broken } = consumedHost();
const { name, namespace = '' } = broken.metadata;
const host = { broken, target: served(STANDARD) };

/** The requests of a repair that have to follow one another, each with what makes it wait for the one before. */
const SEQUENCE: { request: RegExp; what: string; why: string }[] = [
  { request: /^GET \S+\/baremetalhosts\?/, what: 'the host', why: 'the first; others go beside it' },
  { request: /^GET \S+\/metal3machines\//, what: 'its Metal3Machine', why: 'the host names it' },
  { request: /^GET \S+\/machines\//, what: 'its Machine', why: 'the Metal3Machine names it' },
  { request: /^PATCH \S+dryRun=All/, what: 'the spec, tried', why: 'not before the guards have passed' },
  { request: /^PATCH \S+\/worker-0\?/, what: 'the pause', why: 'not where the server refuses the spec' },
  { request: /^PATCH \S+\/status\?/, what: 'the status', why: 'only under the pause' },
  { request: /^PATCH \S+\/worker-0\?/, what: 'the spec', why: 'the documented order' },
  { request: /^PATCH \S+\/worker-0\?/, what: 'the resume', why: 'rests on the answer to the spec' },
];

/**
 * One repair through a slow link, against what none can do without: the start of a process, a TLS handshake through the
 * link, and a round trip for each request that has to follow another.
 */
export async function repairLatency(runs: number): Promise<Row> {
  const operators = await startGround(consumedScenario());
  const link = await startLink(operators.server.admin, ROUND_TRIP / 2);
  try {
    const endpoint = link.endpoint(operators.server.admin);
    const env = await operators.envAt(endpoint);
    const repair: Run = {
      command: operators.ours,
      args: ['repair', name, '-n', namespace, '-y', '--no-wait', '--order=documented'],
      env,
      prepare: () => breakHost(operators, host),
      check: () => checkHost(operators, host),
    };
    await sayRequests(repair, operators);
    const times: Parts[] = [];
    for (let turn = -WARM_UPS; turn < runs; turn += 1) {
      const parts = {
        repair: await timed(repair),
        start: await timed({ command: operators.ours, args: ['version', '--client'], env }),
        handshake: await handshake(endpoint),
      };
      if (turn >= 0) times.push(parts);
    }
    return rowOf('repair-latency', {
      ours: times.map((parts) => parts.repair),
      theirs: times.map(({ start, handshake }) => start + handshake + SEQUENCE.length * ROUND_TRIP),
    });
  } finally {
    await link.stop();
    await operators.stop();
  }
}

interface Parts {
  repair: number;
  start: number;
  handshake: number;
}

/** Milliseconds until a bare TLS client may send its first request. */
async function handshake({ url, ca }: Endpoint): Promise<number> {
  const { hostname, port } = new URL(url);
  const started = process.hrtime.bigint();
  const socket = connect({ host: hostname, port: Number(port), ca });
  await once(socket, 'secureConnect');
  const time = Number(process.hrtime.bigint() - started) / 1e6;
  socket.destroy();
  return time;
}

/** Says the requests of one repair: those that the result counts, in the order of their answers, and the others. */
async function sayRequests({ command, args }: Run, ground: Ground): Promise<void> {
  await breakHost(ground, host);
  const { stderr } = await promisify(execFile)(command, [...args, '-v=6'], { env: ground.env });
  const answered = stderr.matchAll(/"Response" verb="([A-Z]+)" url="([^"]+)"/g);
  const requests = [...answered].map(([, verb, url]) => `${verb} ${url}`);
  let next = 0;
  const inSequence = SEQUENCE.map(({ request, what, why }, index) => {
    next = requests.findIndex((line, at) => at >= next && request.test(line)) + 1;
    if (next === 0)
      throw new Error(`No request for ${what} where there should be one:\n${requests.join('\n')}`);
    return `  ${index + 1}. ${what} (${why})`;
  });
  say(`${requests.length} requests, ${SEQUENCE.length} of them in sequence:`);
  for (const line of inSequence) say(line);
}
