import { decide } from '../hosts/decide.ts';
import type { HostObject } from '../hosts/host.ts';
import { observed } from '../hosts/observed.ts';
import type { RuleName } from './finding.ts';

/** The overrides (`--accept`) that the repair for a finding of this rule needs. */
export const acceptedFor = (rule: RuleName): string[] =>
  rule === 'outside-service' ? ['address-not-ip'] : [];

/** Whether a repair of the host would be allowed, judging by the BareMetalHost alone: a hint must not name a command that refuses. */
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
