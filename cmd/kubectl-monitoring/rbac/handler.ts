import type { Handler } from '../../../lib/cli/command.ts';
import { MONITORING_NAMESPACE } from '../../../lib/objects/names.ts';
import { RIGHTS } from '../../../lib/volumes/rbac.ts';
import { printRoles } from '../../shared/rbac/roles.ts';
import type { BlockRbacValues } from './flags.ts';

/** `kubectl monitoring rbac`: the roles that the commands need; they depend on no cluster. */
export const rbac: Handler<BlockRbacValues> = async ({ values }, host) => {
  const isNamespaced = values.namespaced || values.namespace !== undefined;
  const namespace = isNamespaced ? (values.namespace ?? MONITORING_NAMESPACE) : undefined;
  await printRoles(RIGHTS, { name: 'kubectl-monitoring', namespace, output: values.output }, host);
  return 0;
};
