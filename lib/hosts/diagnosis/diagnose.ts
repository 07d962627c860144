import type { Refusal } from '../../procedure/procedure.ts';
import type { Host } from '../host.ts';
import { hasAddressHost } from '../image.ts';
import { away } from './away.ts';
import { errorTypes } from './error-types.ts';
import type { Cause, Evidence, Next, Verdict } from './evidence.ts';
import { staleError } from './stale-error.ts';
import { states } from './states.ts';
import { unfinished } from './unfinished.ts';
import { wrongAddress } from './wrong-address.ts';

/** What is the matter with a host, and what to do. */
export interface Diagnosis {
  namespace: string;
  name: string;
  verdict: Verdict;
  cause: string;
  means: string;
  summary: string;
  /** The guards that stand against the repair which it needs. */
  refusals: readonly Refusal[];
  next: Next;
  /** The IP address at which its image, or its checksum alone, is; undefined where neither is at one. */
  fixedAddress: string | undefined;
}

/** Every cause, in the order in which they are looked for: the first that a host shows is its cause. */
export const CAUSES: readonly Cause[] = [
  ...unfinished,
  ...wrongAddress,
  ...errorTypes,
  ...away,
  ...staleError,
  ...states,
];

/** Judges a host by what was read of it and around it. */
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
