import type { Flags, Values } from '../../../lib/cli/command.ts';
import type { connectionFlags } from '../../../lib/cli/flags.ts';
import { rbacFlags } from '../../shared/rbac/flags.ts';
import { imageFlags } from '../shared/flags.ts';

export const hostRbacFlags = { ...rbacFlags, service: imageFlags.service } as const satisfies Flags;

export type HostRbacValues = Values<typeof hostRbacFlags & typeof connectionFlags>;
