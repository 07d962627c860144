import { resizeWords, UNDO_WORDS } from './procedures.ts';
import type { VolumeScene } from './scene.ts';

/** The command of a scene's procedure. */
export const wordsOf = ({ procedure, size }: VolumeScene): string[] =>
  procedure.goal === 'undo' ? UNDO_WORDS : resizeWords(procedure, size);
