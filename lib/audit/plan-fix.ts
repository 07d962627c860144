import type { Leaf } from '../input/yaml-leaves.ts';
import { type Acceptable, consequenceOf } from './consequences.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { FileFindings, Located } from './file-findings.ts';
import type { Finding } from './finding.ts';
import { isKept } from './unresolved.ts';

/** What becomes of a file. */
interface FilePlan {
  /** The whole file as it is to be; the very same text where nothing changes. */
  text: string;
  fixed: Located[];
  /** What is to be known: of those that are fixed, and why others are not. */
  diagnostics: FixDiagnostic[];
}

/**
 * Plans what a file has to change: each address that has a replacement, spliced into the text so that not a character beside
 * it changes. What may harm a host is left, unless its judgement is accepted. A value that aliases lead to is changed once,
 * where it stands, and only if that is right for all that read it.
 *
 * @param clashing new addresses that different files would have; those of this file alone when absent.
 */
export function planFix(
  text: string,
  { located, leaves, secretLines }: FileFindings,
  accepted: ReadonlySet<string>,
  clashing = clashesIn(located.map(({ finding }) => finding)),
): FilePlan {
  const fixable = located.filter(({ finding }) => finding.replacement !== undefined);
  const refused = new Map(
    fixable.flatMap((one) => {
      const diagnostic =
        (clashing.has(one.finding.replacement ?? '') ? leaving(one, CLASHES, APART) : undefined) ??
        standsAgainst(one, accepted) ??
        (sharesLine(one, secretLines) ? leaving(one, BESIDE_SECRET, BY_HAND) : undefined);
      return diagnostic ? [[one, diagnostic]] : [];
    }),
  );
  const willing = new Set(fixable.filter((one) => !refused.has(one)).map(({ leaf }) => leaf));
  const readers = Map.groupBy(
    leaves.filter(({ path }) => !isKept(path)),
    ({ node }) => node,
  );
  const unwillingOf = new Map(
    [...readers].map(([node, all]) => [node, all.find((leaf) => !willing.has(leaf))]),
  );
  for (const one of fixable) {
    const unwilling = one.leaf?.node && unwillingOf.get(one.leaf.node);
    if (unwilling && !refused.has(one)) refused.set(one, leaving(one, sharedWith(unwilling), OWN_VALUE));
  }
  const fixed = fixable.filter((one) => !refused.has(one));
  return {
    text: spliced(text, fixed),
    fixed,
    diagnostics: [...refused.values(), ...fixed.flatMap((one) => cautionsOn(one, readers))],
  };
}

/** New addresses that findings would give to different files: those whose paths differ, which may have one name. */
export function clashesIn(findings: readonly Finding[]): ReadonlySet<string> {
  const fixable = findings.filter(({ replacement }) => replacement !== undefined);
  const byTarget = Map.groupBy(fixable, ({ replacement }) => replacement ?? '');
  const isClash = (all: Finding[]): boolean =>
    new Set(all.map(({ value }) => URL.parse(value.trim())?.pathname)).size > 1;
  return new Set([...byTarget].filter(([, all]) => isClash(all)).map(([target]) => target));
}

type Readers = Map<Leaf['node'], Leaf[]>;

function standsAgainst(located: Located, accepted: ReadonlySet<string>): FixDiagnostic | undefined {
  const { finding, spans, isUnrecognized } = located;
  const consequence = consequenceOf(finding, isUnrecognized);
  if (consequence?.accept && !accepted.has(consequence.accept))
    return { located, isLeft: true, ...consequence };
  if (spans.length === 0)
    return leaving(located, 'it is written with escapes or over several lines', BY_HAND);
  return PLAIN.test(finding.replacement ?? '')
    ? undefined
    : leaving(located, 'the new address needs quotes', BY_HAND);
}

const leaving = (located: Located, reason: string, hint: string): FixDiagnostic => ({
  located,
  isLeft: true,
  reason,
  hint,
});

