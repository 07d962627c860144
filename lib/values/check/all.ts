import type { ValuesCheck } from './check.ts';
import { clusterChecks } from './cluster.ts';
import { fileChecks } from './files.ts';
import { ingressChecks } from './ingress.ts';
import { lostEntries } from './lists.ts';
import { misspelled } from './misspelled.ts';
import { receiverChecks } from './receivers.ts';
import { replicaChecks } from './replicas.ts';
import { uiChecks } from './ui.ts';
import { volumeChecks } from './volumes.ts';

/** Every check of values. */
export const CHECKS: readonly ValuesCheck[] = [
  ...fileChecks,
  lostEntries,
  ...receiverChecks,
  ...uiChecks,
  ...ingressChecks,
  ...volumeChecks,
  ...replicaChecks,
  misspelled,
  ...clusterChecks,
];
