import type { Flags, Values } from '../../../lib/cli/command.ts';
import { connectionFlags } from '../../../lib/cli/flags.ts';
import { rbacFlags } from '../../shared/rbac/flags.ts';

export const blockRbacFlags = {
  ...rbacFlags,
  namespace: connectionFlags.namespace,
} as const satisfies Flags;

export type BlockRbacValues = Values<typeof blockRbacFlags>;
