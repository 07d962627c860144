/** Works on items in their order, so many side by side, until all are done or `isOver` says that none is to be begun any more. */
export async function sideBySide<T>(
  items: readonly T[],
  { width, isOver = () => false }: { width: number; isOver?: () => boolean },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) {
      if (isOver()) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
}
