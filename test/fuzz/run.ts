import { Worker } from 'node:worker_threads';

/** What a thread is to do: so many calls of each area. */
export interface Order {
  areas: string[];
  seed: number;
  /** Calls of each area. */
  runs: number;
  /** The one call, or its shrunk form, that is to be made again, as a failure names it. */
  path?: string;
}

/** What a thread tells while it works. */
export type Report =
  | { kind: 'ready' }
  | { kind: 'started'; area: string; attempt: string }
  | { kind: 'done'; area: string; cases: number; failure?: { path: string; what: string; attempt: string } };

/** How it went: what is found is said in whole, with the command that does it again. */
export interface Findings {
  cases: number;
  defects: string[];
  hangs: string[];
}

/** Longer than any call takes on a busy machine, in milliseconds; what takes longer hangs. */
const PATIENCE = 60_000;

/** Makes the calls of an order, area by area. What one area finds doesn't keep the others from being tried. */
export async function fuzz(order: Order): Promise<Findings> {
  const findings: Findings = { cases: 0, defects: [], hangs: [] };
  for (let left = order.areas; left.length > 0; ) {
    const done = await worked({ ...order, areas: left }, findings);
    left = left.slice(done);
  }
  return findings;
}

/** Runs one thread to its end and adds what it finds; gives how many areas are through with it. */
function worked(order: Order, findings: Findings): Promise<number> {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: order, stderr: false });
  let done = 0;
  let last = { area: order.areas[0] ?? '', attempt: 'none yet' };
  return new Promise((resolve) => {
    const again = (area: string, path: string) =>
      `again: npm run test:fuzz -- --area ${area} --seed ${order.seed} --runs ${order.runs}${path && ` --path ${path}`}`;
    const end = (): void => {
      clearTimeout(timer);
      void worker.terminate().then(() => resolve(done));
    };
    const hangs = (): void => {
      findings.hangs.push(
        `${last.area}: no end after ${PATIENCE / 1000} s\n  ${last.attempt}\n  ${again(last.area, '')}`,
      );
      done += 1;
      end();
    };
    // No call is made before the thread is ready.
    let timer: NodeJS.Timeout | undefined;
    worker.on('message', (report: Report) => {
      clearTimeout(timer);
      timer = setTimeout(hangs, PATIENCE);
      if (report.kind === 'started') last = report;
      if (report.kind !== 'done') return;
      done += 1;
      findings.cases += report.cases;
      const { area, failure } = report;
      if (failure)
        findings.defects.push(
          `${area}: ${failure.what}\n  ${failure.attempt}\n  ${again(area, failure.path)}`,
        );
    });
    // An uncaught error ends a worker as it would end the program.
    worker.on('error', (error) => {
      findings.defects.push(
        `${last.area}: uncaught ${error.stack}\n  ${last.attempt}\n  ${again(last.area, '')}`,
      );
      done += 1;
    });
    worker.on('exit', end);
  });
}
