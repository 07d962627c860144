import type { AlertGroup } from '../../alerts/alert-facts.ts';
import { GROUPS, METRICS, readGroups } from '../../alerts/answers.ts';
import { type Counters, readCounters } from '../../alerts/counters.ts';
import { askPod } from '../metrics/ask-pod.ts';
import type { Replica } from './open.ts';

/** The groups of a replica, and what it has counted. */
export interface Reading {
  groups: AlertGroup[];
  counters: Counters;
}

/** Reads them, or why that is not possible. */
export async function readView(replica: Replica): Promise<{ value: Reading } | { reason: string }> {
  const [counters, groups] = await Promise.all([
    askPod(replica, METRICS, readCounters),
    askPod(replica, GROUPS, readGroups),
  ]);
  if ('reason' in groups) return groups;
  return 'reason' in counters ? counters : { value: { groups: groups.value, counters: counters.value } };
}
