import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, call } from '../support/http.ts';
import { listen } from '../support/listen.ts';
import type { Endpoint } from '../support/server.ts';
import { play, type Trick } from './answers.ts';

/** Stands before an API server and plays tricks with its answers. What is written stays as it was: it is only tried. */
export interface Front {
  url: string;
  /** Begins a case: tricks by the number of the request that they are played at, from 0. */
  begin(tricks: ReadonlyMap<number, Trick>): Case;
  stop(): Promise<void>;
}

/** One case, at an address of its own: what a former one still sends counts for that. */
export interface Case {
  server: string;
  /** The requests so far that would have changed something, and were told so. */
  writes: string[];
  /** How many requests came. */
  requests(): number;
}

export async function openFront(admin: Endpoint): Promise<Front> {
  const cases = new Map<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>>();
  const listener = await listen((request, response) => {
    const [, number = '', path = ''] = /^\/([^/]*)(.*)$/.exec(request.url ?? '') ?? [];
    const serve = cases.get(number);
    if (!serve) return response.destroy();
    request.url = path || '/';
    serve(request, response).catch(() => response.destroy());
  });
  const url = `http://127.0.0.1:${listener.port}`;
  return {
    url,
    begin(tricks) {
      const number = String(cases.size);
      const writes: string[] = [];
      let count = 0;
      cases.clear();
      cases.set(number, async (request, response) => {
        const trick = tricks.get(count);
        count += 1;
        const body = await bodyOf(request);
        const answer = await forwarded(request, body, admin);
        if (changesAnything(request, body) && trick === undefined && answer.status < 400)
          writes.push(`${request.method} ${request.url}`);
        play(trick, answer, response);
      });
      return { server: `${url}/${number}`, writes, requests: () => count };
    },
    stop: listener.stop,
  };
}

/** Whether a request is one that changes the cluster; a review only asks, and a dry run only tries. */
const changesAnything = ({ method, url = '' }: IncomingMessage, body: string): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  !url.includes('selfsubjectaccessreviews') &&
  !url.includes('dryRun=All') &&
  !body.includes('"dryRun":["All"]');

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
}

/** The server's own answer. Writes are dry runs; a watch has one event, which is what is there. */
async function forwarded(request: IncomingMessage, body: string, admin: Endpoint): Promise<Answer> {
  const url = new URL(request.url ?? '/', admin.url);
  const isWatch = url.searchParams.has('watch');
  url.searchParams.delete('watch');
  if (changesAnything(request, body)) url.searchParams.set('dryRun', 'All');
  const { accept, 'content-type': type } = request.headers;
  const answer = await call(admin, {
    method: request.method ?? 'GET',
    path: url.pathname + url.search,
    headers: { ...(accept && { accept }), ...(type && { 'content-type': type }) },
    ...(body && { body }),
  });
  const [object] = answer.json?.items ?? [];
  return isWatch && object ? { ...answer, ...asEvent(object) } : answer;
}

const asEvent = (object: object) => {
  const json = { type: 'MODIFIED', object };
  return { json, text: JSON.stringify(json) };
};
