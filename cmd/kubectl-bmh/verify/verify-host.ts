import type { Check } from '../../../lib/hosts/health.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import { observed } from '../../../lib/hosts/observed.ts';
import {
  expectedTarget,
  isWithoutImage,
  nothingProvisioned,
  verificationOf,
} from '../../../lib/hosts/verification.ts';
import { hostResource } from '../../../lib/objects/names.ts';
import type { CommandError } from '../../../lib/words/errors.ts';
import type { VerifyValues } from './flags.ts';

/** A host that could not be read, and why. */
export interface Unread {
  name: string;
  namespace: string;
  error: CommandError;
}

/** The result of one host, rendered once for people and, the same and more, as JSON and YAML. */
export interface Verification {
  host: string;
  namespace: string;
  /** As `-o name` prints it. */
  resource: string;
  verdict: 'healthy' | 'unhealthy' | 'unknown';
  exitCode: number;
  state: string;
  image: { url: string; expected: string };
  checks: Check[];
  /** Names of the checks that do not hold. */
  failing: string[];
  /** Why it could not be told, or that there is nothing to tell. */
  message?: string;
  hint?: string;
}

/** The exit code of a verdict that could not be had. */
export const COULD_NOT_TELL = 2;

/** Judges one host; one that is not named and has no image to verify is left out. */
export function verifyHost(
  found: HostObject | Unread,
  group: string,
  { values, isNamed }: { values: VerifyValues; isNamed: boolean },
): Verification[] {
  if ('error' in found) return [unread(found, group)];
  const seen = observed(found, group, { cluster: undefined });
  const { host } = seen;
  if (!isNamed && isWithoutImage(host)) return [];
  const target = expectedTarget(seen, values);
  const checks = verificationOf(seen, target);
  const failing = checks.filter(({ ok }) => !ok).map(({ name }) => name);
  return [
    {
      host: host.name,
      namespace: host.namespace,
      resource: hostResource(group, host.name),
      verdict: failing.length === 0 ? 'healthy' : 'unhealthy',
      exitCode: failing.length === 0 ? 0 : 1,
      state: host.state ?? '',
      image: { url: host.image?.url ?? '', expected: target.url },
      checks,
      failing,
      ...(isWithoutImage(host) && {
        message: `error: host ${host.namespace}/${host.name} has nothing to verify: ${nothingProvisioned(host)}`,
      }),
    },
  ];
}

const unread = ({ name, namespace, error: { message, hint } }: Unread, group: string): Verification => ({
  host: name,
  namespace,
  resource: hostResource(group, name),
  verdict: 'unknown',
  exitCode: COULD_NOT_TELL,
  state: '',
  image: { url: '', expected: '' },
  checks: [],
  failing: [],
  message,
  ...(hint !== undefined && { hint }),
});

/** That of all: what does not hold is known, whatever else could not be told. */
export function exitCodeOf(all: readonly Verification[]): number {
  const codes = all.map(({ exitCode }) => exitCode);
  return codes.includes(1) ? 1 : Math.max(0, ...codes);
}
