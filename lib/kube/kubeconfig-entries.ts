/** The fields of a kubeconfig's cluster that are read, as they are written there. */
export interface ClusterEntry {
  server?: string;
  'tls-server-name'?: string;
  'insecure-skip-tls-verify'?: boolean;
  'certificate-authority'?: string;
  'certificate-authority-data'?: string;
  'proxy-url'?: string;
  'disable-compression'?: boolean;
  extensions?: { name?: string; extension?: unknown }[];
}

export interface UserEntry {
  'client-certificate'?: string;
  'client-certificate-data'?: string;
  'client-key'?: string;
  'client-key-data'?: string;
  token?: string;
  tokenFile?: string;
  username?: string;
  password?: string;
  as?: string;
  'as-uid'?: string;
  'as-groups'?: string[];
  'as-user-extra'?: Record<string, string[]>;
  exec?: ExecEntry;
  'auth-provider'?: { name: string; config?: Record<string, string> };
}

/** A credential plugin: a program that prints an ExecCredential. */
export interface ExecEntry {
  apiVersion?: string;
  command: string;
  args?: string[];
  env?: { name: string; value?: string }[];
  installHint?: string;
  provideClusterInfo?: boolean;
  interactiveMode?: string;
}

export interface ContextEntry {
  cluster?: string;
  user?: string;
  namespace?: string;
}

/** One kubeconfig file. */
export interface KubeconfigDocument {
  'current-context'?: string;
  clusters?: { name: string; cluster?: ClusterEntry }[];
  users?: { name: string; user?: UserEntry }[];
  contexts?: { name: string; context?: ContextEntry }[];
}
