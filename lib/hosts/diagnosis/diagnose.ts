import type { Refusal } from '../../procedure/procedure.ts';
import type { Verdict } from '../../words/verdict.ts';
import type { Host } from '../host.ts';
import { hasAddressHost } from '../image.ts';
import { away } from './away.ts';
import { errorTypes } from './error-types.ts';
import type { Cause, Evidence, Next } from './evidence.ts';
import { staleError } from './stale-error.ts';
import { states } from './states.ts';
import { unfinished } from './unfinished.ts';
import { wrongAddress } from './wrong-address.ts';

/** The cause of a host's problem, and what to do. */
export interface Diagnosis {
  namespace: string;
  name: string;
  verdict: Verdict;
  cause: string;
  means: string;
  summary: string;
  /** What the API answered, if the host could not be read. */
  error?: string;
  /** The guards that refuse the repair that it needs. */
  refusals: readonly Refusal[];
  next: Next;
  /** The IP address of its image, or else of its checksum; undefined if both are at names. */
  fixedAddress: string | undefined;
}

/** Every cause, in the order of the search: the first that matches is the cause of a host. */
export const CAUSES: readonly Cause[] = [
  ...unfinished,
  ...wrongAddress,
  ...errorTypes,
  ...away,
  ...staleError,
  ...states,
];

/** Diagnoses a host by its evidence. */
export function diagnose(evidence: Evidence, causes: readonly Cause[] = CAUSES): Diagnosis {
  const { host } = evidence.observed;
  for (const { name, means, find } of causes) {
    const found = find(evidence);
    if (!found) continue;
    const { verdict, summary, next, refusals = [] } = found;
    return {
      namespace: host.namespace,
      name: host.name,
      verdict,
      cause: name,
      means,
      summary,
      refusals,
      next,
      fixedAddress: fixedAddressOf(host),
    };
  }
  throw new Error(`no cause holds for host ${host.namespace}/${host.name}`);
}

function fixedAddressOf({ image }: Host): string | undefined {
  const url = [image?.url, image?.checksum].find(hasAddressHost);
  return url === undefined ? undefined : URL.parse(url)?.hostname.replace(/^\[|\]$/g, '');
}
