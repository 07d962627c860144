const QUOTE = 0x22;
const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
export const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Takes the JSON text of a list apart while it arrives: finds where each object begins and ends, by braces, brackets and quotes
 * alone. What lies between is left to a JSON parser, as is what of the list is not as it should be, which stays in the envelope.
 */
export function listSplitter() {
  const envelope: Buffer[] = [];
  let pieces: Buffer[] = [];
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let inItems = false;
  let held = 0;
  let taken = 0;
  let values = 0;
  let deepest = 0;

  const keep = (list: Buffer[], piece: Buffer): void => {
    if (piece.length === 0) return;
    // A copy of what is kept to the end: a piece alone would keep all of its chunk.
    list.push(list === envelope ? Buffer.from(piece) : piece);
    held += piece.length;
  };

  /** The text of the object whose last piece this is. */
  const whole = (last: Buffer): string => {
    const text = pieces.length === 0 ? last.toString() : Buffer.concat([...pieces, last]).toString();
    for (const piece of pieces) held -= piece.length;
    pieces = [];
    return text;
  };

  const beginsItems = (before: Buffer): boolean =>
    depth === 1 && ITEMS.test(Buffer.concat([...envelope, before]).toString());

  return {
    /** The texts of the objects in `items` that have ended with this piece of the list's text. */
    take(chunk: Buffer): string[] {
      const objects: string[] = [];
      taken += chunk.length;
      // Where what is neither handed out nor kept begins.
      let from = 0;
      for (let at = 0; at < chunk.length; at += 1) {
        const byte = chunk[at];
        if (inString) {
          if (isEscaped) isEscaped = false;
          else if (byte === BACKSLASH) isEscaped = true;
          else if (byte === QUOTE) inString = false;
        } else if (byte === QUOTE) {
          inString = true;
        } else if (byte === OPEN || byte === OPEN_LIST) {
          if (inItems && depth === 2 && byte === OPEN) {
            keep(envelope, chunk.subarray(from, at));
            from = at;
          } else if (byte === OPEN_LIST && beginsItems(chunk.subarray(from, at))) {
            inItems = true;
          }
          depth += 1;
          if (depth > deepest) deepest = depth;
          values += 1;
        } else if (byte === CLOSE || byte === CLOSE_LIST) {
          depth -= 1;
          if (inItems && depth === 2 && byte === CLOSE) {
            objects.push(whole(chunk.subarray(from, at + 1)));
            from = at + 1;
          } else if (depth === 1) {
            inItems = false;
          }
        } else if (byte === COMMA) {
          values += 1;
          if (!inItems || depth !== 2) continue;
          keep(envelope, chunk.subarray(from, at));
          from = at + 1;
        }
      }
      keep(inItems && depth > 2 ? pieces : envelope, chunk.subarray(from));
      return objects;
    },
    /** The text of the list without those objects. */
    envelope: () => Buffer.concat(envelope).toString(),
    /** Bytes that are held until an object, or the envelope, is whole. */
    held: () => held,
    /** Bytes of the list so far. */
    taken: () => taken,
    /** How many objects and lists lie in each other, where they are most. */
    deepest: () => deepest,
    /** About how many values the list has so far. */
    values: () => values,
  };
}

/** Only in a list's own text: a text that ends so inside quotes has its quotes escaped. */
const ITEMS = /[{,]\s*"items"\s*:\s*$/;
