import type { Host } from '../../../lib/cli/command.ts';
import { fieldsOf } from '../../../lib/objects/fields.ts';
import {
  type Declared,
  declared,
  type PartUse,
  partsOf,
  SETTINGS,
  type SettingName,
} from '../../../lib/sizing/parts.ts';
import { type Proposed, proposalFor, requestsWith } from '../../../lib/sizing/propose.ts';
import type { Amounts, Part } from '../../../lib/sizing/requests.ts';
import type { Observed, Sizing } from '../../../lib/sizing/sizing.ts';
import type { Setting } from '../../../lib/values/edit.ts';
import { specOf } from '../../../lib/values/keys.ts';
import { type Path, valueAt } from '../../../lib/values/layers.ts';
import { type Ground, sectionFor } from '../../../lib/values/settings/setting.ts';
import { asPart, CommandError } from '../../../lib/words/errors.ts';
import { planEdit } from '../shared/values/change-values.ts';

/** What is proposed for one component. */
export interface Offer {
  use: PartUse;
  /** Where the values have its resources. */
  path: Path;
  /** What they set now. */
  values: Declared;
  /** `due`: there is something to write. `unknown`: nothing can be proposed. `blocked`: the files cannot be changed so. */
  state: 'due' | 'unchanged' | 'unknown' | 'blocked';
  /** Empty unless it is due or blocked. */
  settings: readonly Proposed[];
  /** Why it is unknown or blocked: a sentence without a full stop. */
  reason?: string;
  /** What to do if it is blocked. */
  hint?: string | undefined;
}

export interface Offers {
  offers: Offer[];
  /** What the block would request with all that are due; null without pods. */
  requests: Amounts | null;
}

/** What is proposed for each component that has pods, beside what the files set now. */
export async function offersFor(
  observed: Observed,
  sizing: Sizing,
  { ground, host }: { ground: Ground; host: Host },
): Promise<Offers> {
  const offers: Offer[] = [];
  for (const use of partsOf(observed, sizing)) offers.push(await offerFor(use, ground, host));
  const values = new Map(
    offers.filter(({ state }) => state !== 'unknown').map((offer) => [offer.use.part, valuesThen(offer)]),
  );
  return { offers, requests: sizing.requests && requestsWith(observed, sizing, values) };
}

/** The values with those that are due. */
const valuesThen = ({ values, state, settings }: Offer): Declared => ({
  ...values,
  ...Object.fromEntries(state === 'due' ? settings.map(({ name, proposed }) => [name, proposed]) : []),
});

async function offerFor(use: PartUse, ground: Ground, host: Host): Promise<Offer> {
  const path = [...specOf(ground.values, sectionFor(ground, use.part), use.part), 'resources'];
  const values = declaredAt(ground, path);
  const known = { use, path, values };
  const proposal = proposalFor(use, values);
  if ('reason' in proposal) return { ...known, state: 'unknown', settings: [], reason: proposal.reason };
  const { settings } = proposal;
  if (settings.length === 0) return { ...known, state: 'unchanged', settings };
  const edit = { title: titleOf([use.part]), settings: () => settingsOf({ path, settings }) };
  try {
    await planEdit(edit, ground, host);
    return { ...known, state: 'due', settings };
  } catch (error) {
    if (!(error instanceof CommandError) || error.kind !== 'refusal') throw error;
    return { ...known, state: 'blocked', settings, reason: asPart(error), hint: error.hint };
  }
}

const declaredAt = ({ values }: Ground, path: Path): Declared =>
  declared((side, resource) => {
    const value = valueAt(values, [...path, side, resource]);
    if (value === undefined || value === null) return null;
    return fieldsOf(value) ? JSON.stringify(value) : String(value);
  });

/** The same as values of a file. */
export const settingsOf = ({ path, settings }: Pick<Offer, 'path' | 'settings'>): Setting[] =>
  settings.map(({ name, proposed }) => ({ path: [...path, ...KEYS[name]], value: proposed }));

const KEYS = Object.fromEntries(SETTINGS.map((name) => [name, name.split('.')])) as Record<
  SettingName,
  string[]
>;

/** What a change of these components does, for its commit. */
export const titleOf = (parts: readonly Part[]): string =>
  `Set the requests and limits of ${parts.join(', ')}`;
