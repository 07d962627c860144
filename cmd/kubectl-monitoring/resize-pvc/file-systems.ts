import { setTimeout as delay } from 'node:timers/promises';
import { COMPONENTS } from '../../../lib/objects/components.ts';
import { wholeUnits } from '../../../lib/objects/quantity.ts';
import { readSizes, sizesQuery } from '../../../lib/volumes/file-system.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import type { Run } from './report.ts';

/** File systems of claims as the kubelet measures them. */
export type FileSystems = { name: string; bytes: number; arrived: boolean }[];

/** Between two questions, in milliseconds: what is measured shows with the next scrape. */
const PAUSE = 2_000;

/** How long a scrape may be away, in milliseconds. */
const SCRAPE = 150_000;

/**
 * Asks a Prometheus of the namespace, through the API server's service proxy, for the size of every claim's file system, again
 * until it has scraped what is new. Where none answers, or it knows nothing of the claims, there are none.
 */
export async function readFileSystems(
  run: Run,
  observed: Observed,
  { note }: { note(text: string): void },
): Promise<FileSystems> {
  const { host, timeout } = run;
  const [late, over] = [new AbortController(), new AbortController()];
  host.clock.after(Math.min(timeout, SCRAPE), over.signal).then(
    () => late.abort(),
    () => {},
  );
  try {
    return await measuredBy(late.signal, run, observed, note);
  } finally {
    over.abort();
  }
}

async function measuredBy(
  deadline: AbortSignal,
  { session: { client }, host: { interrupted } }: Run,
  { claims, instance: { namespace } }: Observed,
  note: (text: string) => void,
): Promise<FileSystems> {
  const query = new URLSearchParams({
    query: sizesQuery(
      namespace,
      claims.map(({ name }) => name),
    ),
  });
  const service = `${COMPONENTS.metrics.service}:web`;
  const path = `/api/v1/namespaces/${namespace}/services/${service}/proxy/api/v1/query?${query}`;
  let found: FileSystems = [];
  for (;;) {
    const sizes = await client
      .ask({ method: 'GET', path }, AbortSignal.any([interrupted, deadline]))
      .then(({ status, body }): Record<string, number> => (status === 200 ? readSizes(body) : {}))
      .catch((error: unknown) => {
        if (interrupted.aborted || !(error instanceof CommandError)) throw error;
        return {} as Record<string, number>;
      });
    const measured = claims.flatMap(({ name, size }) => {
      const bytes = sizes[name];
      return bytes === undefined ? [] : [{ name, bytes, arrived: hasRoom(bytes, size) }];
    });
    // An answer that does not come takes nothing back of what is known.
    if (measured.length > 0) found = measured;
    if (found.every(({ arrived }) => arrived) || deadline.aborted) return found;
    note(
      `file systems are to be measured again: ${found
        .filter(({ arrived }) => !arrived)
        .map(({ name }) => name)
        .join(', ')}`,
    );
    const signal = AbortSignal.any([interrupted, deadline]);
    await delay(PAUSE, undefined, { signal }).catch(() => interrupted.throwIfAborted());
  }
}

/** A file system keeps a part of its device for itself: nine tenths have to be there. */
const hasRoom = (bytes: number, size: string): boolean =>
  BigInt(Math.floor(bytes)) * 10n >= wholeUnits(size) * 9n;
