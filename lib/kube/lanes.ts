/** Waits for a lane and gives what leaves it. */
export type Lanes = () => Promise<() => void>;

/**
 * Lets `width` go side by side, and the others wait in a row. Who has waited for `patience` milliseconds goes beside
 * them all the same: where those under way take long, it is cheaper to begin than to wait.
 */
export function lanes(width: number, patience: number): Lanes {
  const row: (() => void)[] = [];
  let taken = 0;

  const enter = (): Promise<void> | undefined => {
    if (taken < width) {
      taken += 1;
      return undefined;
    }
    return new Promise((resolve) => {
      const impatient = setTimeout(() => {
        row.splice(row.indexOf(next), 1);
        taken += 1;
        resolve();
      }, patience);
      const next = (): void => {
        clearTimeout(impatient);
        resolve();
      };
      row.push(next);
    });
  };

  /** The lane goes to the first of the row. */
  const leave = (): void => {
    const next = row.shift();
    if (next) next();
    else taken -= 1;
  };

  return async () => {
    await enter();
    let left = false;
    return () => {
      if (!left) leave();
      left = true;
    };
  };
}
