import assert from 'node:assert/strict';
import { listen } from '../support/listen.ts';
import { freePort } from '../support/ports.ts';

/** How a receiver answers: by a status, or never. */
export type AnswerMode = '200' | '404' | '500' | 'hangs';

/** The same; or that nothing listens, or that it speaks TLS with an unknown certificate. */
export type ReceiverMode = AnswerMode | 'refused' | 'bad-tls';

/** The body of a webhook's request, as far as tests look at it. */
export interface Notification {
  status: 'firing' | 'resolved';
  receiver: string;
  alerts: { status: 'firing' | 'resolved'; labels: Record<string, string> }[];
  /** When it came, in milliseconds of `performance.now()`. */
  at: number;
}

/** A webhook on loopback. */
export interface Receiver {
  url: string;
  /** What was sent to it, in the order of arrival, whatever it answered. */
  received: readonly Notification[];
  /** Has it answer otherwise from now on; it must listen. */
  become(mode: AnswerMode): void;
  /** Cuts every connection, and listens no more. */
  stop(): Promise<void>;
}

/** Starts a webhook. */
export async function startReceiver(mode: ReceiverMode): Promise<Receiver> {
  const received: Notification[] = [];
  if (mode === 'refused')
    return {
      url: `http://127.0.0.1:${await freePort()}/`,
      received,
      become: () => assert.fail('nothing listens'),
      stop: async () => undefined,
    };
  let current: AnswerMode = mode === 'bad-tls' ? '200' : mode;
  const { port, stop } = await listen(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    received.push({ ...(JSON.parse(text) as Notification), at: performance.now() });
    if (current !== 'hangs') response.writeHead(Number(current)).end(WORDS[current]);
  }, mode === 'bad-tls');
  const become = (next: AnswerMode): void => {
    current = next;
  };
  return { url: `${mode === 'bad-tls' ? 'https' : 'http'}://127.0.0.1:${port}/`, received, become, stop };
}

const WORDS = { 200: '', 404: 'no such channel\n', 500: 'out of order\n' } as const;
