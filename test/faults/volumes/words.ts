import { resizeWords } from './procedures.ts';
import type { VolumeScene } from './scene.ts';

/** The command of a scene's procedure. */
export const wordsOf = ({ procedure, size }: VolumeScene): string[] =>
  resizeWords(procedure, size, procedure.goal === 'undo' ? ['--undo'] : []);
