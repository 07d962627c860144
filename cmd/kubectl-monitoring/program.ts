import type { Program } from '../../lib/cli/command.ts';
import { completionCommand } from '../../lib/cli/completion/command.ts';
import { helpCommand, optionsCommand } from '../../lib/cli/help.ts';
import manifest from '../../package.json' with { type: 'json' };
import { capacityCommand } from './capacity/command.ts';
import { explainCommand } from './explain/command.ts';
import { namesCommand } from './names/command.ts';
import { rbacCommand } from './rbac/command.ts';
import { resizeCommand, undoCommand } from './resize-pvc/command.ts';
import { rulesCommand } from './rules/command.ts';
import { sizingCommand } from './sizing/command.ts';
import { statusCommand } from './status/command.ts';
import { versionCommand } from './version/command.ts';

const name = 'kubectl monitoring';

export const program: Program = {
  name,
  version: `v${manifest.version}`,
  description: `
    kubectl monitoring manages the monitoring building block of a cluster: it shows the state of the block and when its disks
    will be full, and grows the volumes of its metrics servers. A resize can be interrupted at any point and resumed, and never
    deletes a volume.`,
  commands: [
    statusCommand,
    capacityCommand,
    sizingCommand,
    resizeCommand,
    undoCommand,
    rulesCommand,
    explainCommand,
    namesCommand,
    rbacCommand,
    completionCommand(name),
    helpCommand,
    optionsCommand,
    versionCommand,
  ],
  names: async () => (await import('./completion-names.ts')).names,
};
