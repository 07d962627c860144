import { HELD_VALUE, PROVISIONED, REENROLL_ANNOTATION } from '../../objects/names.ts';
import type { Verdict } from '../../words/verdict.ts';
import { byHand } from '../by-hand.ts';
import { commandFor } from '../command-for.ts';
import { decide, decideUndo, PLAIN_OPTIONS } from '../decide.ts';
import { urlsDiffer } from '../host.ts';
import { type Observed, pauseOf } from '../observed.ts';
import { hasLostStatus } from '../risk.ts';
import { type Cause, type Found, ours } from './evidence.ts';
import { guardFinding, wiping } from './guarded.ts';
import { nextReenroll, nextRepair, nextRun } from './refused.ts';

/** Hosts that are being deleted or are left unfinished: this outranks every other cause. */
export const unfinished: Cause[] = [
  {
    name: 'deleting',
    means: 'the host is being deleted',
    find: ({ observed: { host } }) => {
      if (!host.deleting) return undefined;
      return host.paused === undefined
        ? {
            verdict: 'unknown',
            summary: 'it is being deleted; the operator releases it first',
            next: { advice: 'wait for the deletion to finish' },
          }
        : {
            verdict: 'blocked',
            summary: 'it is being deleted but paused: the deletion cannot finish while it is paused',
            next: { advice: 'ask the owner of the pause to remove it; the deletion then continues' },
          };
    },
  },
  {
    name: 'moved',
    means: 'the host was moved while paused, and arrived paused and without its status',
    find: ({ observed }) => {
      const { record, host } = observed;
      if (!hasLostStatus(observed)) return undefined;
      const { words } = byHand(observed) ?? { words: [] };
      const half = record === undefined ? '' : ', with an unfinished run';
      return {
        verdict: 'blocked',
        summary: `it was moved while paused, and arrived paused and without a status${half}: its disk is safe as long as it stays paused; resumed like this, it is provisioned again`,
        next: {
          command: { words, namespace: host.namespace },
          advice: `this restores its status; then ${finishing(observed)}. First check that its machine runs; its status in the source cluster ("kubectl get -o yaml") is better than this one`,
        },
      };
    },
  },
  {
    name: 'lost',
    means: `the host left the state "${PROVISIONED}" during a run of this tool`,
    find: ({ observed }) =>
      observed.record !== undefined && observed.host.state !== PROVISIONED
        ? worded('failed', guardFinding('not-provisioned', observed))
        : undefined,
  },
  {
    name: 'unreadable-record',
    means: 'the host has an unfinished run of another version',
    find: ({ observed }) => worded('blocked', guardFinding('unreadable-record', observed)),
  },
  {
    name: 'unfinished-reenroll',
    means: 'a reenroll of the host is unfinished',
    find: ({ observed }) => {
      if (!(REENROLL_ANNOTATION in observed.host.annotations)) return undefined;
      return unfinishedRun('its reenroll did not finish', nextReenroll(observed));
    },
  },
  {
    name: 'unfinished-undo',
    means: 'an undo of a repair is unfinished',
    find: ({ observed }) =>
      goalOf(observed) === 'undo'
        ? resumable(observed, 'undo', nextRun(observed.host, ['undo'], decideUndo(observed, PLAIN_OPTIONS)))
        : undefined,
  },
  {
    name: 'unfinished-repair',
    means: 'a repair is unfinished',
    find: ({ observed }) =>
      goalOf(observed) === 'repair' ? resumable(observed, 'repair', nextRepair(observed)) : undefined,
  },
  {
    name: 'at-risk',
    means: 'the operator wipes the host as soon as it reconciles it',
    find: ({ observed }) => {
      const { host } = observed;
      const [danger] = host.state === PROVISIONED && host.paused === undefined ? wiping(observed) : [];
      if (!danger) return undefined;
      const isOurs =
        urlsDiffer(host) && Boolean(host.image?.url) && decide(observed, PLAIN_OPTIONS).kind === 'repair';
      return {
        verdict: 'at-risk',
        summary: `${danger.reason}; it is not paused, and its disk is lost as soon as the operator reconciles it`,
        next: isOurs
          ? { command: ours(host, 'repair'), advice: 'run this now: it pauses the host before anything else' }
          : {
              command: ours(host, 'pause'),
              advice: `run this now, unless another user is releasing the host on purpose; then ${danger.hint.replace(', then run this again', '')}`,
            },
      };
    },
  },
  {
    name: 'held',
    means: 'only a pause keeps the operator from wiping the host',
    find: ({ observed }) => {
      const { host } = observed;
      const [danger] = host.state === PROVISIONED && host.paused !== undefined ? wiping(observed) : [];
      if (!danger) return undefined;
      return {
        verdict: 'blocked',
        summary: `${danger.reason}; only the pause protects its disk: resumed now, it is wiped`,
        ...nextRepair(observed),
      };
    },
  },
];

/** What to do once a moved host has its status again. */
function finishing(observed: Observed): string {
  const { record, host } = observed;
  const command = (verb: string): string => commandFor(observed, `kubectl bmh ${verb}`);
  if (record === 'unreadable') return `see how to remove the record and the pause: ${command('undo')}`;
  if (record !== undefined)
    return `finish the run: ${command(record.goal)}${record.goal === 'repair' ? `; or undo it: ${command('undo')}` : ''}`;
  return host.paused === HELD_VALUE
    ? `remove the pause: ${command('resume')}`
    : 'ask the owner of the pause to remove it';
}

const goalOf = ({ record }: Observed) => (typeof record === 'object' ? record.goal : undefined);

function resumable(observed: Observed, goal: 'repair' | 'undo', run: ReturnType<typeof nextRun>): Found {
  const { next } = run;
  const differ = urlsDiffer(observed.host) ? ', and its two image addresses differ' : '';
  const pause = {
    ours: 'the run paused it',
    foreign: 'another user or controller paused it',
    none: 'its pause is gone',
  }[pauseOf(observed)];
  // Whether an admission webhook rewrites the patches is unknown here; only an undo gets past that.
  const mayLoop = goal === 'repair' && differ !== '' && pauseOf(observed) === 'ours' && next.command;
  const undo = `if an admission webhook refuses the repair, undo it instead: ${commandFor(observed, 'kubectl bmh undo')}`;
  return unfinishedRun(
    `its ${goal} did not finish: ${pause}${differ}`,
    mayLoop ? { ...run, next: { ...next, advice: [next.advice, undo].filter(Boolean).join('; ') } } : run,
  );
}

const unfinishedRun = (summary: string, run: ReturnType<typeof nextRun>): Found => ({
  verdict: run.refusals.length > 0 ? 'blocked' : 'in-progress',
  summary,
  ...run,
});

const worded = (verdict: Verdict, finding: { reason: string; hint: string } | undefined): Found | undefined =>
  finding && { verdict, summary: finding.reason, next: { advice: finding.hint } };
