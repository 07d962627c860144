import type { Frame } from './frames.ts';
import type { Picture } from './screen.ts';

/** A picture, and the time at which it is shown, in milliseconds since the beginning. */
export interface Shot {
  at: number;
  picture: Picture;
}

/** How long a viewer waits for a program, in milliseconds. */
export const LONGEST_WAIT = 1500;

/** What is shown for less is not seen, in milliseconds. */
const SHORTEST_SIGHT = 40;

/**
 * The frames at a pace for viewers. Waits for a program are cut to `LONGEST_WAIT`, also those during which nothing but a
 * spinner moves; the user's time is kept. Frames that would flash are left out.
 */
export function paced(frames: readonly Frame[]): Shot[] {
  const shots: Shot[] = [];
  let at = 0;
  let waited = 0;
  let news: string | undefined;
  for (const { after, by, picture } of frames) {
    const shown = by === 'person' ? after : Math.min(after, LONGEST_WAIT - waited);
    at += shown;
    waited += shown;
    const gist = gistOf(picture);
    if (by === 'person' || gist !== news) waited = 0;
    news = gist;
    const last = shots.at(-1);
    if (last && at - last.at < SHORTEST_SIGHT) last.picture = picture;
    else shots.push({ at, picture });
  }
  return shots;
}

/** The picture without the turn of a spinner, which is drawn in Braille. */
function gistOf({ lines, top }: Picture): string {
  return JSON.stringify([top, lines]).replace(/[\u2801-\u28ff]/g, '\u2800');
}
