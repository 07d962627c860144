import type { Program } from '../../lib/cli/command.ts';
import { completionCommand } from '../../lib/cli/completion/command.ts';
import { helpCommand, optionsCommand } from '../../lib/cli/help.ts';
import manifest from '../../package.json' with { type: 'json' };
import { auditCommand } from './audit/command.ts';
import { diagnoseCommand } from './diagnose/command.ts';
import { explainCommand } from './explain/command.ts';
import { jobCommand } from './job/command.ts';
import { listCommand } from './list/command.ts';
import { pauseCommand, resumeCommand } from './pause/command.ts';
import { payloadCommand } from './payload/command.ts';
import { rbacCommand } from './rbac/command.ts';
import { reenrollCommand } from './reenroll/command.ts';
import { repairCommand, undoCommand } from './repair/command.ts';
import { reportCommand } from './report/command.ts';
import { validateCommand } from './validate/command.ts';
import { verifyCommand } from './verify/command.ts';
import { versionCommand } from './version/command.ts';
import { waitCommand } from './wait/command.ts';

const name = 'kubectl bmh';

export const program: Program = {
  name,
  version: `v${manifest.version}`,
  description: `
    kubectl bmh repairs BareMetalHost records that are "provisioned" but have a "provisioned registration error", because
    their image address was a fixed IP address and the cluster's network has changed.

    It runs the nine steps of the platform's recovery procedure (pause, patch status, patch spec, resume, verify). You can
    interrupt it at any point and continue with the same command, and it never leaves a host to be wiped.`,
  commands: [
    listCommand,
    diagnoseCommand,
    repairCommand,
    undoCommand,
    reenrollCommand,
    verifyCommand,
    waitCommand,
    pauseCommand,
    resumeCommand,
    payloadCommand,
    validateCommand,
    auditCommand,
    rbacCommand,
    jobCommand([repairCommand, auditCommand]),
    reportCommand,
    explainCommand,
    completionCommand(name),
    helpCommand,
    optionsCommand,
    versionCommand,
  ],
  names: async () => (await import('./completion-names.ts')).names,
};
