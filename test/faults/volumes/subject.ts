import { holdParts } from '../../support/parts.ts';
import type { Named } from '../scene.ts';
import type { Subject } from '../subject.ts';
import { prepare } from './aftermath.ts';
import type { VolumeFault } from './fault.ts';
import { faultsOf } from './faults.ts';
import { play, type VolumeCase, type VolumeResult } from './play.ts';
import { procedures, type VolumeProcedure } from './procedures.ts';
import { END, GROW, LET_GO, ORPHAN, RESTORE, RETAIN, STOP, WRITES } from './request-name.ts';
import type { VolumeScene } from './scene.ts';
import { openSupply } from './supply.ts';
import { lines } from './tally.ts';
import { wordsOf } from './words.ts';

/** Resizes of volumes, and what takes them back. */
export const volumes: Subject<VolumeProcedure, VolumeFault, VolumeScene, VolumeResult> = {
  procedures,
  faultsOf,
  isDisturbed,
  keysOf,
  // Whether a run comes to watch depends on how fast the real controllers are.
  realKeysOf: ({ procedure, request, fault }) =>
    request.purpose.startsWith('WATCH ') ? [] : [`${procedure.name}: ${fault.name}`],
  hold: holdParts,
  openSupply,
  prepare,
  words: wordsOf,
  play,
  lines,
};

/** The writes after which others have to do something, so that a run looks at them. */
const AWAITED = [STOP, GROW.at(-1), RESTORE, ORPHAN, LET_GO, RETAIN, END];

/** Those after which all may be well already. */
const SETTLING = [RESTORE, END];

/**
 * How often a run looks at others depends on how fast they are: the first look after each write that it waits for always comes.
 * Whether it watches at all once replicas and pause are restored depends on whether the pods are back by then.
 */
export function isDisturbed(_: VolumeProcedure, { purpose, name }: Named): boolean {
  if (name.includes(' #')) return false;
  const after = name.slice(`${purpose} after `.length);
  return (
    after === '' || (AWAITED.includes(after) && !(SETTLING.includes(after) && purpose.startsWith('WATCH')))
  );
}

/**
 * Every fault and every request of each line, and a kill at every write of a resize. What is read and tried before the
 * first write is the same in all lines, and one question for rights is like another.
 */
export function keysOf({ name, procedure, request, fault }: VolumeCase): string[] {
  const isWrite = WRITES.includes(request.purpose);
  const isLater = isWrite || request.name !== request.purpose;
  return [
    isLater ? `${procedure.name}: ${request.name}` : request.name.replace(/^review .*/, 'review'),
    `${procedure.name}: ${fault.name}`,
    ...(fault.kills && isWrite && procedure.goal === 'resize' ? [name] : []),
  ];
}
