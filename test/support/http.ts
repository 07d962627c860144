import https from 'node:https';
import { createInterface } from 'node:readline';
import type { Endpoint } from './server.ts';

export interface Call {
  method?: string;
  /** Path with its query, as it is sent. */
  path: string;
  /** Sent as JSON unless it is a string already. */
  body?: unknown;
  headers?: Record<string, string | string[]>;
  signal?: AbortSignal;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The parsed body, or undefined where the answer is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever the server sent
  json: any;
}

/** One plain HTTP request, without any Kubernetes client in between. */
export async function call(endpoint: Endpoint, { method = 'GET', ...rest }: Call): Promise<Answer> {
  const response = await open(endpoint, { method, ...rest });
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) };
}

/** A watch's events, line by line, until the server ends it or `signal` aborts it. A refusal yields one `ERROR` event. */
export async function* watch(
  endpoint: Endpoint,
  path: string,
  signal?: AbortSignal,
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever the server sent
): AsyncGenerator<{ type: string; object: any }> {
  const response = await open(endpoint, { path, ...(signal && { signal }) });
  const lines = createInterface({ input: response, crlfDelay: Number.POSITIVE_INFINITY });
  try {
    if (response.statusCode !== 200) {
      let text = '';
      for await (const line of lines) text += line;
      yield { type: 'ERROR', object: parsed(text) ?? { code: response.statusCode, message: text } };
      return;
    }
    for await (const line of lines) if (line !== '') yield JSON.parse(line);
  } finally {
    response.destroy();
  }
}

function open(endpoint: Endpoint, { method = 'GET', path, body, headers = {}, signal }: Call) {
  const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    const request = https.request(
      endpoint.url + path,
      {
        method,
        ca: endpoint.ca,
        cert: endpoint.cert,
        key: endpoint.key,
        signal,
        headers: {
          accept: 'application/json',
          ...(endpoint.token && { authorization: `Bearer ${endpoint.token}` }),
          ...(payload !== undefined && {
            'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
            'content-length': String(Buffer.byteLength(payload)),
          }),
          ...headers,
        },
      },
      resolve,
    );
    request.on('error', reject);
    request.end(payload);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
