/** Waits for a lane and gives what leaves it. */
export type Lanes = () => Promise<() => void>;

/**
 * Lets `width` go side by side, and the others wait in a row. Once one has waited for `patience` milliseconds, those
 * under way take so long that it is cheaper to begin than to wait: from there on nobody does.
 */
export function lanes(width: number, patience: number): Lanes {
  const row: (() => void)[] = [];
  let taken = 0;
  let isSlow = false;

  const enter = (): Promise<void> | undefined => {
    if (isSlow || taken < width) {
      taken += 1;
      return undefined;
    }
    return new Promise((resolve) => {
      const impatient = setTimeout(() => {
        isSlow = true;
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
