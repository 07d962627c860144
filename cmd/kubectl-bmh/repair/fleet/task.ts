import type { Values } from '../../../../lib/cli/command.ts';
import type { connectionFlags } from '../../../../lib/cli/flags.ts';
import type { Access } from '../../../../lib/cluster/hosts/access.ts';
import type { FleetAction } from '../../../../lib/hosts/fleet.ts';
import type { Aim } from '../../../../lib/hosts/guards/guard.ts';
import type { Target } from '../../../../lib/hosts/image.ts';
import type { Observed } from '../../../../lib/hosts/observed.ts';
import type { Goal } from '../../../../lib/hosts/record.ts';
import type { runFlags } from '../../shared/flags.ts';
import type { Report, Run } from '../../shared/report.ts';
import type { Carry } from '../act.ts';
import type { fleetFlags } from '../flags.ts';

/** The flags that every fleet has. */
export type FleetValues = Values<typeof fleetFlags & typeof runFlags & typeof connectionFlags>;

/** What a fleet does to each of its hosts. Everything else is the same for every goal. */
export interface FleetTask {
  goal: Goal;
  /** What is asked about this many hosts. */
  question(count: number): string;
  /** The start of the title of a wave: `Repair`. */
  title: string;
  /** How long a host must stay healthy, in milliseconds; undefined if nothing is waited for. */
  stableFor: number | undefined;
  /** The label of the plan for the image that the hosts get. */
  imageLabel: string;
  /** What is said if no host is selected. */
  none: string;
  /** Whether a host of the selection belongs to the fleet. */
  isSelected(seen: Observed): boolean;
  /** The report of a host that needs nothing, decided without its context. */
  settledAlone(run: Run, seen: Observed): Report | undefined;
  /** The new addresses to probe on the image server. */
  addresses(seen: Observed): Target | undefined;
  /** What to do with a host, or its report if it is refused or needs nothing. */
  place(run: Run, access: Access): Placed | { report: Report };
  /** Decides from the state of a host and carries that out. */
  act(run: Run, access: Access, carry: Carry): Promise<Report | undefined>;
}

/** What to do with one host. */
export interface Placed {
  action: FleetAction;
  /** Why, in a few words. */
  why: string;
  /** The image address that the host gets. */
  to: string;
  /** How long its pause is kept before the resume, in milliseconds. */
  hold: number;
  /** What is written; absent if nothing is. */
  aim?: Aim;
}
