import { STATUS_CODES } from 'node:http';
import type { Reply } from '../ask.ts';
import type { BodyFault } from './posted-body.ts';

/** What a stand-in is asked, as far as it looks at it. */
export interface Asked {
  method: string;
  /** Below the prefix. */
  path: string;
  query: URLSearchParams;
  /** The `content-type`, empty when absent. */
  type: string;
  body: string;
}

const JSON_TYPE = 'application/json';

export const ok = (value: unknown): Reply => ({
  status: 200,
  type: JSON_TYPE,
  text: `${JSON.stringify(value)}\n`,
});

/** How the API answers where there is nothing to say. */
export const empty = (status = 200): Reply => ({ status, type: '', text: '' });

export const plain = (status: number, text = `${STATUS_CODES[status]}\n`): Reply => ({
  status,
  type: 'text/plain; charset=utf-8',
  text,
});

/** How a handler of API v2 refuses. */
export const refuse = (status: number, why: string): Reply => ({
  status,
  type: JSON_TYPE,
  text: `${JSON.stringify(why)}\n`,
});

/** How what is in front of the handlers of API v2 refuses. */
export const fail = (status: number, message: string, code = status): Reply => ({
  status,
  type: JSON_TYPE,
  text: JSON.stringify({ code, message }),
});

export const failBody = (what: 'alerts' | 'silence', { code, reason, text }: BodyFault): Reply =>
  reason === undefined
    ? fail(code, `parsing ${what} body from "" failed, because ${text}`)
    : fail(code, text, reason);

export const v1 = (status: number, value: object): Reply => ({
  status,
  type: JSON_TYPE,
  text: JSON.stringify(value),
});
