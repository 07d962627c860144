import type { Host } from '../../../../lib/cli/command.ts';
import { openMetrics } from '../../../../lib/cluster/metrics/open.ts';
import { openSession } from '../../../../lib/cluster/session.ts';
import { MONITORING_NAMESPACE } from '../../../../lib/objects/names.ts';
import { expressionsIn } from '../../../../lib/rules/lint.ts';
import { REQUEST_LIMIT } from '../../../shared/durations.ts';
import type { LintValues } from './flags.ts';

/** A Prometheus that reads expressions, and those that it cannot read, with its error. */
export interface Reader {
  refused: Map<string, string>;
  /** @throws {CommandError} if Prometheus does not answer. */
  ask(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Requests at a time. */
const LANES = 8;

/** Opens a Prometheus of the cluster, or the one at --prometheus. @throws {CommandError} if none answers. */
export async function openReader(values: LintValues, host: Host): Promise<Reader> {
  const { prometheus, namespace = MONITORING_NAMESPACE, requestTimeout = REQUEST_LIMIT } = values;
  const session = await openSession({ ...values, namespace, requestTimeout }, host);
  try {
    const source = await openMetrics({ session, host, prometheus }, namespace);
    const known = new Set<string>();
    const refused = new Map<string, string>();
    return {
      refused,
      async ask(text) {
        const wanted = (await expressionsIn(text)).filter((one) => !known.has(one) && known.add(one));
        const lane = async (): Promise<void> => {
          for (let one = wanted.pop(); one !== undefined; one = wanted.pop()) {
            const fault = await source.faultOf(one);
            if (fault !== undefined) refused.set(one, fault);
          }
        };
        await Promise.all(Array.from({ length: LANES }, lane));
      },
      async close() {
        await source.close();
        session.client.close();
      },
    };
  } catch (error) {
    session.client.close();
    throw error;
  }
}
