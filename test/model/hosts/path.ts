import { pauseOf } from '../../../lib/hosts/observed.ts';
import { PROVISIONED } from '../../../lib/objects/names.ts';
import { NEW, OLD } from '../../support/records.ts';
import type { Violation } from '../explore.ts';
import { eventsText } from '../path.ts';
import { type HostId, hostOf } from './host.ts';
import { partsOf } from './state.ts';

/** The path to a broken promise, with the state of the host after each step. */
export const pathText = (violation: Violation, runCount: number): string =>
  eventsText(violation, (state) => standing(partsOf(state, runCount).host));

function standing(id: HostId): string {
  const observed = hostOf(id);
  const { host, record } = observed;
  const pause = {
    none: 'not paused',
    ours: 'paused by a run',
    foreign: `paused by another user (${host.paused})`,
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
