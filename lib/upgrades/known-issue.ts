import type { Version } from '../versions/version.ts';
import type { Severity } from '../words/finding.ts';
import type { Program, UpgradeFacts } from './facts.ts';

/**
 * A known issue of upgrades, as data: one that was not known before is one more entry in `known/`. It is one of an upgrade that
 * goes over `since`, unless its other fields say more.
 */
export interface KnownIssue {
  /** A stable kebab-case word. */
  id: string;
  /** The first version of the chart that has it. */
  since: string;
  /** The first version that does not have it any more. */
  until?: string;
  /** Critical: the upgrade fails, or something is lost without it being seen. Warning: something may. Info: worth knowing. */
  severity: Severity;
  /** What it means, in one or more sentences without the last full stop. */
  what: string;
  before: readonly Step[];
  after: readonly Step[];
  /** It is one only where a program older than this runs. */
  program?: { part: Program['part']; before: Version };
  /** Whether it is one of every upgrade, whichever chart runs. */
  isAlways?: true;
  /** Where it was found; undefined if it does not apply. An issue without it applies as it is. */
  find?(facts: UpgradeFacts): Found | undefined;
}

/** A thing to do, and the command that does it or shows it. */
export interface Step {
  /** A sentence without a full stop. */
  text: string;
  /** A command of kubectl, which gets the namespace and the connection of the run. */
  run?: readonly string[];
  /** Words of that command behind these: `['-f', 'rules.yaml']`. */
  last?: readonly string[];
  /** A line for a shell, whose output that command reads if there is one. `VERSION`, `NAMESPACE` and `CONNECTION` stand for those of the run. */
  shell?: string;
}

export interface Found {
  /** What it was found in. */
  places?: readonly string[];
  /** If they are not those of the entry. */
  severity?: Severity;
  what?: string;
  before?: readonly Step[];
}

/** That an issue applies where it was found in something. */
export const foundAt = (places: readonly string[]): Found | undefined =>
  places.length > 0 ? { places } : undefined;

/** What an upgrade meets. */
export interface UpgradeFinding extends Pick<KnownIssue, 'severity' | 'what' | 'before' | 'after'> {
  /** The name of the issue. */
  reason: string;
  /** The version of the chart that it comes with; null if it is not of a version. */
  since: string | null;
  places: readonly string[];
}
