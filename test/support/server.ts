/** Where and as whom a plain HTTP request is sent: a server's address, the CA that vouches for it, and one credential. */
export interface Endpoint {
  /** `https://127.0.0.1:PORT`, without a slash at its end. */
  url: string;
  /** PEM of the CA that signed the server's certificate. */
  ca: string;
  token?: string;
  /** PEM of a client certificate and its key, instead of a token. */
  cert?: string;
  key?: string;
}

/** An API server that a test can use: the embedded one or the real control plane, under one shape. */
export interface TestServer {
  name: 'embedded' | 'real';
  /** The server as its administrator (group `system:masters`), by bearer token. */
  admin: Endpoint;
  /** The same server as user `weak`, who holds no right but those that a test grants. */
  weak: Endpoint;
  /** PEM certificate and key of a client named so, signed by the CA that the server trusts for clients. */
  clientCertificate(user: string, groups?: string[]): Promise<{ cert: string; key: string }>;
  /**
   * What listens in pods, as the server reaches them: `10.244.0.7:80` → a port on loopback. No other address is
   * reached. A change takes effect with the next connection.
   */
  pods: Map<string, number>;
  /** Ends everything that this server started; resolves when its port is free and its folders are gone. */
  stop(): Promise<void>;
}
