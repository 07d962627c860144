import { usageError } from '../../../../lib/words/errors.ts';
import type { FleetValues } from './task.ts';

/** Whether a call is for anything but one host that it names. */
export function isFleet(args: string[], values: FleetValues): boolean {
  checkConcurrency(values);
  const { selector, all, allNamespaces, contexts, shard } = values;
  return (
    args.length !== 1 ||
    selector !== undefined ||
    all ||
    allNamespaces ||
    contexts.length > 0 ||
    shard !== undefined
  );
}

function checkConcurrency({ concurrency }: FleetValues): void {
  if (concurrency >= 1 && concurrency <= MOST) return;
  throw usageError(`invalid value "${concurrency}" for --concurrency`, `Give a number from 1 to ${MOST}.`);
}

/** More at once would be of no use to the API server, nor to the one that serves the images. */
const MOST = 100;
