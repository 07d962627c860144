/** Waits for something outside its lane, in which others go on meanwhile; has one again when this resolves. */
export type Aside = (waiting: () => Promise<void>) => Promise<void>;

/** Works on items in their order, so many side by side, until all are done or `isOver` says that none is to be begun any more. */
export async function sideBySide<T>(
  items: readonly T[],
  { width, isOver = () => false }: { width: number; isOver?: () => boolean },
  work: (item: T, aside: Aside) => Promise<void>,
): Promise<void> {
  const lanes = lanesOf(width);
  let isBroken = false;
  const worker = async (item: T): Promise<void> => {
    await lanes.enter();
    try {
      if (!isBroken && !isOver()) await work(item, lanes.aside);
    } catch (error) {
      isBroken = true;
      throw error;
    } finally {
      lanes.leave();
    }
  };
  await Promise.all(items.map(worker));
}

function lanesOf(width: number) {
  let free = width;
  const back: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  const enter = async (queue = waiting): Promise<void> => {
    if (free === 0) return new Promise((resolve) => queue.push(resolve));
    free -= 1;
  };
  const leave = (): void => {
    // What was begun goes before what was not.
    const next = back.shift() ?? waiting.shift();
    if (next) next();
    else free += 1;
  };
  const aside: Aside = async (wait) => {
    leave();
    try {
      await wait();
    } finally {
      await enter(back);
    }
  };
  return { enter: () => enter(), leave, aside };
}
