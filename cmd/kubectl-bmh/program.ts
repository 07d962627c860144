import { helpCommand, optionsCommand } from '../../lib/cli/builtins.ts';
import type { Program } from '../../lib/cli/command.ts';
import { completionCommand } from '../../lib/cli/completion/command.ts';
import manifest from '../../package.json' with { type: 'json' };
import { auditCommand } from './audit.ts';
import { diagnoseCommand } from './diagnose.ts';
import { explainCommand } from './explain.ts';
import { listCommand } from './list.ts';
import { pauseCommand } from './pause.ts';
import { payloadCommand } from './payload.ts';
import { rbacCommand } from './rbac.ts';
import { reenrollCommand } from './reenroll.ts';
import { repairCommand } from './repair.ts';
import { resumeCommand } from './resume.ts';
import { undoCommand } from './undo.ts';
import { validateCommand } from './validate.ts';
import { verifyCommand } from './verify.ts';
import { versionCommand } from './version.ts';
import { waitCommand } from './wait.ts';

const name = 'kubectl bmh';

export const program: Program = {
  name,
  version: `v${manifest.version}`,
  description: `
    kubectl bmh repairs BareMetalHost records that are "provisioned" and yet carry a "provisioned registration error",
    because the image address in them was a fixed IP address and the cluster's network has changed.

    It runs the documented recovery (pause, patch status, patch spec, resume, verify) so that it can be interrupted at
    any point and gone on with, and never leaves a host to be wiped.`,
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
    explainCommand,
    completionCommand(name),
    helpCommand,
    optionsCommand,
    versionCommand,
  ],
  names: async () => (await import('./completion-names.ts')).names,
};
