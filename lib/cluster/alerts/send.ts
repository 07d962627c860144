import type { Labels } from '../../alerts/alert-facts.ts';
import { ALERTS } from '../../alerts/answers.ts';
import { errorIn } from '../../alerts/api-error.ts';
import { isBefore27 } from '../../alerts/version.ts';
import { asPart, reportable } from '../../words/errors.ts';
import type { Replica } from './open.ts';

/** An alert as it is sent. Without times it starts when it arrives, and ends by itself after the server's `resolve_timeout`. */
export interface PostedAlert {
  labels: Labels;
  annotations: Labels;
  startsAt?: string;
  endsAt?: string;
}

export type ApiVersion = 'v1' | 'v2';

/** v1 is the documented call (§4.B). */
const PATHS: Record<ApiVersion, string> = { v1: '/api/v1/alerts', v2: ALERTS };

/** What became of sending: which API took it, or why none did. */
export type Sent = { replica: Replica; api: ApiVersion } | { replica: Replica; reason: string };

/** Which API a version of Alertmanager serves: the documented one before 0.27. */
export const apiOf = (version: string | undefined): ApiVersion =>
  isBefore27(version) === false ? 'v2' : 'v1';

/** Sends an alert to a replica. If API v1 turns out not to be served, v2 is used. */
export async function sendAlert(
  replica: Replica,
  alert: PostedAlert,
  api: ApiVersion,
  signal?: AbortSignal,
): Promise<Sent> {
  const body = JSON.stringify([alert]);
  try {
    const answer = await replica.ask({ method: 'POST', path: PATHS[api], body }, signal);
    if (api === 'v1' && GONE.has(answer.status)) return await sendAlert(replica, alert, 'v2', signal);
    return answer.status === 200 ? { replica, api } : { replica, reason: errorIn(answer) };
  } catch (error) {
    return { replica, reason: asPart(reportable(error)) };
  }
}

/** What an Alertmanager answers that does not serve API v1. */
const GONE = new Set([404, 405, 410]);
