import { isTooDeep, TOO_DEEP } from '../input/json.ts';
import { jsonErrorIn } from '../input/json-error.ts';
import type { Verdict } from '../words/verdict.ts';
import { disagreements, type PayloadKind, type PayloadShape, payloadShape } from './payload-shape.ts';

/** The text of a file that may hold a payload, or why it could not be read. */
export type PayloadText = { file: string } & ({ text: string } | { error: string });

/** The result for one file. */
export interface Validated {
  file: string;
  verdict: Extract<Verdict, 'clean' | 'findings' | 'unknown'>;
  /** `invalid` or `unreadable`; empty for a clean file. */
  reason: string;
  message: string;
  /** Why the file could not be read. */
  error?: string;
  /** Absent if it is neither. */
  payload?: PayloadKind;
  /** A line for each problem. */
  findings: string[];
}

/**
 * Validates payload files (§4.A step 5) against the shape of step 4: each file by itself, and the two of one host against each
 * other. These are `NAME-status.json` and `NAME-spec.json` or, if there are only two files, both.
 */
export function validateFiles(files: readonly PayloadText[]): Validated[] {
  const read = files.map((file) => ({ file: file.file, ...validate(file) }));
  return read.map(({ file, shape, error, findings }) => {
    if (error !== undefined) return { file, ...UNREADABLE, error, findings: [] };
    const mates = shape?.kind === 'spec' ? matesOf(file, read) : [];
    const all = [
      ...findings,
      ...mates.flatMap((mate) =>
        shape && mate.shape ? disagreements(mate.shape, shape).map((what) => `${what} (${mate.file})`) : [],
      ),
    ];
    return {
      file,
      ...(all.length > 0
        ? {
            verdict: 'findings',
            reason: 'invalid',
            message: all.length === 1 ? '1 problem' : `${all.length} problems`,
          }
        : { verdict: 'clean', reason: '', message: `valid ${shape?.kind} payload` }),
      ...(shape?.kind && { payload: shape.kind }),
      findings: all,
    };
  });
}

const UNREADABLE = {
  verdict: 'unknown',
  reason: 'unreadable',
  message: 'the file could not be read',
} as const;

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
