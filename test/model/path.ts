import { pauseOf } from '../../lib/hosts/observed.ts';
import { PROVISIONED } from '../../lib/names.ts';
import { NEW, OLD } from '../support/records.ts';
import type { Violation } from './explore.ts';
import { type HostId, hostOf } from './host.ts';
import { partsOf } from './state.ts';

/** How it comes to what breaks a promise, one line a step: who does what, and how the host stands then. */
export function pathText({ path }: Violation, runCount: number): string {
  const lines = path.map(({ who, what, state }) => ({
    event: who ? `${who}: ${what}` : what,
    standing: standing(partsOf(state, runCount).host),
  }));
  const width = Math.max(...lines.map(({ event }) => event.length));
  return lines
    .map(({ event, standing }, index) => `${`${index}`.padStart(3)}  ${event.padEnd(width)}  ${standing}\n`)
    .join('');
}

function standing(id: HostId): string {
  const observed = hostOf(id);
  const { host, record } = observed;
  const pause = {
    none: 'not paused',
    ours: 'paused by a run',
    foreign: `paused by somebody (${host.paused})`,
  }[pauseOf(observed)];
  return [
    host.state === PROVISIONED ? pause : `state "${host.state}"`,
    `spec ${named(host.image?.url)}`,
    `status ${named(host.statusImage.url)}`,
    ...(typeof record === 'object' ? [`record: ${record.goal}, target ${named(record.target.url)}`] : []),
  ].join(', ');
}

const NAMES: Record<string, string> = { [OLD.url]: 'old', [NEW.url]: 'new', '': 'empty' };

const named = (url: string | undefined): string => NAMES[url ?? ''] ?? 'another';
