import type { Named } from '../scene.ts';
import type { Subject } from '../subject.ts';
import { prepare } from './aftermath.ts';
import { faults, type HostFault } from './faults.ts';
import { type HostCase, type HostResult, play } from './play.ts';
import { type HostProcedure, procedures } from './procedures.ts';
import type { HostScene } from './scene.ts';
import { openSupply } from './supply.ts';
import { lines } from './tally.ts';

/** Repairs of hosts, and what takes them back. */
export const hosts: Subject<HostProcedure, HostFault, HostScene, HostResult> = {
  procedures,
  faultsOf: () => faults,
  isDisturbed,
  keysOf,
  // Each stage has an operator of its own.
  hold: async () => ({ stop: async () => {} }),
  openSupply,
  prepare,
  words: ({ procedure, name }) => procedure.words(name),
  play,
  lines,
};

/** How often a recovery is looked at depends on when the operator writes: the first time of each look always comes. */
export function isDisturbed({ waits }: HostProcedure, { name }: Named): boolean {
  return !waits || name.endsWith(' after the resume');
}

/** Every request of each procedure and start, every fault, and a kill at every request of what begins afresh. */
export function keysOf({ name, procedure, request, fault }: HostCase): string[] {
  return [
    `${procedure.title}: ${request.name}`,
    `${procedure.name}: ${fault.name}`,
    ...(fault.kills && procedure.finds === undefined ? [name] : []),
  ];
}
