import type { Named } from '../scene.ts';
import type { Subject } from '../subject.ts';
import { prepare } from './aftermath.ts';
import type { HostFault } from './fault.ts';
import { faultsOf } from './faults.ts';
import { type HostCase, type HostResult, play } from './play.ts';
import { type HostProcedure, procedures } from './procedures.ts';
import { BEHIND } from './request-name.ts';
import type { HostScene } from './scene.ts';
import { openSupply } from './supply.ts';
import { lines } from './tally.ts';

/** Repairs of hosts, and what takes them back. */
export const hosts: Subject<HostProcedure, HostFault, HostScene, HostResult> = {
  procedures,
  faultsOf,
  isDisturbed,
  keysOf,
  realKeysOf: ({ procedure, fault }) => [`${procedure.name}: ${fault.name}`],
  // Each stage has an operator of its own.
  hold: async () => ({ stop: async () => {} }),
  openSupply,
  prepare,
  words: ({ procedure, name }) => procedure.words(name),
  play,
  lines,
};

/**
 * How often a recovery is looked at depends on when the operator writes: the first time of each look always comes. Whether
 * a detached host is watched at all depends on whether the operator has released it before.
 */
export function isDisturbed({ waits, goal }: HostProcedure, { name, purpose }: Named): boolean {
  if (goal === 'reenroll') return !name.includes(BEHIND) && !purpose.startsWith('WATCH ');
  return !waits || name.endsWith(BEHIND);
}

/** Every request of each procedure and start, every fault, and a kill at every request of what begins afresh. */
export function keysOf({ name, procedure, request, fault }: HostCase): string[] {
  return [
    `${procedure.title}: ${request.name}`,
    `${procedure.name}: ${fault.name}`,
    ...(fault.kills && procedure.finds === undefined ? [name] : []),
  ];
}
