/** Which Alertmanager: a stand-in, 0.25 of the system's package, which still has API v1, or the newest that can be built. */
export type ManagerKind = 'stand-in' | 'system' | 'newest';

export interface ManagerOptions {
  /** Its configuration, in YAML. */
  config: string;
  /** Two are one cluster; one, which is the default, has none. */
  replicas?: 1 | 2;
  web?: ManagerWeb;
  /** Which of the real ones a stand-in is like; `newest` when absent. */
  like?: Exclude<ManagerKind, 'stand-in'>;
  /** How long the second of two waits for the first before it notifies, such as `500ms`; `1s` when absent. */
  peerTimeout?: string;
}

/** How the web server of each replica is set up. */
export interface ManagerWeb {
  /** Path below which everything is served, such as `/alerts`. */
  prefix?: string;
  /** PEM; plain HTTP when absent. */
  tls?: { cert: string; key: string };
  /** The one user who may ask; everyone when absent. */
  user?: WebUser;
}

export interface WebUser {
  name: string;
  password: string;
  /** The password's bcrypt hash. */
  hash: string;
}

/** Running Alertmanagers of one configuration. */
export interface Managers {
  /** Of loopback, one of each replica. */
  ports: readonly number[];
  /** The end of a replica's log, in which the reasons of failed notifications are. */
  log(at: number): string;
  /** Ends one replica abruptly. */
  kill(at: number): Promise<void>;
  /** Ends all, and removes their data. */
  stop(): Promise<void>;
}
