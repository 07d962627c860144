const PE32_PLUS = 0x20b;
const SECURITY = 4;
const SECTION_SIZE = 40;

/**
 * A Windows executable (PE32+) without its Authenticode signature, which no change to the file survives: Windows would tell
 * of a damaged one. The entry of the certificate table is emptied, the certificates go where they are the end of the file,
 * and a checksum that is set is updated. Layouts are those of Microsoft's "PE Format".
 *
 * @throws where the file is anything else.
 */
export function withoutCertificates(executable: Buffer): Buffer {
  const headers = headersOf(executable);
  const { optionalHeader, securityEntry } = headers;
  const end = securityEntry ? endOfContent(executable, securityEntry, headers) : executable.length;
  const unsigned = Buffer.from(executable.subarray(0, end));
  if (securityEntry) unsigned.fill(0, securityEntry, securityEntry + 8);
  const checksum = optionalHeader + 64;
  if (unsigned.readUInt32LE(checksum) === 0) return unsigned;
  unsigned.writeUInt32LE(0, checksum);
  unsigned.writeUInt32LE(checksumOf(unsigned), checksum);
  return unsigned;
}

/** Where things lie in the file. */
interface Headers {
  optionalHeader: number;
  /** Where all headers end. */
  end: number;
  /** The entry of the certificate table; absent where the optional header is too short for one. */
  securityEntry?: number;
  /** The header of each section. */
  sections: number[];
}

function headersOf(file: Buffer): Headers {
  const isDos = file.length >= 64 && file.toString('latin1', 0, 2) === 'MZ';
  const header = isDos ? file.readUInt32LE(60) : file.length;
  if (file.toString('latin1', header, header + 4) !== 'PE\0\0')
    throw new Error(`This is not a Windows executable: it begins with "${file.toString('hex', 0, 4)}".`);
  const optionalHeader = header + 24;
  const sectionTable = optionalHeader + (file.length < optionalHeader ? 0 : file.readUInt16LE(header + 20));
  const count = file.length < optionalHeader ? 0 : file.readUInt16LE(header + 6);
  const end = sectionTable + count * SECTION_SIZE;
  if (sectionTable < optionalHeader + 112 || end > file.length)
    throw new Error('The headers of this Windows executable are damaged.');
  const magic = file.readUInt16LE(optionalHeader);
  if (magic !== PE32_PLUS)
    throw new Error(`This Windows executable is no 64-bit one: its magic is 0x${magic.toString(16)}.`);
  const securityEntry = optionalHeader + 112 + SECURITY * 8;
  const hasEntry = file.readUInt32LE(optionalHeader + 108) > SECURITY && securityEntry + 8 <= sectionTable;
  return {
    optionalHeader,
    end,
    ...(hasEntry && { securityEntry }),
    sections: Array.from({ length: count }, (_, place) => sectionTable + place * SECTION_SIZE),
  };
}

/**
 * Where the file ends without its certificates. The entry says where these lie, and what changed the file since may have put
 * something else there: they are cut off only where they follow all else and reach to the end.
 */
function endOfContent(file: Buffer, securityEntry: number, { end, sections }: Headers): number {
  const start = file.readUInt32LE(securityEntry);
  const size = file.readUInt32LE(securityEntry + 4);
  const content = sections.map((at) => file.readUInt32LE(at + 20) + file.readUInt32LE(at + 16));
  return start >= Math.max(end, ...content) && start + size === file.length ? start : file.length;
}

/** The sum of the file's 16-bit words, with every carry added again, plus its length. The field itself has to be 0. */
function checksumOf(file: Buffer): number {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  let sum = file.length % 2 === 1 ? view.getUint8(file.length - 1) : 0;
  for (let at = 0; at + 1 < file.length; at += 2) sum += view.getUint16(at, true);
  while (sum > 0xffff) sum = (sum % 0x10000) + Math.floor(sum / 0x10000);
  return (sum + file.length) >>> 0;
}
