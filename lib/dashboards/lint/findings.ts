import type { LintFinding } from '../../lint/finding.ts';
import { placesIn } from '../../lint/places.ts';
import type { Check, Fault, Owner } from './check.ts';
import { CHECKS } from './checks/all.ts';
import type { ReadText } from './read-dashboard.ts';

/** Where something that may be there once only was found first. */
export interface First {
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
   * @param isHidden whether its lines may not be shown.
   */
  text(read: ReadText, offset: (at: number) => number, isHidden?: boolean): void;
  /** By their places. */
  findings(): Finding[];
}

export function collectorFor(
  file: { text: string; path: string },
  { first }: { first: Map<string, First> },
): Collector {
  const placeOf = placesIn(file.text);
  const findings: Finding[] = [];
  const add = (check: Check, fault: Fault, offset: number, isHidden = false): void => {
    const { unique, message, fix = check.fix } = fault;
    const place = placeOf(offset);
    const before = unique && first.get(unique.value);
    if (unique && !before)
      first.set(unique.value, { owner: unique.owner, place: `${file.path}:${place.line}` });
    if (unique && (!before || isSame(before.owner, unique.owner))) return;
    findings.push({
      check: check.name,
      severity: check.severity,
      message: before ? `${message}; first at ${before.place}` : message,
      fix,
      ...place,
      ...(isHidden && { source: '' }),
    });
  };
  return {
    add,
    text: ({ given, places, shift }, offset, isHidden) => {
      for (const check of CHECKS) {
        for (const fault of check.text?.(given) ?? []) add(check, fault, offset(fault.at ?? 0), isHidden);
        for (const fault of (given.dashboard && check.dashboard?.(given.dashboard)) ?? [])
          add(check, fault, offset(shift + (places ? placeIn(places, fault) : 0)), isHidden);
      }
    },
    findings: () => findings.toSorted((one, other) => one.line - other.line || one.column - other.column),
  };
}

function placeIn(places: NonNullable<ReadText['places']>, { path, at, isKey }: Fault): number {
  if (isKey) return places.key(path);
  return at === undefined ? places.value(path) : places.within(path, at);
}

/** A plain file is the source of the container that has a file of its name. */
const isSame = (one: Owner, other: Owner): boolean =>
  one.file === other.file &&
  (one.object === undefined || other.object === undefined || one.object === other.object);