/** What needs no quotes in YAML, and no escapes in JSON. */
const PLAIN = /^https?:\/\/[\w./~%+-]+(:\d+)?[\w./~%+-]*$/;

const CLASHES = 'files with the same name in different folders would get the same address';
const APART = 'serve each file under its own name, and edit the address by hand';
const BESIDE_SECRET =
  'it is on the same line as a Secret, and a diff would reveal the contents of the Secret';
const BY_HAND = 'edit it by hand';
const OWN_VALUE = 'give each field its own value';

/** An address stands on one line. */
const sharesLine = ({ finding }: Located, secretLines: ReadonlySet<number>): boolean =>
  secretLines.has(finding.file.line);

/** How many places read the value of a finding, without those where a file only keeps it for its aliases. */
const countReaders = ({ leaf }: Located, readers: Readers): number =>
  leaf?.node ? (readers.get(leaf.node)?.length ?? 0) : 0;

const sharedWith = ({ path }: Leaf): string =>
  `it is an anchored value that ${path.join('.')} also uses, which must not change`;

function cautionsOn(located: Located, readers: Readers): FixDiagnostic[] {
  const { accept: _taken, ...consequence } = consequenceOf(located.finding, located.isUnrecognized) ?? {};
  const count = countReaders(located, readers);
  const shared = {
    reason: `${count} fields share an anchored value, which is changed once for all of them`,
    hint: 'check that the change is right for each of them',
  };
  return [
    ...('reason' in consequence ? [{ located, isLeft: false, ...consequence }] : []),
    ...(count > 1 ? [{ located, isLeft: false, ...shared }] : []),
  ];
}

/** The text with each address in its place, put together in one pass: a file may hold thousands. */
function spliced(text: string, fixed: Located[]): string {
  const writes = new Map<number, { end: number; written: string }>();
  for (const { spans, finding } of fixed)
    for (const { start, end } of spans) writes.set(start, { end, written: finding.replacement ?? '' });
  const pieces: string[] = [];
  let at = 0;
  for (const [start, { end, written }] of [...writes].toSorted(([one], [other]) => one - other)) {
    pieces.push(text.slice(at, start), written);
    at = end;
  }
  return [...pieces, text.slice(at)].join('');
}

/** What is to be known of one address that `--fix` leaves or changes. */
interface FixDiagnostic {
  located: Located;
  isLeft: boolean;
  reason: string;
  hint: string;
  /** The judgement that stands against changing it, where one does. */
  accept?: Acceptable;
}

/** What is said of a file: one diagnostic for all addresses with the same reason, at the line of the first. */
export function diagnosticsOn(path: string, diagnostics: FixDiagnostic[]): Diagnostic[] {
  const alike = Map.groupBy(diagnostics, ({ isLeft, reason, hint }) =>
    JSON.stringify([isLeft, reason, hint]),
  );
  return [...alike.values()].flatMap((all) => {
    const [first] = all;
    if (!first) return [];
    const { located, isLeft, reason, hint, accept } = first;
    const count = all.length === 1 ? '1 address' : `${all.length} addresses`;
    const what = `${count} ${isLeft ? 'not changed' : 'to change'}`;
    const how = accept ? `${hint}, and pass --accept ${accept}` : hint;
    return [
      {
        path,
        line: located.finding.file.line,
        reason: `${what}: ${reason}`,
        hint: how,
      },
    ];
  });
}

/** What has to be true of the service for new addresses to work; none where there are no new ones. */
export function servingDiagnostic(fixed: readonly Finding[], service: string): Diagnostic[] {
  const paths = [...new Set(fixed.map(({ replacement = '' }) => URL.parse(replacement)?.pathname ?? ''))];
  if (paths.length === 0) return [];
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : '';
  return [
    {
      reason: `the new addresses work only if ${service} serves ${paths.slice(0, NAMED).join(', ')}${more}`,
      hint: 'check that it does before you apply or sync the change',
    },
  ];
}

const NAMED = 5;
