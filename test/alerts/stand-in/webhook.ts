import http from 'node:http';
import https from 'node:https';
import type { Release } from './release.ts';

/** What came of one request: nothing went wrong, or why, and whether another attempt makes sense. */
export type Attempt = { error?: undefined } | { error: string; isWorthRetry: boolean };

/** Sends a notification, until `signal`, which ends it as a failure for its reason. */
export async function postWebhook(
  url: string,
  body: object,
  signal: AbortSignal,
  { hidesUrls }: Pick<Release, 'hidesUrls'>,
): Promise<Attempt> {
  const failed = (why: string): Attempt => ({
    error: `Post "${hidesUrls ? '<redacted>' : url}": ${why}`,
    isWorthRetry: true,
  });
  try {
    const { status, text } = await post(url, JSON.stringify(body), signal);
    if (status >= 200 && status < 300) return {};
    const details = [hidesUrls ? '' : url, text].filter((part) => part !== '').join(': ');
    return {
      error: `unexpected status code ${status}${details === '' ? '' : `: ${details}`}`,
      isWorthRetry: status >= 500 && status < 600,
    };
  } catch (error) {
    if (signal.aborted) return failed(signal.reason instanceof Error ? signal.reason.message : 'canceled');
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED') {
      const { hostname, port } = new URL(url);
      return failed(`dial tcp ${hostname}:${port}: connect: connection refused`);
    }
    if (/CERT|VERIFY|SIGNATURE/.test(code)) {
      const unknown = 'x509: certificate signed by unknown authority';
      return failed(hidesUrls ? `tls: failed to verify certificate: ${unknown}` : unknown);
    }
    return failed(code === 'ECONNRESET' ? 'EOF' : message);
  }
}

const post = (url: string, body: string, signal: AbortSignal): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { request } = url.startsWith('https:') ? https : http;
    const headers = { 'content-type': 'application/json', 'user-agent': 'Alertmanager' };
    const sending = request(url, { method: 'POST', headers, agent: false, signal }, async (response) => {
      try {
        let text = '';
        for await (const chunk of response.setEncoding('utf8')) text += chunk;
        resolve({ status: response.statusCode ?? 0, text });
      } catch (error) {
        reject(error);
      }
    });
    sending.once('error', reject);
    sending.end(body);
  });
