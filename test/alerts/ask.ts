import http from 'node:http';
import https from 'node:https';
import type { ManagerWeb } from './options.ts';

/** A request to an Alertmanager. */
export interface Question {
  /** Below its prefix, with its query: `/api/v2/alerts?active=false`. */
  path: string;
  /** GET when absent, POST where there is a body. */
  method?: 'GET' | 'POST' | 'DELETE';
  /** Sent as JSON unless it is a string already. */
  body?: unknown;
  /** Of the body; JSON when absent. */
  type?: string;
}

export interface Reply {
  status: number;
  /** Its `content-type`, empty when absent. */
  type: string;
  text: string;
}

/**
 * Asks the Alertmanager at a loopback port, by its prefix, as its user, whatever its certificate.
 *
 * @throws if there is no answer.
 */
export function ask(port: number, question: Question, web: ManagerWeb = {}): Promise<Reply> {
  const { path, body, method = body === undefined ? 'GET' : 'POST', type = 'application/json' } = question;
  const { prefix = '', tls, user } = web;
  return new Promise((resolve, reject) => {
    const request = (tls ? https : http).request(
      {
        host: '127.0.0.1',
        port,
        path: prefix + path,
        method,
        agent: false,
        rejectUnauthorized: false,
        headers: body === undefined ? {} : { 'content-type': type },
        ...(user && { auth: `${user.name}:${user.password}` }),
      },
      async (response) => {
        try {
          let text = '';
          for await (const chunk of response.setEncoding('utf8')) text += chunk;
          const { statusCode = 0, headers } = response;
          resolve({ status: statusCode, type: headers['content-type'] ?? '', text });
        } catch (error) {
          reject(error);
        }
      },
    );
    request.once('error', reject);
    request.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}
