import type { Host } from '../../../lib/cli/command.ts';
import { isDocument } from '../../../lib/cli/output.ts';
import { confirm } from '../../../lib/cli/prompt.ts';
import type { Part } from '../../../lib/sizing/requests.ts';
import { applyEdit, changeValues, type Outcome, type ValuesEdit } from '../shared/values/change-values.ts';
import type { SizingValues } from './flags.ts';
import { type Offer, type Offers, settingsOf, titleOf } from './offers.ts';

/** What came of the proposals. */
export interface Written extends Pick<Outcome, 'files' | 'commits'> {
  /** `blocked`: something could not be written, or no user could be asked. */
  verdict: 'applied' | 'unchanged' | 'declined' | 'blocked';
  /** The components that were confirmed. */
  confirmed: ReadonlySet<Part>;
  /** Whether a user had to be asked, and there is no terminal. */
  isUnasked?: boolean;
  exitCode: 0 | 1;
}

/**
 * Asks about each component whose values should change, and writes those that the user confirms in one change. Where data is asked
 * for, what came of it is only returned.
 *
 * @throws {CommandError} if a file cannot be written, or the user interrupts.
 */
export async function writeOffers({ offers }: Offers, values: SizingValues, host: Host): Promise<Written> {
  const due = offers.filter(({ state }) => state === 'due');
  const isBlocked = offers.some(({ state }) => state === 'blocked');
  const none = { files: [], confirmed: new Set<Part>() };
  if (due.length === 0)
    return isBlocked
      ? { ...none, verdict: 'blocked', exitCode: 1 }
      : { ...none, verdict: 'unchanged', exitCode: 0 };
  if (mustAsk(values) && !host.interactive)
    return { ...none, verdict: 'blocked', isUnasked: true, exitCode: 1 };
  const confirmed = mustAsk(values) ? await confirmedOf(due, host) : due;
  if (confirmed.length === 0) {
    if (!isDocument(values.output)) host.stderr.write('Not written: nothing was changed.\n');
    return { ...none, verdict: 'declined', exitCode: 1 };
  }
  const outcome = await written(confirmed, values, host);
  return {
    ...outcome,
    confirmed: new Set(confirmed.map(({ use }) => use.part)),
    ...(isBlocked ? { verdict: 'blocked', exitCode: 1 } : { exitCode: 0 }),
  };
}

/** Whether each component is asked about. */
export const mustAsk = ({ yes, diff }: SizingValues): boolean => !yes && !diff;

async function confirmedOf(due: readonly Offer[], host: Host): Promise<Offer[]> {
  const confirmed: Offer[] = [];
  for (const offer of due)
    if (await confirm(`Write the requests and limits of ${offer.use.part}?`, host)) confirmed.push(offer);
  return confirmed;
}

async function written(
  offers: readonly Offer[],
  values: SizingValues,
  host: Host,
): Promise<Pick<Written, 'verdict' | 'files' | 'commits'>> {
  const edit: ValuesEdit = {
    title: titleOf(offers.map(({ use }) => use.part)),
    settings: () => offers.flatMap(settingsOf),
    next: 'Deploy the values: the pods of these components then start again.',
    isConfirmed: true,
  };
  const { values: filename, output, ...flags } = values;
  if (isDocument(output)) return applyEdit(edit, { ...flags, filename, output }, host);
  await changeValues(edit, { ...flags, filename, output: undefined }, host);
  return { verdict: values.diff ? 'unchanged' : 'applied', files: [] };
}
