import { exitCodes } from '../../../lib/words/errors.ts';

/** How a change can end, and with which exit code. */
const CODES = {
  repaired: 0,
  resized: 0,
  enrolled: 0,
  paused: 0,
  resumed: 0,
  undone: 0,
  /** Done, without waiting for what the operator makes of it. */
  patched: 0,
  attached: 0,
  unchanged: 0,
  planned: 0,
  declined: 1,
  refused: exitCodes.refusal,
  failed: exitCodes.api,
  timeout: exitCodes.timeout,
  interrupted: exitCodes.aborted,
  /** Not known: a host may be between two errors. */
  unknown: 1,
  /** Of a fleet that was stopped before. */
  'not-begun': 1,
  'not-verified': 1,
  'not-recovered': 1,
  flapping: 1,
  'node-active': 1,
  'not-reconciling': exitCodes.timeout,
} as const;

export type Verdict = keyof typeof CODES;

export const exitCodeOf = (verdict: Verdict): number => CODES[verdict];
