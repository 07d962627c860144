/**
 * Runs a wait without occupying a slot, which another item gets meanwhile. After the wait, the item continues at once, even if
 * all slots are taken by then: it is a paused host. No new item starts until a slot is free again.
 */
export type Aside = (waiting: () => Promise<void>) => Promise<void>;

/** Works on items in order, `width` at a time, until all are done or `isOver` says to start no more. */
export async function mapConcurrent<T>(
  items: readonly T[],
  { width, isOver = () => false }: { width: number; isOver?: () => boolean },
  work: (item: T, aside: Aside) => Promise<void>,
): Promise<void> {
  const limiter = limiterOf(width);
  let isBroken = false;
  const worker = async (item: T): Promise<void> => {
    await limiter.enter();
    try {
      if (!isBroken && !isOver()) await work(item, limiter.aside);
    } catch (error) {
      isBroken = true;
      throw error;
    } finally {
      limiter.leave();
    }
  };
  await Promise.all(items.map(worker));
}

function limiterOf(width: number) {
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

/** No item starts while this many times `width` items are set aside: each of them is a paused host. */
const MOST_APART = 2;
