import type { ClientRequest, IncomingMessage } from 'node:http';

/**
 * Ends a request with its body, and gives the answer, whatever its status. Rejects with what went wrong, and with `UNANSWERED`
 * where the connection ends without an answer: of a server that answers with another protocol (101), Node says no more than that
 * it is closed, so that who waits for an answer or an error alone waits for good.
 */
export const answerTo = (request: ClientRequest, body?: string | Buffer): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', (response) => {
      // Another protocol follows, but nobody knows which.
      if (response.statusCode === 101) request.destroy();
      else resolve(response);
    });
    request.on('error', reject);
    request.once('close', () =>
      reject(Object.assign(new Error('the connection was closed without an answer'), { code: UNANSWERED })),
    );
    request.end(body);
  });

/** `unreachable.ts` knows what to say of it. */
const UNANSWERED = 'UNANSWERED';
