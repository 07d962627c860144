import type { Credentials } from '../auth/credentials.ts';
import type { UserEntry } from './kubeconfig.ts';
import type { TlsOptions } from './server.ts';

/** kubectl's connection flags, as they were given. */
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
  /** `key=value` each; a key may come several times. */
  asUserExtra?: string[];
  /** Taken as kubectl takes it, and not used: nothing is cached on disk. */
  cacheDir?: string;
  disableCompression?: boolean;
  v?: number;
}

export interface ConnectHost {
  env: Record<string, string | undefined>;
  /** Whether standard input is a terminal, so that a credential plugin may ask. */
  interactive: boolean;
  /** Whether nobody is to read what such a plugin says. */
  isSilent?: boolean;
  /** Takes one line of text, without `Warning: ` before it. */
  warn(text: string): void;
  /** Milliseconds since the epoch; the system's clock when absent. */
  now?(): number;
}

/** Where requests go and as whom. Nothing has been sent yet, and no plugin been run. */
export interface Connection {
  /** Name of the kubeconfig's context; empty where there is none. */
  context: string;
  /** `https://10.0.0.1:6443`, possibly with a path, without credentials and without a slash at its end. */
  server: string;
  /** Whether a flag, a kubeconfig or the pod's own cluster names the server; else it is the one that kubectl falls back to. */
  isNamed: boolean;
  namespace: string;
  /** Name of the kubeconfig's user entry. */
  user: string;
  /** The user as the kubeconfig's entry and the flags together give it. */
  identity: UserEntry;
  tls: TlsOptions;
  /** `http://…`, `https://…` or `socks5://…`; undefined: straight to the server. */
  proxy: string | undefined;
  compression: boolean;
  /** Milliseconds for one request; 0: no limit. */
  timeout: number;
  impersonation: Record<string, string | string[]>;
  credentials: Credentials;
  userAgent: string;
  /** `-v`: from 6 on, requests are traced. */
  verbosity: number;
}
