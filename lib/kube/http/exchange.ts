import type { KubeRequest } from '../api/types.ts';
import type { Exchange, Transport } from './transport.ts';

interface Sending {
  transport: Transport;
  streaming: boolean;
  signal: AbortSignal | undefined;
}

/** What goes on the wire for a request to the API. */
export function exchangeFor(request: KubeRequest, { transport, streaming, signal }: Sending): Exchange {
  const { method, body, contentType = 'application/json', accept = 'application/json' } = request;
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return {
    method,
    path: pathOf(request),
    headers: {
      Accept: accept,
      ...(transport.compression && !streaming && { 'Accept-Encoding': 'gzip' }),
      ...(payload !== undefined && {
        'Content-Type': contentType,
        'Content-Length': Buffer.byteLength(payload),
      }),
    },
    streaming,
    ...(payload !== undefined && { body: payload }),
    ...(signal && { signal }),
  };
}

/** Where a request goes on its server, with its query. */
function pathOf({ path, query = {} }: Pick<KubeRequest, 'path' | 'query'>): string {
  const encoded = new URLSearchParams(query).toString();
  return encoded ? `${path}?${encoded}` : path;
}
