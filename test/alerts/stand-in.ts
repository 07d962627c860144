import { secondsOf } from '../../lib/objects/duration.ts';
import type { ManagerOptions, Managers } from './options.ts';
import type { Cluster } from './stand-in/member.ts';
import { type RunningMember, startMember } from './stand-in/start-member.ts';

/**
 * Starts stand-ins in this process; see `startManagers`. They route, group, wait, suppress and send as the real ones do. Their
 * receivers are webhooks.
 *
 * @throws {SyntaxError} if the configuration is invalid.
 */
export async function startStandIns(options: ManagerOptions): Promise<Managers> {
  const { replicas = 1, peerTimeout = '1s' } = options;
  const cluster: Cluster = { members: [], silences: new Map(), told: new Map() };
  const members: RunningMember[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(members.map((member) => member.stop()));
  };
  try {
    for (let at = 0; at < replicas; at++) {
      const name = replicas === 1 ? '' : `stand-in-${at}`;
      members.push(await startMember(name, cluster, options, (secondsOf(peerTimeout) ?? 0) * 1000));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const member = (at: number): RunningMember => {
    const found = members[at];
    if (!found) throw new Error(`There is no replica ${at}.`);
    return found;
  };
  return {
    ports: members.map(({ port }) => port),
    log: (at) => member(at).log(),
    kill: (at) => member(at).stop(),
    stop,
  };
}
