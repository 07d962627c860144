/**
 * Waits for something outside its lane, which another item gets meanwhile. Behind that it goes on at once, however many lanes are
 * taken by then: what waits here is a paused host, and none is begun until there is room again.
 */
export type Aside = (waiting: () => Promise<void>) => Promise<void>;

/** Works on items in their order, so many side by side, until all are done or `isOver` says that none is to be begun any more. */
export async function mapConcurrent<T>(
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
  let apart = 0;
  const waiting: (() => void)[] = [];
  const isOpen = (): boolean => free > 0 && apart < MOST_APART * width;
  const enter = async (): Promise<void> => {
    if (!isOpen()) return new Promise((resolve) => waiting.push(resolve));
    free -= 1;
  };
  const admit = (): void => {
    while (isOpen()) {
      const next = waiting.shift();
      if (!next) return;
      free -= 1;
      next();
    }
  };
  const leave = (): void => {
    free += 1;
    admit();
  };
  const aside: Aside = async (wait) => {
    apart += 1;
    leave();
    try {
      await wait();
    } finally {
      apart -= 1;
      free -= 1;
      admit();
    }
  };
  return { enter, leave, aside };
}

/** None is begun while so many times as many as there are lanes are set aside: each is a host that is paused. */
const MOST_APART = 2;
