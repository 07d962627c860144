import type { ClientRequest, IncomingMessage } from 'node:http';
import { CommandError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { RawAnswer } from '../api/types.ts';

/**
 * Sends a request's body and resolves with the response, whatever its status. Rejects with the error, or with `UNANSWERED` when
 * the connection ends without a response: when a server switches protocols (101), Node emits only `close`, neither a response nor
 * an error.
 */
export const answerTo = (request: ClientRequest, body?: string | Buffer): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', (response) => {
      // We did not ask to switch protocols.
      if (response.statusCode === 101) request.destroy();
      else resolve(response);
    });
    request.on('error', reject);
    request.once('close', () =>
      reject(Object.assign(new Error('the connection was closed without an answer'), { code: 'UNANSWERED' })),
    );
    request.end(body);
  });

/** A response with the part of its body that was read. */
export const rawAnswer = ({ statusCode = 0, headers }: IncomingMessage, body: string): RawAnswer => ({
  status: statusCode,
  contentType: headers['content-type'] ?? '',
  body,
});

/** The server and the request of an exchange, for messages. */
export interface Target {
  /** Address of the server, without credentials: `https://10.0.0.1:6443`. */
  server: string;
  /** `GET /api/v1/nodes`. */
  request: string;
  /** Whether a flag or the kubeconfig names the server; true when absent. */
  isNamed?: boolean;
}

/** A failure to reach the server or to read its response, in kubectl's words and with a hint. */
export function unreachable(error: unknown, { server, isNamed = true }: Target): CommandError {
  if (error instanceof CommandError) return error;
  const kind = isNamed ? 'api' : 'no-cluster';
  const { host } = new URL(server);
  if (codeOf(error) === 'ECONNREFUSED') {
    return new CommandError(
      kind,
      `The connection to the server ${host} was refused - did you specify the right host or port?`,
      {
        hint: 'Check that the API server is running and that the kubeconfig has its address (--kubeconfig, --context).',
        cause: error,
      },
    );
  }
  const [text, hint] = explained(error, server);
  return new CommandError(kind, `Unable to connect to the server: ${text}`, { hint, cause: error });
}

/** The request took longer than `--request-timeout`, in milliseconds. */
export const timedOut = (timeout: number, { server, request }: Target): CommandError =>
  new CommandError(
    'timeout',
    `error: ${new URL(server).host} did not answer ${request} within ${timeout / 1000}s`,
    { hint: 'Run the same command again, or allow more time (--request-timeout).' },
  );

/** The error of a canceled request: the signal's reason if it is a `CommandError`, else a generic one. */
export const aborted = (signal: AbortSignal): CommandError =>
  signal.reason instanceof CommandError
    ? signal.reason
    : new CommandError('aborted', 'error: the request was canceled', { cause: signal.reason });

/** The server closed the connection before its response was complete. */
export const cutShort = ({ server, request }: Target, cause: unknown): CommandError =>
  new CommandError('api', `error: the response from ${new URL(server).host} to ${request} ended early`, {
    hint: 'Check the network path to the API server, then run the same command again.',
    cause,
  });

/** A response that no API server gives: not JSON, or too large. */
export const notAnApiServer = ({ server, request }: Target, found: string, cause?: unknown): CommandError =>
  new CommandError('api', `error: ${new URL(server).host} answered ${request} with ${found}`, {
    hint: NO_API,
    cause,
  });

/** The hint for what no API server does. */
export const NO_API =
  "Check that the kubeconfig's server, and any proxy in front of it, is the Kubernetes API.";

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException | undefined)?.code ?? '');

type Explanation = [text: string, hint: string];

function explained(error: unknown, server: string): Explanation {
  const code = codeOf(error);
  const [known, hint] = explanations[code] ?? [];
  if (known && hint) return [known.replace('%h', new URL(server).hostname), hint];
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes('wrong version number'))
    return ['http: server gave HTTP response to HTTPS client', `Use http:// for ${server}, or another port.`];
  if (CERTIFICATE.test(message))
    return [
      `tls: ${oneLine(message)}`,
      'Check the client certificate in the kubeconfig: the server rejected it.',
    ];
  return [oneLine(message || code), NETWORK];
}

const CERTIFICATE = /alert (bad certificate|certificate|unknown ca|handshake failure)/i;

/** The hint where a proxy fails. */
export const PROXY = 'Check proxy-url of the cluster in the kubeconfig, or HTTPS_PROXY and NO_PROXY.';

const NETWORK = 'Check the network and the address of the API server.';
const UNVERIFIED = 'tls: failed to verify certificate: x509: certificate';
const UNTIMELY = `${UNVERIFIED} has expired or is not yet valid`;

const authority: Explanation = [
  `${UNVERIFIED} signed by unknown authority`,
  "Check certificate-authority in the kubeconfig: it must be the one that signed the server's certificate.",
];

const explanations: Partial<Record<string, Explanation>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: authority,
  SELF_SIGNED_CERT_IN_CHAIN: authority,
  UNABLE_TO_GET_ISSUER_CERT: authority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: authority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: authority,
  CERT_SIGNATURE_FAILURE: authority,
  CERT_HAS_EXPIRED: [UNTIMELY, "Renew the server's certificate, or set this machine's clock."],
  CERT_NOT_YET_VALID: [UNTIMELY, "Set this machine's clock."],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    `${UNVERIFIED} is not valid for %h`,
    'Use an address that the certificate is valid for, or set the name to expect (--tls-server-name).',
  ],
  ENOTFOUND: ['dial tcp: lookup %h: no such host', 'Check the address of the API server and DNS.'],
  EAI_AGAIN: ['dial tcp: lookup %h: temporary failure in name resolution', NETWORK],
  ETIMEDOUT: ['dial tcp %h: i/o timeout', NETWORK],
  EHOSTUNREACH: ['dial tcp %h: no route to host', NETWORK],
  ENETUNREACH: ['dial tcp %h: network is unreachable', NETWORK],
  ECONNRESET: ['connection reset by peer', NETWORK],
  EPIPE: ['write: broken pipe', NETWORK],
  ERR_INVALID_CHAR: [
    'net/http: invalid header field value',
    'A token or a user to impersonate has a line end or another character that a header cannot have: correct it in the kubeconfig or the flag.',
  ],
  // The address of the server is known to be a URL.
  ERR_INVALID_URL: ['the address of its proxy is not a URL', PROXY],
  UNANSWERED: ['the connection was closed without an answer', NO_API],
};
