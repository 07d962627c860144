import type { Session } from '../../../lib/cluster/session.ts';
import type { Unread } from '../../../lib/status/block.ts';

/** Warns of what could not be read. */
export function warnOfUnread(unread: readonly Unread[], { warn }: Pick<Session, 'warn'>): void {
  for (const { what, namespace, reason } of unread)
    warn(
      `${what}${namespace === undefined ? '' : ` in namespace ${namespace}`} could not be read: ${reason}`,
    );
}

/** What could not be read, in data. */
export const unreadData = ({ what, namespace, reason }: Unread) => ({
  what,
  namespace: namespace ?? null,
  message: reason,
});
