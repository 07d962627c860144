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

/** The result of one host, rendered as text and, with more detail, as JSON and YAML. */
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
  /** Names of the checks that fail. */
  failing: string[];
  /** Why the host could not be checked, or that there is nothing to check. */
  message?: string;
  hint?: string;
}

/** The exit code if the verdict is unknown. */
export const COULD_NOT_TELL = 2;

/** Verifies one host; skips one without an image unless it is named. */
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

/** The exit code of all hosts: a failed check outranks a host that could not be checked. */
export function exitCodeOf(all: readonly Verification[]): number {
  const codes = all.map(({ exitCode }) => exitCode);
  return codes.includes(1) ? 1 : Math.max(0, ...codes);
}
