import type { KubeList } from '../api/types.ts';
import type { ListPiece } from './body.ts';

/** How many objects a part of a list has at least, unless it is the last: so few that they are garbage while they are young. */
const PART = 32;

/**
 * The parts of a list, from its pieces.
 *
 * @param parse throws where a text is no JSON object.
 */
export async function* listParts<T>(
  pieces: AsyncIterable<ListPiece>,
  parse: (text: string) => object,
): AsyncGenerator<KubeList<T>> {
  let items: T[] = [];
  for await (const { objects, envelope } of pieces) {
    for (const text of objects) items.push(parse(text) as T);
    if (envelope !== undefined) {
      const list = parse(envelope) as KubeList<T>;
      // What is there beside the objects is for the reader to judge.
      yield Array.isArray(list.items) ? { ...list, items: [...items, ...list.items] } : list;
    } else if (items.length >= PART) {
      yield { metadata: {}, items };
      items = [];
    }
  }
}
