import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { program } from '../../cmd/kubectl-bmh/program.ts';
import type { WaitClock } from '../../lib/cli/command.ts';
import { PAUSED } from '../operators/host.ts';
import { brokenScenario, nameOf } from '../scenarios/broken.ts';
import { served } from '../scenarios/hosts.ts';
import { faster } from './faster.ts';
import { PATIENCE } from './patience.ts';
import { type Passed, type RelayOptions, startRelay } from './relay.ts';
import { type Ran, type RunOptions, runCommand } from './run-command.ts';
import type { TestServer } from './server.ts';
import { openStage, type Stage } from './stage.ts';

export const namesOf = (count: number): string[] => [...Array(count).keys()].map(nameOf);

/** The clock of the commands. */
const waits = faster(100);

/** The same, but no wait ends before `other`, if there is one when it does. */
export const until = (other: () => Promise<void> | undefined): WaitClock => ({
  ...waits,
  after: async (milliseconds, signal) => {
    await waits.after(milliseconds, signal);
    await other();
  },
});

/** Hosts to repair, and what can be seen of them. */
export interface Estate {
  stage: Stage;
  namespace: string;
  repair(words?: string, options?: RunOptions & { config?: string }): Promise<Ran>;
  /** Plays with a relay before the server. */
  through(
    hooks: RelayOptions,
    play: (config: string, passed: readonly Passed[]) => Promise<void>,
  ): Promise<void>;
  /** The hosts that have the new address and nothing of a run. */
  repaired(): Promise<string[]>;
  paused(): Promise<string[]>;
}

/** The host that a write pauses (`on`) or resumes. */
export function pauseIn({ method, path, body }: Passed): { host: string; on: boolean } | undefined {
  const [, host] = /\/baremetalhosts\/([^/?]+)\?/.exec(path) ?? [];
  const value = method === 'PATCH' && host ? JSON.parse(body).metadata?.annotations?.[PAUSED] : undefined;
  return host !== undefined && value !== undefined && !path.includes('dryRun')
    ? { host, on: value !== null }
    : undefined;
}

export const isResumeOf = (request: Passed, name: string): boolean => {
  const pause = pauseIn(request);
  return pause?.host === name && !pause.on;
};

/** Plays on that many broken hosts in a namespace of their own, and fails if one was wiped. */
export async function onEstate(
  server: TestServer,
  { count, words: usual }: { count: number; words: string },
  play: (estate: Estate) => Promise<void>,
): Promise<void> {
  const stage = await openStage(server, brokenScenario(count));
  const names = namesOf(count);
  const namespace = stage.namespace('metal3');
  const those = async (isSo: (host: Awaited<ReturnType<Stage['host']>>) => boolean): Promise<string[]> => {
    const hosts = await Promise.all(names.map((name) => stage.host(namespace, name)));
    return names.filter((_, index) => isSo(hosts[index]));
  };
  try {
    await play({
      stage,
      namespace,
      async repair(words = usual, { config, ...options } = {}) {
        const file = config ?? (await stage.kubeconfig(server.admin, namespace));
        const argv = ['repair', ...words.split(' '), '--kubeconfig', file];
        const { code, stdout, stderr } = await runCommand(program, argv, { waits, ...options });
        return { code, stdout, stderr: stderr.replaceAll(namespace, 'NS').replaceAll(file, 'CONFIG') };
      },
      async through(hooks, played) {
        const relay = await startRelay(server.admin, hooks);
        try {
          await played(await stage.kubeconfig(relay.endpoint(server.admin), namespace), relay.passed);
        } finally {
          await relay.stop();
        }
      },
      repaired: () =>
        those(
          ({ metadata, spec, status }) =>
            spec.image.url === served(spec.image.url.split('/').at(-1)) &&
            status.provisioning.image.url === spec.image.url &&
            Object.keys(metadata.annotations ?? {}).every((key) => !/paused|kubectl-bmh/.test(key)),
        ),
      paused: () => those(({ metadata }) => PAUSED in (metadata.annotations ?? {})),
    });
    assert.deepEqual(stage.operator.wiped, []);
  } finally {
    await stage.stop();
  }
}

/**
 * An API server that is away for a minute, from the request on whose answer it loses. It refuses some requests even if the minute
 * is over before they come, as on a busy machine.
 */
export function awayFrom(isFirst: (request: Passed) => boolean): RelayOptions {
  let back: number | undefined;
  let refused = 0;
  return {
    before() {
      if (back === undefined || (waits.elapsed() >= back && refused >= LEAST_REFUSED)) return undefined;
      refused += 1;
      return 'reset';
    },
    after(request) {
      if (back !== undefined || !isFirst(request)) return undefined;
      back = waits.elapsed() + 60_000;
      return 'reset';
    },
  };
}

const LEAST_REFUSED = 5;

/** Gives a host the error again once the operator has found it healthy. */
export async function relapse({ stage, namespace }: Estate, name: string): Promise<void> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const { status } = await stage.host(namespace, name);
    if (status.operationalStatus === 'OK' && !status.errorType) break;
    assert.ok(performance.now() < end);
    await delay(10);
  }
  const status = {
    errorType: 'provisioned registration error',
    errorMessage: 'it came back',
    errorCount: 1,
  };
  await stage.patch(namespace, name, { status: { ...status, operationalStatus: 'error' } }, 'status');
}
