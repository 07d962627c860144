import { CommandError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { UnreadReplica } from './ask.ts';
import type { Manager } from './open.ts';

/** The error where no replica of an Alertmanager answers, with the reason of each. */
export const noneAsked = (
  { name, namespace }: Pick<Manager, 'name' | 'namespace'>,
  unread: UnreadReplica[],
): CommandError =>
  new CommandError(
    'api',
    [
      `error: no replica of Alertmanager ${oneLine(name)} can be asked`,
      ...unread.map(({ replica, reason }) => `${oneLine(replica)}: ${oneLine(reason)}`),
    ].join('\n  '),
    {
      hint:
        namespace === ''
          ? 'Check that --alerts-url is the address of an Alertmanager, including its path.'
          : 'If access is forbidden, ask for get and create on pods/proxy or on pods/portforward (kubectl monitoring rbac). If it asks for credentials, give them with --http-config.',
    },
  );
