import type { Host } from '../../../lib/cli/command.ts';
import { isDocument, templateOf } from '../../../lib/cli/output.ts';
import { PLAIN, screenOf } from '../../../lib/cli/style.ts';
import type { Part } from '../../../lib/sizing/requests.ts';
import type { Observed, Sizing } from '../../../lib/sizing/sizing.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { changedItems, readGround } from '../shared/values/change-values.ts';
import { amounts } from './data.ts';
import type { SizingValues } from './flags.ts';
import { type Offers, offersFor } from './offers.ts';
import { messageOf, renderedOffers, sentence } from './render-offers.ts';
import { mustAsk, type Written, writeOffers } from './write-offers.ts';

/** What came of the proposals, also as data. */
interface Proposed {
  exitCode: 0 | 1;
  data: object;
  /** That no user could be asked. */
  error: Error | undefined;
}

/**
 * Reads the values files of `--values`, and returns what proposes requests and limits for them: it shows them, asks and writes.
 *
 * @throws {CommandError} if a file cannot be read or written.
 */
export async function openProposals(
  values: SizingValues,
  host: Host,
): Promise<(observed: Observed, sizing: Sizing) => Promise<Proposed>> {
  if (isDocument(values.output)) await templateOf(values.output);
  const ground = await readGround({ title: 'Set requests and limits' }, values.values, host);
  return async (observed, sizing) => {
    const offers = await offersFor(observed, sizing, { ground, host });
    // Whoever gets data needs the table only for an answer.
    if (!isDocument(values.output)) host.stdout.write(renderedOffers(offers, sizing, screenOf(host)));
    else if (mustAsk(values) && host.interactive)
      host.stderr.write(renderedOffers(offers, sizing, { ...PLAIN, columns: host.stderr.columns }));
    const written = await writeOffers(offers, values, host);
    return {
      exitCode: written.exitCode,
      data: dataOf(offers, { sizing, written, isDryRun: values.diff }),
      error: written.isUnasked ? unasked() : undefined,
    };
  };
}

const unasked = (): Error =>
  usageError(
    'cannot ask for confirmation: stdin is not a terminal',
    'Use --yes (-y) to write what is proposed, or --diff to show it.',
  );

function dataOf(
  { offers, requests }: Offers,
  { sizing, written, isDryRun }: { sizing: Sizing; written: Written; isDryRun: boolean },
): object {
  const verdictOfDue = (part: Part): Written['verdict'] => {
    if (written.confirmed.has(part)) return isDryRun ? 'unchanged' : 'applied';
    return written.isUnasked ? 'blocked' : 'declined';
  };
  return {
    verdict: written.verdict,
    isDryRun,
    requests: requests && amounts(requests),
    proposals: offers.map((offer) => ({
      component: offer.use.part,
      path: offer.path,
      verdict: offer.state === 'due' ? verdictOfDue(offer.use.part) : offer.state,
      message: sentence(messageOf(offer, sizing)),
      measured: amounts(offer.use.used),
      expected: amounts(offer.use.expected),
      settings: offer.settings,
    })),
    files: changedItems(written.files),
    commits: written.commits ?? [],
  };
}
