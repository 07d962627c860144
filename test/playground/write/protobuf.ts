import type { Fields } from '../objects/model.ts';

/** What one field of a message holds, under its name in JSON. */
export interface Told {
  name: string;
  /** `bytes` become base64; `map` is one of strings, `bytesMap` one of bytes. */
  type: 'string' | 'bytes' | 'bool' | 'integer' | 'map' | 'bytesMap' | Message;
  repeated?: boolean;
}

/** A message's fields by their numbers. Fields that it does not tell of are skipped. */
export type Message = Readonly<Record<number, Told>>;

/**
 * Reads a protobuf message as JSON would have it. Fields that hold nothing (an empty string, a zero) are left out:
 * the encoding of Kubernetes writes them even if they are not set.
 */
export function readMessage(bytes: Buffer, message: Message): Fields {
  const fields: Fields = {};
  for (const { number, value } of wireFields(bytes)) {
    const told = message[number];
    if (told === undefined) continue;
    const read = readValue(value, told);
    if (told.type === 'map' || told.type === 'bytesMap') {
      fields[told.name] = { ...(fields[told.name] as Fields | undefined), ...(read as Fields) };
    } else if (told.repeated) {
      fields[told.name] = [...((fields[told.name] as unknown[] | undefined) ?? []), read];
    } else if (!isNothing(read)) fields[told.name] = read;
  }
  return fields;
}

function readValue(value: Buffer | bigint, { type }: Told): unknown {
  if (typeof value === 'bigint') return type === 'bool' ? value !== 0n : Number(value);
  if (typeof type === 'object') return readMessage(value, type);
  if (type === 'bytes') return value.toString('base64');
  if (type !== 'map' && type !== 'bytesMap') return value.toString('utf8');
  const entry = readMessage(value, {
    1: { name: 'key', type: 'string' },
    2: { name: 'value', type: type === 'map' ? 'string' : 'bytes' },
  });
  return { [String(entry.key)]: entry.value ?? '' };
}

const isNothing = (value: unknown): boolean =>
  value === '' ||
  value === 0 ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

interface WireField {
  number: number;
  value: Buffer | bigint;
}

/** The fields of a message as they lie on the wire. Throws a RangeError where the bytes end too early. */
function* wireFields(bytes: Buffer): Generator<WireField> {
  let offset = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(offset);
      offset += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
  };
  const slice = (length: number): Buffer => {
    if (offset + length > bytes.length) throw new RangeError('the message ends too early');
    offset += length;
    return bytes.subarray(offset - length, offset);
  };
  while (offset < bytes.length) {
    const tag = Number(varint());
    const number = tag >> 3;
    const wireType = tag & 7;
    if (wireType === 0) yield { number, value: varint() };
    else if (wireType === 2) yield { number, value: slice(Number(varint())) };
    else if (wireType === 1 || wireType === 5) slice(wireType === 1 ? 8 : 4);
    else throw new RangeError(`unknown wire type ${wireType}`);
  }
}
