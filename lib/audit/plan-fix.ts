import { spliced } from '../input/splice.ts';
import type { Leaf } from '../input/yaml-leaves.ts';
import { type Consequence, consequenceOf } from './consequences.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { FileFindings, Located } from './file-findings.ts';
import type { Finding } from './finding.ts';
import { isKept } from './unresolved.ts';

interface FilePlan {
  /** The new content of the file; the same text if nothing changes. */
  text: string;
  fixed: Located[];
  /** Cautions about fixed addresses, and the reasons why others are not fixed. */
  diagnostics: FixDiagnostic[];
}

/**
 * Plans the fix of a file: each address with a replacement is spliced into the text, and nothing else changes. An address that
 * may harm a host is only replaced if its consequence is accepted. A value that aliases refer to is replaced once, and only if
 * that is right for all of them.
 *
 * @param clashing replacements that would be the same for different images; those of this file alone when absent.
 */
export function planFix(
  text: string,
  { located, leaves, secretLines }: FileFindings,
  accepted: ReadonlySet<string>,
  clashing = clashesIn(located.map(({ finding }) => finding)),
): FilePlan {
  const fixable = located.filter(({ finding }) => finding.replacement !== undefined);
  const refused = new Map<Located, FixDiagnostic>();
  const refuse = (one: Located, reason: string, hint: string): unknown =>
    refused.set(one, { located: one, isLeft: true, reason, hint });
  for (const one of fixable) {
    const { finding, spans } = one;
    const consequence = consequenceOf(finding.kind, one.isUnrecognized);
    if (clashing.has(finding.replacement ?? '')) refuse(one, CLASHES, APART);
    else if (consequence?.accept && !accepted.has(consequence.accept))
      refused.set(one, { located: one, isLeft: true, ...consequence });
    else if (spans.length === 0) refuse(one, 'it is written with escapes or over several lines', BY_HAND);
    else if (!PLAIN.test(finding.replacement ?? '')) refuse(one, 'the new address needs quotes', BY_HAND);
    else if (secretLines.has(finding.file.line)) refuse(one, BESIDE_SECRET, BY_HAND);
  }
  const changing = new Set(fixable.filter((one) => !refused.has(one)).map(({ leaf }) => leaf));
  const readers = Map.groupBy(
    leaves.filter(({ path }) => !isKept(path)),
    ({ node }) => node,
  );
  const keeping = new Map([...readers].map(([node, all]) => [node, all.find((leaf) => !changing.has(leaf))]));
  for (const one of fixable) {
    const reader = one.leaf?.node && keeping.get(one.leaf.node);
    if (reader && !refused.has(one))
      refuse(
        one,
        `it is an anchored value that ${reader.path.join('.')} also uses, which must not change`,
        'give each field its own value',
      );
  }
  const fixed = fixable.filter((one) => !refused.has(one));
  return {
    text: spliced(
      text,
      fixed.flatMap(({ spans, finding: { replacement = '' } }) =>
        spans.map((span) => ({ ...span, written: replacement })),
      ),
    ),
    fixed,
    diagnostics: [...refused.values(), ...fixed.flatMap((one) => cautionsOn(one, readers))],
  };
}

/** Replacements that would be the same for different images: the paths of their current addresses differ. */
export function clashesIn(findings: readonly Finding[]): ReadonlySet<string> {
  const fixable = findings.filter(({ replacement }) => replacement !== undefined);
  const byTarget = Map.groupBy(fixable, ({ replacement }) => replacement ?? '');
  const isClash = (all: Finding[]): boolean =>
    new Set(all.map(({ value }) => URL.parse(value.trim())?.pathname)).size > 1;
  return new Set([...byTarget].filter(([, all]) => isClash(all)).map(([target]) => target));
}

/** An address that needs no quotes in YAML and no escapes in JSON. */
const PLAIN = /^https?:\/\/[\w./~%+-]+(:\d+)?[\w./~%+-]*$/;

const CLASHES = 'files with the same name in different folders would get the same address';
const APART = 'serve each file under its own name, and edit the address by hand';
const BESIDE_SECRET =
  'it is on the same line as a Secret, and a diff would reveal the contents of the Secret';
const BY_HAND = 'edit it by hand';
const SHARE = 'share an anchored value, which is changed once for all of them';

function cautionsOn(located: Located, readers: Map<Leaf['node'], Leaf[]>): FixDiagnostic[] {
  const { finding, leaf, isUnrecognized } = located;
  const consequence = consequenceOf(finding.kind, isUnrecognized);
  const count = (leaf?.node && readers.get(leaf.node)?.length) ?? 0;
  const caution = (reason: string, hint: string): FixDiagnostic => ({ located, isLeft: false, reason, hint });
  return [
    ...(consequence ? [caution(consequence.reason, consequence.hint)] : []),
    ...(count > 1
      ? [caution(`${count} fields ${SHARE}`, 'check that the change is right for each of them')]
      : []),
  ];
}

/** A remark on an address that `--fix` leaves or changes. */
interface FixDiagnostic extends Consequence {
  located: Located;
  isLeft: boolean;
}

/** The diagnostics on a file: one for all addresses with the same reason, at the line of the first. */
export function diagnosticsOn(path: string, diagnostics: FixDiagnostic[]): Diagnostic[] {
  const alike = Map.groupBy(diagnostics, ({ isLeft, reason, hint }) =>
    JSON.stringify([isLeft, reason, hint]),
  );
  return [...alike.values()].flatMap(([first, ...more]) => {
    if (!first) return [];
    const { located, isLeft, reason, hint, accept } = first;
    const count = more.length === 0 ? '1 address' : `${more.length + 1} addresses`;
    return [
      {
        path,
        line: located.finding.file.line,
        reason: `${count} ${isLeft ? 'not changed' : 'to change'}: ${reason}`,
        hint: accept ? `${hint}, and pass --accept ${accept}` : hint,
      },
    ];
  });
}

/** What the service must serve for the new addresses to work; empty without new addresses. */
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
