import { helpCommand, versionCommand } from '../../lib/cli/builtins.ts';
import type { Program } from '../../lib/cli/command.ts';
import manifest from '../../package.json' with { type: 'json' };

export const program: Program = {
  name: 'kubectl monitoring',
  version: `v${manifest.version}`,
  description: `kubectl monitoring looks after the monitoring building block of a cluster.`,
  commands: [helpCommand, versionCommand],
};
