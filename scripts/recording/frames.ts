import { createScreen, type Picture, type Size } from './screen.ts';

/** What was written to a terminal at one time. */
export interface Chunk {
  /** Milliseconds since the one before. */
  after: number;
  /** Whose time it was: of the user, who reads or types, or of the program being waited for. */
  by: Actor;
  text: string;
}

export type Actor = 'person' | 'program';

/** What the terminal showed, from `after` milliseconds after the frame before. */
export interface Frame extends Omit<Chunk, 'text'> {
  picture: Picture;
}

/** What a terminal shows while it is written to: a frame for each change, the first of them without any text. */
export async function framesOf(chunks: readonly Chunk[], size: Size): Promise<Frame[]> {
  const screen = createScreen(size);
  const frames: Frame[] = [{ after: 0, by: 'program', picture: screen.picture() }];
  let waited = 0;
  for (const { after, by, text } of chunks) {
    waited += after;
    await screen.write(text);
    if (screen.isChanging()) continue;
    frames.push({ after: waited, by, picture: screen.picture() });
    waited = 0;
  }
  return frames;
}
