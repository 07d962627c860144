import type { PackedName } from '../support/packed.ts';
import { changeHost } from './change-host.ts';
import { changeVolumes } from './change-volumes.ts';
import type { Mode, Moment } from './mode.ts';
import { MONITORING, NAMESPACE, type Place } from './place.ts';
import type { Judged, Run } from './run.ts';

/** A command that every mode is played on. */
export interface Command {
  name: string;
  /** Each is a run. */
  moments: readonly Moment[];
  play(place: Place, mode: Mode, moment: Moment): Promise<Judged>;
}

/** How long a request may take, and a wait for others. */
const LIMITS = ['--request-timeout=2s'];
const WAITS = ['--stable-for=0', '--timeout=8s'];

interface Reading {
  program: PackedName;
  words: readonly string[];
  /** It ends by being interrupted. */
  watches?: boolean;
  /** What it says holds times, or nothing of the server. */
  varies?: boolean;
  /** It is right for it to end well when nothing can be read. */
  isQuiet?: boolean;
}

const bmh = (words: string, more: Partial<Reading> = {}): Reading => ({
  program: 'kubectl-bmh',
  words: words.split(' '),
  ...more,
});
const monitoring = (words: string, more: Partial<Reading> = {}): Reading => ({
  ...bmh(words, more),
  program: 'kubectl-monitoring',
});

const readings: readonly Reading[] = [
  bmh('list -A'),
  bmh('list -o json -v=7'),
  bmh('list -w', { watches: true, varies: true }),
  bmh('diagnose --all', { varies: true }),
  bmh('verify worker-3', { varies: true }),
  bmh('audit', { varies: true }),
  bmh('version', { varies: true }),
  bmh('__complete repair ', { isQuiet: true }),
  monitoring('status', { varies: true }),
  monitoring('capacity', { varies: true }),
  monitoring('version', { varies: true }),
];

/** An endless list is interrupted after so many milliseconds. */
const WATCHED = 3_000;

function readingCommand({ program, words, watches, varies, isQuiet }: Reading): Command {
  let undisturbed: Promise<Run> | undefined;
  const called = (place: Place, mode?: Mode) =>
    place.run({
      endpoint: place.still,
      namespace: program === 'kubectl-bmh' ? NAMESPACE : MONITORING,
      program,
      // Before the last word, which may be one that is being completed. What nothing disturbs may take its time.
      words: [words[0] ?? '', ...(mode ? LIMITS : []), ...words.slice(1)],
      ...(watches && { interruptAfter: WATCHED }),
      ...(mode && { mode }),
    });
  return {
    name: `${program} ${words.join(' ')}`.replace('-', ' '),
    moments: ['first'],
    async play(place, mode) {
      undisturbed ??= called(place);
      const usual = await undisturbed;
      if (usual.requests === 0) throw new Error(`${this.name} asks nothing of a server: ${usual.stderr}`);
      const ran = await called(place, mode);
      const sameCode = ran.code === usual.code;
      const lied = [
        ...(ran.code === 0 && !mode.isBearable && !isQuiet
          ? ['ends with 0 though nothing could be read']
          : []),
        ...(sameCode && !varies && ageless(ran) !== ageless(usual) && !isQuiet
          ? ['says something else than what is there, with the same exit code']
          : []),
        ...(isQuiet && !linesOf(ran).every((line) => linesOf(usual).includes(line) || line.startsWith(':'))
          ? ['offers what is not there']
          : []),
      ];
      return { ...ran, lied: ran.hung.length > 0 ? [] : lied };
    },
  };
}

/** What was printed, without the ages at the end of its rows. */
const ageless = ({ stdout }: Run): string => stdout.replace(/ +(\d+[smhdy]){1,2}$/gm, '');

const linesOf = ({ stdout }: Run): string[] => stdout.split('\n');

const changing = (name: string, moments: readonly Moment[], play: Command['play']): Command => ({
  name,
  moments,
  play,
});
const BOTH: readonly Moment[] = ['first', 'written'];

export const commands: readonly Command[] = [
  ...readings.map(readingCommand),
  ...(['repair', 'pause', 'resume', 'reenroll'] as const).map((verb) =>
    changing(
      `kubectl bmh ${verb} -y`,
      verb === 'repair' || verb === 'reenroll' ? BOTH : ['first'],
      (place, mode, moment) =>
        changeHost(
          place,
          { verb, flags: verb === 'reenroll' ? [...LIMITS, ...WAITS] : LIMITS },
          { mode, moment },
        ),
    ),
  ),
  changing('kubectl monitoring resize-pvc -y', BOTH, (place, mode, moment) =>
    changeVolumes(place, [...LIMITS, '--timeout=8s'], { mode, moment }),
  ),
];
