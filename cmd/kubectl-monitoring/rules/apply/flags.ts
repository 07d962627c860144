import type { Flags, Values } from '../../../../lib/cli/command.ts';
import type { connectionFlags } from '../../../../lib/cli/flags.ts';
import { changeFlags, resultFlags } from '../../../shared/flags.ts';
import { noWaitFlag } from '../../shared/apply/flags.ts';

export const applyFlags = {
  accept: {
    type: 'list',
    choices: ['gitops'],
    describe: 'Apply rules that a GitOps source manages, which will revert the change.',
  },
  wait: {
    type: 'boolean',
    default: true,
    describe: 'Wait until every replica of each Prometheus that selects a rule has loaded it.',
  },
  ...noWaitFlag,
  timeout: { type: 'string', default: '5m', describe: 'How long to wait until the rules are loaded.' },
  ...changeFlags,
  ...resultFlags,
} as const satisfies Flags;

export type RuleApplyValues = Values<typeof applyFlags & typeof connectionFlags>;
