/**
 * The results of `work` on items, in their order. At most `width` are worked on at a time, the first ones first; after a failure
 * no other item is started.
 */
export async function mapConcurrent<T, R>(
  items: readonly T[],
  { width }: { width: number },
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  let isBroken = false;
  const worker = async (): Promise<void> => {
    for (const [index, item] of left) {
      if (isBroken) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        isBroken = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}
