import { budgetOf } from '../../../../lib/hosts/waves.ts';
import { usageError } from '../../../../lib/words/errors.ts';
import type { FleetValues } from './task.ts';

/** Whether a call is for anything but one host that it names. */
export function isFleet(args: string[], values: FleetValues): boolean {
  checkLimits(values);
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

function checkLimits({ concurrency, waveSize, waveGrowth, maxFailures }: FleetValues): void {
  const numbers: [string, number, number][] = [
    ['concurrency', concurrency, MOST],
    ['wave-size', waveSize, MOST_SIZE],
    ['wave-growth', waveGrowth, MOST],
  ];
  for (const [name, value, most] of numbers)
    if (!Number.isInteger(value) || value < 1 || value > most)
      throw usageError(`invalid value "${value}" for --${name}`, `Give a number from 1 to ${most}.`);
  if (budgetOf(maxFailures, 1) === undefined)
    throw usageError(
      `invalid value "${maxFailures}" for --max-failures`,
      Number.parseInt(maxFailures, 10) === 0
        ? 'After 0 failures, not even the first host would be started. Give 1 or more; 1 stops at the first failure.'
        : 'Give a number of hosts, such as 5, or a percentage up to 100%, such as 2%.',
    );
}

/** More at once would be of no use to the API server, nor to the one that serves the images. */
const MOST = 100;

const MOST_SIZE = 10_000;
