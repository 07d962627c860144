import { LEVELS } from '../audit/finding.ts';
import { addressOf } from '../audit/group-address.ts';
import { fieldsOf } from '../objects/fields.ts';
import { order } from '../words/text.ts';
import { countsOf, rankIn } from './lists.ts';
import { type Fields, namedIn, numberIn, objectsIn, textIn } from './read.ts';

/** One finding of an audit. */
export interface Finding {
  address: string;
  rule: string;
  level: string;
  /** Of the object, or the file that it is in. */
  kind: string;
  name: string;
  namespace: string;
  file: string;
  field: string;
  message: string;
  hint: string;
  /** The address that is there, and the one that should be. */
  value: string;
  replacement: string;
}

/** Findings of one rule at one address. */
export interface Group {
  rule: string;
  level: string;
  findings: Finding[];
}

/** The findings, by address and rule: the most severe first, of those the most frequent. */
export function groupsIn({ items }: Fields): [address: string, groups: Group[]][] {
  const byAddress = Map.groupBy(objectsIn(items).map(findingOf), ({ address }) => address);
  return [...byAddress]
    .map(([address, all]): [string, Group[]] => [
      address,
      [...Map.groupBy(all, ({ rule }) => rule)]
        .map(([rule, findings]) => ({ rule, level: worstOf(findings), findings }))
        .toSorted(
          (one, other) =>
            rankOf(one.level) - rankOf(other.level) || other.findings.length - one.findings.length,
        ),
    ])
    .toSorted(
      ([name, one], [otherName, other]) =>
        rankOf(worstOf(one)) - rankOf(worstOf(other)) ||
        countIn(other) - countIn(one) ||
        order(name, otherName),
    );
}

function findingOf(item: Fields): Finding {
  const rule = textIn(item.reason);
  const { path, line } = fieldsOf(item.file) ?? {};
  return {
    ...namedIn(item),
    address: addressOf({ rule, value: textIn(item.value) }),
    rule,
    level: textIn(item.level),
    kind: textIn(item.kind),
    file: textIn(path) && [textIn(path), numberIn(line)].filter((part) => part !== undefined).join(':'),
    field: textIn(item.field),
    message: textIn(item.message),
    hint: textIn(item.hint),
    value: textIn(item.value),
    replacement: textIn(item.replacement),
  };
}

const rankOf = (level: string): number => rankIn(LEVELS, level);

const worstOf = (all: readonly { level: string }[]): string =>
  all.map(({ level }) => level).toSorted((one, other) => rankOf(one) - rankOf(other))[0] ?? '';

const countIn = (groups: readonly Group[]): number =>
  groups.reduce((sum, { findings }) => sum + findings.length, 0);

/** What is at one address. */
export type AtAddress = readonly [address: string, groups: readonly Group[]];

/** How many findings have each level, the most severe first. */
export const levelCounts = (groups: readonly AtAddress[]): [level: string, count: number][] =>
  countsOf(findingsIn(groups).map(({ level }) => level)).toSorted(
    ([one], [other]) => rankOf(one) - rankOf(other),
  );

/** All findings at these addresses. */
export const findingsIn = (groups: readonly AtAddress[]): Finding[] =>
  groups.flatMap(([, own]) => own.flatMap(({ findings }) => findings));
