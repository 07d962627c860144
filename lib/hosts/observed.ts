import { PAUSED_VALUE } from '../names.ts';
import { type Host, type HostObject, readHost } from './host.ts';
import { parseRecord, type RepairRecord } from './record.ts';

/** What stands around a host and decides with it. */
export interface Surroundings {
  /** The Cluster that owns the host's machine; undefined where there is none or it could not be read. */
  cluster: { namespace: string; name: string; paused: boolean } | undefined;
}

/** Everything that a run decides on. */
export interface Observed {
  object: HostObject;
  group: string;
  host: Host;
  record: RepairRecord | 'unreadable' | undefined;
  surroundings: Surroundings;
  /** Whether the spec patch of this run was tried and taken. */
  tried: boolean;
  /** How far the payload files of this run are (§4.A steps 4 and 5). */
  payloads: 'none' | 'written' | 'valid';
}

/** The observation of a host record as the API just gave it. */
export function observed(object: HostObject, group: string, surroundings: Surroundings): Observed {
  const host = readHost(object, group);
  return {
    object,
    group,
    host,
    record: parseRecord(host.recordText),
    surroundings,
    tried: false,
    payloads: 'none',
  };
}

/** The same observation with a newer copy of the record. */
export function withObject(before: Observed, object: HostObject): Observed {
  const { group, surroundings, tried, payloads } = before;
  return { ...observed(object, group, surroundings), tried, payloads };
}

/** Whose pause a host is under. Ours is one with the document's value beside a record that claims it. */
export type Pause = 'none' | 'ours' | 'foreign';

export function pauseOf({ host, record }: Pick<Observed, 'host' | 'record'>): Pause {
  if (host.paused === undefined) return 'none';
  const claimed = record !== undefined && record !== 'unreadable' && record.foreignPause === undefined;
  return claimed && host.paused === PAUSED_VALUE ? 'ours' : 'foreign';
}
