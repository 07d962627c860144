import type { Credentials } from '../auth/credentials.ts';
import type { UserEntry } from './kubeconfig.ts';
import type { TlsOptions } from './server.ts';

/** kubectl's connection flags as given. */
export interface ConnectionFlags {
  kubeconfig?: string;
  context?: string;
  cluster?: string;
  user?: string;
  namespace?: string;
  server?: string;
  tlsServerName?: string;
  insecureSkipTlsVerify?: boolean;
  certificateAuthority?: string;
  requestTimeout?: string;
  clientCertificate?: string;
  clientKey?: string;
  token?: string;
  as?: string;
  asUid?: string;
  asGroup?: string[];
  /** `key=value` each; a key may be repeated. */
  asUserExtra?: string[];
  /** Accepted for compatibility with kubectl; nothing is cached on disk. */
  cacheDir?: string;
  disableCompression?: boolean;
  v?: number;
}

export interface ConnectHost {
  env: Record<string, string | undefined>;
  /** Whether standard input is a terminal, so that a credential plugin may prompt. */
  interactive: boolean;
  /** Whether to discard a plugin's stderr. */
  isSilent?: boolean;
  /** Receives one line of text, without the prefix `Warning: `. */
  warn(text: string): void;
  /** Milliseconds since the epoch; default: the system's clock. */
  now?(): number;
}

/** The server, the user and how to reach it. Nothing has been sent yet, and no plugin has been run. */
export interface Connection {
  /** Name of the kubeconfig's context; empty if absent. */
  context: string;
  /** `https://10.0.0.1:6443`, possibly with a path, without credentials and without a trailing slash. */
  server: string;
  /** Whether a flag, a kubeconfig or the pod's own cluster names the server; otherwise it is kubectl's default. */
  isNamed: boolean;
  namespace: string;
  /** Name of the kubeconfig's user entry. */
  user: string;
  /** The kubeconfig's user entry with the flags applied. */
  identity: UserEntry;
  tls: TlsOptions;
  /** `http://…`, `https://…` or `socks5://…`; undefined: none. */
  proxy: string | undefined;
  compression: boolean;
  /** Milliseconds for one request; 0: no limit. */
  timeout: number;
  impersonation: Record<string, string | string[]>;
  credentials: Credentials;
  userAgent: string;
  /** `-v`: requests are traced from 6. */
  verbosity: number;
}
