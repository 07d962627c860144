import { about } from './about.ts';
import { access } from './access.ts';
import { addressing } from './addressing.ts';
import { applyCases } from './apply.ts';
import { applyConflicts } from './apply-conflicts.ts';
import { applyRefusals } from './apply-refusals.ts';
import { authentication } from './authentication.ts';
import { claimCases } from './claims.ts';
import { coreCases } from './core.ts';
import { coreTables } from './core-tables.ts';
import { creation } from './creation.ts';
import { daemonSetCases } from './daemon-sets.ts';
import { definitionRefusals } from './definition-refusals.ts';
import { definitionCases } from './definitions.ts';
import { deletion } from './deletion.ts';
import { deploymentCases } from './deployments.ts';
import { discovery } from './discovery.ts';
import { dryRun } from './dry-run.ts';
import { endpointSliceCases } from './endpoint-slices.ts';
import { endpointsCases } from './endpoints.ts';
import { eventCases } from './events.ts';
import type { Case } from './exchange.ts';
import { finalizers } from './finalizers.ts';
import { hosts } from './hosts.ts';
import { identity } from './identity.ts';
import { impersonation } from './impersonation.ts';
import { jsonPatches } from './json-patch.ts';
import { leaseCases } from './leases.ts';
import { lists } from './lists.ts';
import { managedFields } from './managed-fields.ts';
import { managedKeys } from './managed-keys.ts';
import { mergePatch } from './merge-patch.ts';
import { monitoringCases } from './monitoring.ts';
import { naming } from './naming.ts';
import { negotiation } from './negotiation.ts';
import { nodes } from './nodes.ts';
import { paging } from './paging.ts';
import { podBinding } from './pod-binding.ts';
import { podDeletion } from './pod-deletion.ts';
import { podProxy } from './pod-proxy.ts';
import { podCases } from './pods.ts';
import { portForwardRefusals } from './port-forward.ts';
import { quotaCases } from './quotas.ts';
import { reviews } from './reviews.ts';
import { roles } from './roles.ts';
import { schema } from './schema.ts';
import { serviceProxy } from './service-proxy.ts';
import { services } from './services.ts';
import { statefulSetCases } from './stateful-sets.ts';
import { subresources } from './subresources.ts';
import { tables } from './tables.ts';
import { fieldValidation } from './validation.ts';
import { versions } from './versions.ts';
import { volumeCases } from './volumes.ts';
import { watches } from './watch.ts';
import { watchLimits } from './watch-limits.ts';

/** Every case of the contract, by subject. The slowest come first, so that they run beside all the others. */
export const subjects: Record<string, Case[]> = {
  paging,
  'watch, its limits': watchLimits,
  watch: watches,
  about,
  authentication,
  impersonation,
  access,
  'access reviews': reviews,
  roles,
  discovery,
  definitions: definitionCases,
  'definitions, refused': definitionRefusals,
  creation,
  naming,
  schema,
  'field validation': fieldValidation,
  negotiation,
  addressing,
  'merge patch': mergePatch,
  'JSON patch': jsonPatches,
  'server-side apply': applyCases,
  'server-side apply, conflicts': applyConflicts,
  'server-side apply, refused': applyRefusals,
  subresources,
  identity,
  'dry run': dryRun,
  'managed fields': managedFields,
  'managed keys': managedKeys,
  deletion,
  finalizers,
  lists,
  'lists at a version': versions,
  tables,
  events: eventCases,
  'built-in types': coreCases,
  'tables of built-in types': coreTables,
  nodes,
  pods: podCases,
  'pods, bound': podBinding,
  'pods, deleted': podDeletion,
  deployments: deploymentCases,
  daemonSets: daemonSetCases,
  statefulSets: statefulSetCases,
  claims: claimCases,
  volumes: volumeCases,
  quotas: quotaCases,
  monitoring: monitoringCases,
  services,
  leases: leaseCases,
  endpoints: endpointsCases,
  endpointSlices: endpointSliceCases,
  'the proxy of services': serviceProxy,
  'the proxy of pods': podProxy,
  'port-forward, refused': portForwardRefusals,
  hosts,
};
