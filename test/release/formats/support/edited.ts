/** A copy of the bytes, changed. */
export function edited(bytes: Buffer, edit: (copy: Buffer) => unknown): Buffer {
  const copy = Buffer.from(bytes);
  edit(copy);
  return copy;
}
