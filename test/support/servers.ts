import type { TestServer } from './server.ts';

/** A kind of API server that tests can run on, and how to get one. */
export interface ServerKind {
  name: TestServer['name'];
  start(): Promise<TestServer>;
}

const kinds: Record<TestServer['name'], () => Promise<TestServer>> = {
  embedded: async () => (await import('../playground/server.ts')).startPlayground(),
  real: async () => (await import('../cluster/server.ts')).startCluster(),
};

/**
 * The kinds of server that a test is to run on, one after the other: those in `TEST_SERVERS`, separated by commas
 * (`embedded`, `real`), or the embedded one alone. `rest` stands for those that `npm test` leaves out: the real one, and
 * for the files that it doesn't run, both. A real one takes seconds to start: one for a file of tests.
 *
 * @throws where `TEST_SERVERS` names an unknown kind: a misspelling must not turn into a run without tests.
 */
export function servers(
  wanted = process.env.TEST_SERVERS || 'embedded',
  file = process.argv[1] ?? '',
): ServerKind[] {
  const names = wanted === 'rest' ? rest(file) : wanted.split(',');
  return names.map((name) => {
    if (!isKind(name))
      throw new Error(
        `TEST_SERVERS names ${JSON.stringify(name)}; it may name embedded and real, or be rest.`,
      );
    return { name, start: kinds[name] };
  });
}

const rest = (file: string): string[] =>
  file.endsWith('.cluster.test.ts') ? ['embedded', 'real'] : ['real'];

const isKind = (name: string): name is TestServer['name'] => Object.hasOwn(kinds, name);
