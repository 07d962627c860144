import { isTooDeep, TOO_DEEP } from '../input/json.ts';
import { jsonErrorIn } from '../input/json-error.ts';
import { disagreements, type PayloadKind, type PayloadShape, payloadShape } from './payload-shape.ts';

/** The text of a file that may hold a payload, or why it could not be read. */
export type PayloadText = { file: string } & ({ text: string } | { error: string });

/** The result for one file; `findings` has a line for each problem and is empty for a valid file. */
export interface Validated {
  file: string;
  /** Absent if unknown. */
  kind?: PayloadKind;
  verdict: 'valid' | 'invalid' | 'unreadable';
  findings: string[];
}

/**
 * Validates payload files (§4.A step 5) against the shape of step 4: each file by itself, and the two of one host against each
 * other. These are `NAME-status.json` and `NAME-spec.json` or, if there are only two files, both.
 */
export function validateFiles(files: readonly PayloadText[]): Validated[] {
  const read = files.map((file) => ({ file: file.file, ...validate(file) }));
  return read.map(({ file, shape, error, findings }) => {
    if (error !== undefined) return { file, verdict: 'unreadable', findings: [error] };
    const mates = shape?.kind === 'spec' ? matesOf(file, read) : [];
    const all = [
      ...findings,
      ...mates.flatMap((mate) =>
        shape && mate.shape ? disagreements(mate.shape, shape).map((what) => `${what} (${mate.file})`) : [],
      ),
    ];
    return {
      file,
      ...(shape?.kind && { kind: shape.kind }),
      verdict: all.length > 0 ? 'invalid' : 'valid',
      findings: all,
    };
  });
}

interface Read {
  file: string;
  shape?: PayloadShape;
  error?: string;
  findings: string[];
}

/** The largest request that an API server accepts, in characters. */
const LARGEST = 3 * 1024 * 1024;

function validate(file: PayloadText): Omit<Read, 'file'> {
  if ('error' in file) return { error: file.error, findings: [] };
  if (file.text.length > LARGEST)
    return { findings: ['larger than 3 MiB, the most that an API server accepts'] };
  if (isTooDeep(file.text)) return { findings: [TOO_DEEP] };
  const wrong = jsonErrorIn(file.text);
  if (wrong) return { findings: [`line ${wrong.line}, column ${wrong.column}: not JSON: ${wrong.message}`] };
  const shape = payloadShape(JSON.parse(file.text));
  return { shape, findings: shape.findings };
}

/** The status payloads for the host of the spec payload in `file`. */
function matesOf(file: string, read: readonly Read[]): Read[] {
  const others = read.filter(({ shape }) => shape?.kind === 'status');
  return read.length === 2 ? others : others.filter((other) => stem(other.file) === stem(file));
}

const stem = (file: string): string => file.replace(/-(status|spec)(\.json)?$/, '');
