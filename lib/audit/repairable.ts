import { decide } from '../hosts/decide.ts';
import type { HostObject } from '../hosts/host.ts';
import { observed } from '../hosts/observed.ts';
import type { RuleName } from './finding.ts';

/** The judgements that the command which mends a finding of a rule accepts. */
export const acceptedFor = (rule: RuleName): string[] =>
  rule === 'outside-service' ? ['address-not-ip'] : [];

/**
 * Whether the repair that a finding sends a person to would go on, as far as the record of the host alone tells: nobody is
 * to be sent to a command that refuses.
 */
export function isRepairable(object: HostObject, rule: RuleName, service: string): boolean {
  const [group = ''] = String(object.apiVersion).split('/');
  const options = {
    service,
    accepted: new Set(acceptedFor(rule)),
    preventive: true,
    order: 'window-free',
  } as const;
  const decision = decide(observed(object, group, { cluster: undefined }), options);
  return decision.kind === 'repair' || decision.kind === 'on-target';
}
