import type { Flags, Values } from '../../../../lib/cli/command.ts';
import type { connectionFlags } from '../../../../lib/cli/flags.ts';
import { changeFlags, resultFlags } from '../../../shared/flags.ts';
import { noWaitFlag } from '../../shared/apply/flags.ts';

export const applyFlags = {
  accept: {
    type: 'list',
    choices: ['gitops', 'duplicates'],
    describe:
      'Apply dashboards that a GitOps source manages, which will revert the change (gitops), or whose file, uid or title another container has (duplicates).',
  },
  wait: {
    type: 'boolean',
    default: true,
    describe: 'Wait until each sidecar that finds a dashboard has written its files.',
  },
  ...noWaitFlag,
  timeout: { type: 'string', default: '5m', describe: 'How long to wait until the dashboards are loaded.' },
  ...changeFlags,
  ...resultFlags,
} as const satisfies Flags;

export type DashboardApplyValues = Values<typeof applyFlags & typeof connectionFlags>;
