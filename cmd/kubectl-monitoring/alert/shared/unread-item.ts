/** A replica that could not be asked, as data. */
export const unreadItem = ({ replica, reason }: { replica: string; reason: string }) => ({
  replica,
  message: reason,
});
