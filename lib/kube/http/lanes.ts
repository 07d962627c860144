import { paceAfter, type Taking, UNLIMITED } from './pace.ts';
import { aborted } from './unreachable.ts';

/** The way of one request. */
export interface Lane {
  /** Its answer has begun. */
  answered(taking: Taking): void;
  /** Its answer is read to the end, or will never come. */
  leave(): void;
}

/** Waits for a lane. Rejects where the signal aborts before there is one. */
export type Lanes = (signal?: AbortSignal) => Promise<Lane>;

/**
 * Lets `width` go side by side, and the others wait in a row. Once one has waited for `patience` milliseconds, those
 * under way take so long that it is cheaper to begin than to wait: from there on nobody does.
 *
 * From when the server refuses because it is asked too much (429), its limit holds instead. It is for requests without an
 * answer: who reads one may well wait for another request meanwhile.
 */
export function lanes(width: number, patience: number): Lanes {
  const row: (() => void)[] = [];
  let taken = 0;
  let unanswered = 0;
  let isSlow = false;
  let pace = UNLIMITED;

  const hasRoom = (): boolean =>
    pace === UNLIMITED ? isSlow || taken < width : unanswered < Math.floor(pace.limit);

  const take = (): void => {
    taken += 1;
    unanswered += 1;
  };

  const admit = (): void => {
    while (row.length > 0 && hasRoom()) row.shift()?.();
  };

  const inRow = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(impatient);
        signal?.removeEventListener('abort', giveUp);
      };
      const enter = (): void => {
        end();
        take();
        resolve();
      };
      const giveUp = (): void => {
        end();
        row.splice(row.indexOf(enter), 1);
        reject(aborted(signal as AbortSignal));
      };
      const impatient = setTimeout(() => {
        isSlow = true;
        admit();
      }, patience);
      signal?.addEventListener('abort', giveUp);
      row.push(enter);
    });

  function lane(): Lane {
    const begun = pace.lowered;
    let [isUnanswered, isTaken] = [true, true];
    const answer = (): void => {
      if (isUnanswered) unanswered -= 1;
      isUnanswered = false;
    };
    return {
      answered(taking) {
        pace = paceAfter(pace, taking, { begun, underWay: unanswered });
        answer();
        admit();
      },
      leave() {
        answer();
        if (isTaken) taken -= 1;
        isTaken = false;
        admit();
      },
    };
  }

  return async (signal) => {
    if (signal?.aborted) throw aborted(signal);
    if (hasRoom()) take();
    else await inRow(signal);
    return lane();
  };
}
