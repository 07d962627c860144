import type { UnreadReplica } from '../../../../lib/cluster/alerts/ask.ts';

/** A replica that could not be asked, as data. */
export const unreadItem = ({ replica, reason }: UnreadReplica) => ({
  replica,
  message: reason,
});
