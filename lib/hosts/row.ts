import { PROVISIONED } from '../names.ts';
import { decide } from './decide.ts';
import { type HostObject, urlsDiffer } from './host.ts';
import { masked } from './image.ts';
import { observed, pauseOf } from './observed.ts';

/** What a list shows of a host. */
export interface HostRow {
  name: string;
  namespace: string;
  state: string;
  error: string;
  errorCount: number;
  message: string;
  /** Whose pause the host is under: empty, `repair` for an unfinished run of this tool, or the pause's value. */
  paused: string;
  /** The image address in the spec, credentials masked. */
  address: string;
  /** What `repair` would do: `ok`, `repair`, `go on`, `at risk`, `verify`, `lost` or `refused`. */
  verdict: string;
  /** Why, where it is not plain from the rest: the guards that refuse. */
  reason: string;
}

/** A host as a list shows it, judged by its own record alone: what stands around it is not read. */
export function hostRow(object: HostObject, group: string): HostRow {
  const observation = observed(object, group, { cluster: undefined });
  const { host } = observation;
  const { verdict, reason } = verdictOf(observation);
  return {
    name: host.name,
    namespace: host.namespace,
    state: host.state ?? '',
    error: host.errorType ?? '',
    errorCount: host.errorCount ?? 0,
    message: host.errorMessage ?? '',
    paused: { none: '', ours: 'repair', foreign: host.paused || 'yes' }[pauseOf(observation)],
    address: masked(host.image?.url ?? ''),
    verdict,
    reason,
  };
}

const VERDICTS = {
  error: 'repair',
  preventive: 'repair',
  unfinished: 'go on',
  'urls-differ': 'at risk',
} as const;

function verdictOf(observation: ReturnType<typeof observed>): { verdict: string; reason: string } {
  const { host, record } = observation;
  if (host.errorType === undefined && record === undefined && !urlsDiffer(host))
    return { verdict: 'ok', reason: '' };
  const decision = decide(observation, { accepted: new Set(), preventive: false, order: 'documented' });
  switch (decision.kind) {
    case 'healthy':
      return { verdict: 'ok', reason: '' };
    case 'on-target':
      return { verdict: 'verify', reason: 'new address, old error' };
    case 'repair':
      return { verdict: VERDICTS[decision.why], reason: decision.why };
    case 'refuse':
      return {
        verdict: record !== undefined && host.state !== PROVISIONED ? 'lost' : 'refused',
        reason: decision.refusals.map(({ guard }) => guard).join(', '),
      };
  }
}
