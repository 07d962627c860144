import type { LintFinding } from '../../lint/finding.ts';
import { placesIn } from '../../lint/places.ts';
import type { Check, Fault, Owner, Unique } from './check.ts';
import { CHECKS } from './checks/all.ts';
import type { ReadText } from './read-dashboard.ts';

/** Where something that may be there once only was found first, for each of its owners. */
export type Firsts = Map<string, Map<string, First>>;

interface First {
  owner: Owner;
  /** `path:line`. */
  place: string;
}

type Finding = Omit<LintFinding, 'path'>;

/** Collects the findings of a file. */
export interface Collector {
  /** @param offset of the fault in the file. @param isHidden whether its line may not be shown. */
  add(check: Check, fault: Fault, offset: number, isHidden?: boolean): void;
  /**
   * Adds what the checks find in the text of a dashboard.
   *
   * @param offset gives the offset in the file of a character of the text.
   * @param isHidden whether its lines, and messages that quote them, may not be shown.
   */
  text(read: ReadText, offset: (at: number) => number, isHidden?: boolean): void;
  /** By their places. */
  findings(): Finding[];
}

/** A file as it is written, and the offset in it of each character of the text that is checked. */
interface SourceFile {
  text: string;
  path: string;
  offset(at: number): number;
}

export function collectorFor(file: SourceFile, { first }: { first: Firsts }): Collector {
  const placeOf = placesIn(file.text);
  const findings: Finding[] = [];
  const add = (check: Check, fault: Fault, offset: number, isHidden = false): void => {
    const { unique, message, fix = check.fix } = fault;
    const place = placeOf(file.offset(offset));
    const before = unique && firstOther(first, unique, `${file.path}:${place.line}`, file.path);
    if (unique && !before) return;
    findings.push({
      check: check.name,
      severity: check.severity,
      message: before ? `${message}; first at ${before}` : message,
      fix,
      ...place,
      ...(isHidden && { source: '' }),
    });
  };
  return {
    add,
    text: ({ given, places, shift }, offset, isHidden) => {
      for (const check of CHECKS) {
        for (const fault of check.text?.(given) ?? [])
          add(check, shown(check, fault, isHidden), offset(fault.at ?? 0), isHidden);
        for (const fault of (given.dashboard && check.dashboard?.(given.dashboard)) ?? [])
          add(
            check,
            shown(check, fault, isHidden),
            offset(shift + (places ? placeIn(places, fault) : 0)),
            isHidden,
          );
      }
    },
    findings: () => findings.toSorted((one, other) => one.line - other.line || one.column - other.column),
  };
}

/** A fault without what it says of the text, if that may not be shown: only what the check prevents. */
const shown = ({ prevents, fix }: Check, fault: Fault, isHidden = false): Fault =>
  isHidden && !fault.isNeutral ? { ...fault, message: prevents, fix } : fault;

function placeIn(places: NonNullable<ReadText['places']>, { path, at, isKey }: Fault): number {
  if (isKey) return places.key(path);
  return at === undefined ? places.value(path) : places.within(path, at);
}

/** Where another owner has what may be there once only. Each owner is kept: a plain file may be the source of several containers. */
function firstOther(first: Firsts, unique: Unique, place: string, path: string): string | undefined {
  const { value, owner, isOfFile = false } = unique;
  const key = isOfFile ? JSON.stringify([path, value]) : value;
  const known = first.get(key) ?? new Map<string, First>();
  first.set(key, known);
  const name = nameOf(owner);
  let other: First | undefined;
  for (const one of known.values()) {
    if (isOfFile || !isSame(one.owner, owner)) other = one;
    if (other) break;
  }
  if (!known.has(name)) known.set(name, { owner, place });
  return other?.place;
}

/** A plain file is the source of the container that has a file of its name. */
const isSame = (one: Owner, other: Owner): boolean =>
  nameOf(one) === nameOf(other) ||
  (one.file === other.file && (one.object === undefined) !== (other.object === undefined));

const nameOf = ({ object, file, title }: Owner): string => JSON.stringify([object, file, title]);
