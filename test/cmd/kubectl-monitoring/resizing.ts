import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { type MonitoringOptions, openMonitoring } from '../../support/monitoring.ts';
import type { ClaimView, MonitoringStage } from '../../support/monitoring-stage.ts';
import { type Passed, type RelayOptions, startRelay } from '../../support/relay.ts';
import { plainText, type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import type { Endpoint, TestServer } from '../../support/server.ts';

/** One request that changed something, as it was sent. */
export interface Write {
  /** `PATCH prometheuses/k8s`. */
  what: string;
  query: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever was sent
  body: any;
}

/** How a call went; the namespace is `NS` in what it said, and ports of loopback are `PORT`. */
export interface Resized extends Ran {
  /** Its requests that changed something, in their order. */
  writes: Write[];
}

export interface ResizeOptions extends RunOptions {
  /** Who runs it; the administrator when absent. */
  as?: Endpoint;
  /** Awaited before each of its requests is sent on, and before each answer is sent back. */
  before?: RelayOptions['before'];
  after?: RelayOptions['after'];
}

/** A stage on which `kubectl monitoring resize-pvc`, `undo` and `scale` are run. */
export interface Resizing extends MonitoringStage {
  /** Runs the command in this process, in the namespace, through a relay of its own. */
  resize(words: string[], options?: ResizeOptions): Promise<Resized>;
  undo(words: string[], options?: ResizeOptions): Promise<Resized>;
  scale(words: string[], options?: ResizeOptions): Promise<Resized>;
  /** What a resize changes of an instance and puts back, as its resource has it. */
  held(name: string, resource?: InstanceResource): Promise<Held>;
  /** The claims of an instance, by name. */
  claimsOf(name: string): Promise<Record<string, ClaimView>>;
  /** uids of the pods of an instance, by name. */
  podsOf(name: string): Promise<Record<string, string>>;
  /** Names of the records that are there, of all instances or of one. */
  records(name?: string): Promise<string[]>;
}

export type InstanceResource = 'prometheuses' | 'alertmanagers' | 'thanosrulers';

export interface Held {
  replicas: number | undefined;
  paused: boolean | undefined;
  policy: object | undefined;
}

export async function openResizing(server: TestServer, options: MonitoringOptions = {}): Promise<Resizing> {
  const stage = await openMonitoring(server, options);
  const { namespace } = stage;
  const ofInstance = <T>(all: Record<string, T>, name: string): Record<string, T> =>
    Object.fromEntries(
      Object.entries(all).filter(([key]) => new RegExp(`(^|-)${name}(-shard-\\d+)?-\\d+$`).test(key)),
    );
  const running =
    (command: string): Resizing['resize'] =>
    async (words, { as = server.admin, before, after, ...options } = {}) => {
      const relay = await startRelay(as, { ...(before && { before }), ...(after && { after }) });
      try {
        const config = await stage.kubeconfig(relay.endpoint(as));
        const argv = [command, '--kubeconfig', config, '-n', namespace, ...words];
        const { code, stdout, stderr } = await runCommand(program, argv, options);
        const plain = (text: string): string =>
          plainText(text, { [config]: 'KUBECONFIG', [namespace]: 'NS' });
        return { code, stdout: plain(stdout), stderr: plain(stderr), writes: writesOf(relay.passed) };
      } finally {
        await relay.stop();
      }
    };
  return {
    ...stage,
    resize: running('resize-pvc'),
    undo: running('undo'),
    scale: running('scale'),
    async held(name, resource = 'prometheuses') {
      const { spec } = await stage.get(stage.path(resource, name));
      const { replicas, paused, persistentVolumeClaimRetentionPolicy: policy } = spec;
      return { replicas, paused, policy };
    },
    claimsOf: async (name) => ofInstance(await stage.claims(), name),
    podsOf: async (name) => ofInstance(await stage.pods(), name),
    records: async (instance = '') =>
      (await stage.list(stage.path('configmaps')))
        .map(({ metadata }) => metadata.name)
        .filter((name) => name.startsWith('kubectl-monitoring-') && name.endsWith(instance)),
  };
}

/** Of requests those that change something: neither reads, nor what is tried, nor questions about rights. */
export function writesOf(passed: readonly Passed[]): Write[] {
  return passed
    .filter(({ method, path }) => method !== 'GET' && !path.includes('/selfsubjectaccessreviews'))
    .map(({ method, path, body }) => {
      const { pathname, searchParams } = new URL(path, 'https://server');
      return {
        what: `${method} ${pathname.replace(/^.*\/namespaces\/[^/]+\//, '')}`,
        query: Object.fromEntries(searchParams),
        body: JSON.parse(body),
      };
    })
    .filter(({ query, body }) => query.dryRun === undefined && body.dryRun === undefined);
}

/** Writes that differ in more than the version that they were decided on, which one that came too late is sent again with. */
export const distinct = (writes: readonly Write[]): unknown[] => {
  const payloads = writes.map(({ what, query, body: { metadata: _, ...payload } }) =>
    JSON.stringify(what.startsWith('PATCH') ? { what, query, ...payload } : { what, query }),
  );
  return [...new Set(payloads)].map((text) => JSON.parse(text));
};

/** What is said without what depends on when a change was seen: what was waited for, between two steps. */
export const withoutNotes = (stderr: string): string =>
  stderr.replaceAll(
    /^(claim \S+: |StatefulSet |pods still running: |pods not ready: |volumes still attached: |claims that still have an owner: ).*\n/gm,
    '',
  );

/** Steps that were all done, as they are said without a terminal. */
export const stepsDone = (...titles: string[]): string =>
  titles.map((title, index) => `${index + 1}/${titles.length} ${title}: done\n`).join('');

/** The uid of each claim, by name. */
export const uidsOf = (claims: Record<string, ClaimView>): Record<string, string> =>
  Object.fromEntries(Object.entries(claims).map(([name, { uid }]) => [name, uid]));

/** What each claim asks for and has, by name. */
export const sizesOf = (claims: Record<string, ClaimView>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(claims).map(([name, { request, capacity }]) => [name, `${request}/${capacity}`]),
  );
