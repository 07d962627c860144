import type { Check } from '../../../lib/hosts/health.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import { observed } from '../../../lib/hosts/observed.ts';
import {
  expectedTarget,
  isWithoutImage,
  nothingProvisioned,
  verificationOf,
} from '../../../lib/hosts/verification.ts';
import { isNotFound } from '../../../lib/kube/api/errors.ts';
import { hostResource, RECORD_ANNOTATION } from '../../../lib/objects/names.ts';
import type { CommandError } from '../../../lib/words/errors.ts';
import type { Verdict } from '../../../lib/words/verdict.ts';
import type { VerifyValues } from './flags.ts';

/** A host that could not be read, and why. */
export interface Unread {
  name: string;
  namespace: string;
  error: CommandError;
}

/** The result of one host, rendered as text and, with more detail, as JSON and YAML. */
export interface Verification {
  metadata: { name: string; namespace: string };
  /** As `-o name` prints it. */
  resource: string;
  verdict: Extract<Verdict, 'healthy' | 'degraded' | 'failed' | 'unknown'>;
  /** What fails, or why the host could not be checked; empty if every check passes. */
  reason: string;
  message: string;
  /** What the API answered where the host could not be read, and what to do about that. */
  error?: string;
  hint?: string;
  state: string;
  image: { url: string; expected: string };
  checks: Check[];
  /** Names of the checks that fail. */
  failing: string[];
}

/** Verifies one host; skips one without an image unless it is named. */
export function verifyHost(
  found: HostObject | Unread,
  group: string,
  { values, isNamed }: { values: VerifyValues; isNamed: boolean },
): Verification[] {
  if ('error' in found) return [unread(found, group)];
  const seen = observed(found, group, { cluster: undefined });
  const { host } = seen;
  const isSpare = isWithoutImage(host);
  if (!isNamed && isSpare) return [];
  const target = expectedTarget(seen, values);
  const checks = verificationOf(seen, target);
  const failing = checks.filter(({ ok }) => !ok).map(({ name }) => name);
  return [
    {
      metadata: { name: host.name, namespace: host.namespace },
      resource: hostResource(group, host.name),
      ...(isSpare
        ? {
            verdict: 'unknown',
            reason: 'no-image',
            message: `host ${host.namespace}/${host.name} has nothing to verify: ${nothingProvisioned(host)}`,
          }
        : failing.length > 0
          ? {
              verdict: 'degraded',
              reason: failing.map(reasonOf).join(', '),
              message: `${failing.length} of ${checks.length} checks fail: ${failing.join(', ')}`,
            }
          : { verdict: 'healthy', reason: '', message: 'every check passes' }),
      state: host.state ?? '',
      image: { url: host.image?.url ?? '', expected: target.url },
      checks,
      failing,
    },
  ];
}

const unread = ({ name, namespace, error }: Unread, group: string): Verification => ({
  metadata: { name, namespace },
  resource: hostResource(group, name),
  ...(isNotFound(error)
    ? { verdict: 'failed', reason: 'not-found', message: 'the host does not exist' }
    : { verdict: 'unknown', reason: 'unreadable', message: 'the host could not be read' }),
  error: error.message,
  ...(error.hint !== undefined && { hint: error.hint }),
  state: '',
  image: { url: '', expected: '' },
  checks: [],
  failing: [],
});

/** The name of a check as a word: `status.errorCount` is `error-count`. */
const reasonOf = (check: string): string =>
  check === RECORD_ANNOTATION
    ? 'unfinished-run'
    : check
        .replace(/^(spec|status|metadata)\./, '')
        .replaceAll('.', '-')
        .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The exit code of all hosts: a failed check or a missing host outranks one that could not be checked. */
export function exitCodeOf(all: readonly Verification[]): 0 | 1 | 2 {
  const verdicts = all.map(({ verdict }) => verdict);
  return verdicts.includes('degraded') || verdicts.includes('failed')
    ? 1
    : verdicts.includes('unknown')
      ? 2
      : 0;
}
