import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Interference, Passed, Play, RelayOptions } from '../support/relay.ts';

/** One way in which a server, or what stands before it, misbehaves. */
export interface Mode {
  name: string;
  /** Done to requests instead of answering them. */
  instead?: Interference;
  /** What becomes of an object that the server answers with, or says in an event. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever a server answers
  turns?(json: any, request: Passed): unknown;
  /** What becomes of what a client writes, as a mutating webhook has it. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever a client writes
  writes?(body: any): unknown;
  /** Which requests it is done to; all when absent. */
  at?(request: Passed): boolean;
  /** Whether an undisturbed command's exit code and text are still right under it. */
  isBearable?: boolean;
}

/** From when on a run is disturbed: from its first request, or from the answer to its first write. */
export type Moment = 'first' | 'written';

export const isWatch = ({ path }: Pick<Passed, 'path'>): boolean => path.includes('watch=');

const isWrite = ({ method, path, body }: Passed): boolean =>
  !['GET', 'HEAD'].includes(method) && !path.includes('selfsubject') && !/dryRun["=:[]*All/.test(path + body);

/** What a relay does that plays a mode. */
export function hooksOf({ instead, turns, writes, at = () => true }: Mode, moment: Moment): RelayOptions {
  let started = moment === 'first';
  return {
    before(request) {
      // What is turned is read first.
      delete request.headers['accept-encoding'];
      if (writes && /^(PATCH|POST)$/.test(request.method) && !request.path.includes('selfsubject'))
        return { rewritten: JSON.stringify(writes(JSON.parse(request.body))) };
      return started && at(request) ? instead : undefined;
    },
    after(request, status = 0) {
      if (isWrite(request) && status < 300) started = true;
      if (!started || !at(request)) return undefined;
      return instead ?? (turns && turning((json) => turns(json, request)));
    },
  };
}

/** Passes an answer on object by object: a watch has one a line. */
const turning =
  (turn: (json: unknown) => unknown): Play =>
  async (outgoing: ServerResponse, answer?: IncomingMessage) => {
    if (!answer) return outgoing.destroy();
    const { 'content-length': _, ...headers } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, headers);
    outgoing.flushHeaders();
    const isStream = headers['transfer-encoding'] === 'chunked';
    let text = '';
    try {
      for await (const chunk of answer.setEncoding('utf8')) {
        text += chunk;
        const end = isStream ? text.lastIndexOf('\n') + 1 : 0;
        for (const line of text.slice(0, end).split('\n'))
          if (line) outgoing.write(`${JSON.stringify(turn(JSON.parse(line)))}\n`);
        text = text.slice(end);
      }
      outgoing.end(text && JSON.stringify(turn(JSON.parse(text))));
    } catch {
      outgoing.destroy();
    }
  };
