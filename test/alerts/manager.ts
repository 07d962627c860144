import type { ManagerKind, ManagerOptions, Managers, WebUser } from './options.ts';
import { startServers } from './real-managers.ts';
import { startStandIns } from './stand-in.ts';

export type { ManagerKind, ManagerOptions, Managers } from './options.ts';

/**
 * Starts Alertmanagers on loopback. Resolves when each is ready and, where they are two, knows the other.
 *
 * @throws with the end of a log, if one does not start; with what to install, if a program is missing.
 */
export const startManagers = (kind: ManagerKind, options: ManagerOptions): Promise<Managers> =>
  kind === 'stand-in' ? startStandIns(options) : startServers(kind, options);

/** A user for `ManagerWeb`. */
export const OPERATOR: WebUser = {
  name: 'operator',
  password: 'open-sesame',
  hash: '$2b$04$Hjy1AYgMpu0kNHnj/LbpFuYexkO9Hbjp82nRnsq0we88gBTzo/Jt6',
};
