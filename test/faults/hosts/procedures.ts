import { HPC, STANDARD, served, stale } from '../../scenarios/hosts.ts';
import type { Procedure } from '../subject.ts';
import { EMPTY_STATUS, PATCH_SPEC, PATCH_STATUS, PAUSE } from './request-name.ts';

/** The addresses of the image that a host may come to have. */
export const FORMER = stale(STANDARD);
export const NEW = served(STANDARD);
export const OTHER = served(HPC);
/** By which flag a run asks for the third. */
export const OTHER_IMAGE = ['--image-name', HPC];

/** A command whose every request is disturbed, and where it starts from. */
export interface HostProcedure extends Procedure {
  /** The command, without the flags that every call gets. */
  words(host: string): string[];
  goal: 'repair' | 'undo' | 'reenroll';
  /** Whether what it does, or resumes, has the documented order's window: two addresses that differ. */
  hasWindow: boolean;
  /** The unfinished run that it finds: a repair that is killed when the server has done this request. */
  finds?: { flags: string[]; after: string };
  /** Whether it waits for the operator; only what it sends meanwhile is disturbed then. */
  waits?: boolean;
}

/** A pause that is kept for a moment: there is time for others before the resume. */
const HOLD = '--hold=50ms';
const FLAGS = ['-y', '--no-wait', HOLD];
const SAFE = ['--order=safe'];

export const repairWords = (host: string, flags: string[] = []): string[] => [
  'repair',
  host,
  ...FLAGS,
  ...flags,
];
const reenrollWords = (host: string): string[] => ['reenroll', host, '-y', '--stable-for=0', '--timeout=30s'];
export const undoWords = (host: string): string[] => ['undo', host, '-y', HOLD];

/** An undo has something to do only where a repair is unfinished: it starts from each place where one can be. */
const undo = (after: string, flags: string[] = []): HostProcedure => ({
  name: 'undo',
  title: `undo of ${['repair', ...flags].join(' ')} killed after ${after}`,
  words: undoWords,
  goal: 'undo',
  hasWindow: flags !== SAFE && after === PATCH_STATUS,
  finds: { flags, after },
});

export const procedures: readonly HostProcedure[] = [
  {
    name: 'repair',
    title: 'repair',
    words: (host) => repairWords(host),
    goal: 'repair',
    hasWindow: true,
  },
  {
    name: 'safe',
    title: 'safe',
    words: (host) => repairWords(host, SAFE),
    goal: 'repair',
    hasWindow: false,
  },
  undo(PAUSE),
  undo(PATCH_STATUS),
  undo(PATCH_SPEC),
  undo(EMPTY_STATUS, SAFE),
  undo(PATCH_SPEC, SAFE),
  {
    name: 'recovery',
    title: 'recovery',
    words: (host) => ['repair', host, '-y', '--stable-for=500ms', '--timeout=10s'],
    goal: 'repair',
    hasWindow: false,
    waits: true,
  },
  {
    name: 'reenroll',
    title: 'reenroll',
    words: reenrollWords,
    goal: 'reenroll',
    hasWindow: false,
  },
];
