const QUOTE = 0x22;
const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
export const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Splits the JSON text of a list while it arrives: finds where each object starts and ends by braces, brackets and quotes alone.
 * The objects are left to a JSON parser, and so is the envelope, which keeps whatever is malformed.
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
    // The envelope is kept to the end: without a copy, a piece would keep its whole chunk in memory.
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
    /** The texts of the objects in `items` that end in this chunk. */
    take(chunk: Buffer): string[] {
      const objects: string[] = [];
      taken += chunk.length;
      // The start of the text that is neither returned nor kept yet.
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
    /** Bytes held until an object, or the envelope, is complete. */
    held: () => held,
    /** Bytes of the list so far. */
    taken: () => taken,
    /** The deepest nesting of objects and lists so far. */
    deepest: () => deepest,
    /** The approximate number of values so far. */
    values: () => values,
  };
}

/** Matches only outside of strings: inside one, the quotes would be escaped. */
const ITEMS = /[{,]\s*"items"\s*:\s*$/;
