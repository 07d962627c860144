import type { Reply } from '../ask.ts';
import type { Member } from './member.ts';
import { takeAlerts } from './posted-alerts.ts';
import { decodeAlerts } from './posted-body.ts';
import { type Asked, empty, fail, failBody, refuse, v1 } from './replies.ts';

/** `POST /api/v2/alerts`: stores what is valid, also where not all is. */
export function postAlerts(member: Member, { type, body }: Asked): Reply {
  if (!/^application\/json\s*(;|$)/.test(type)) {
    const told = type === '' ? 'application/octet-stream' : type;
    return fail(415, `unsupported media type ${JSON.stringify(told)}, only [application/json] are allowed`);
  }
  const decoded = decodeAlerts(body, 'v2');
  if ('fault' in decoded) return failBody('alerts', decoded.fault);
  const { valid, errors } = takeAlerts(decoded.value, member.resolveTimeout, (name) =>
    isName(name, member.release.takesUtf8),
  );
  for (const alert of valid) member.alerts.put(alert);
  return errors.length === 0 ? empty() : refuse(400, errors.join('; '));
}

const GONE =
  'The Alertmanager v1 API was deprecated in version 0.16.0 and is removed as of version 0.27.0 - please use the equivalent route in the v2 API';

/** `POST /api/v1/alerts`, whatever its type. A label with an invalid name refuses all alerts, which API v2 does not. */
export function postAlertsV1(member: Member, { body }: Asked): Reply {
  if (!member.release.hasV1) {
    const gone = v1(410, { status: 'deprecated', error: GONE });
    return { ...gone, text: `${gone.text}\n` };
  }
  const refused = (error: string): Reply => v1(400, { status: 'error', errorType: 'bad_data', error });
  const decoded = decodeAlerts(body, 'v1');
  if ('fault' in decoded) return refused(decoded.fault.text);
  const names = decoded.value.flatMap(({ labels, annotations }) => [
    ...Object.keys(labels ?? {}),
    ...Object.keys(annotations ?? {}),
  ]);
  const bad = names.find((name) => !isName(name, false));
  if (bad !== undefined) return refused(`${JSON.stringify(bad)} is not a valid label name`);
  const { valid, errors } = takeAlerts(decoded.value, member.resolveTimeout, () => true);
  for (const alert of valid) member.alerts.put(alert);
  return errors.length === 0 ? v1(200, { status: 'success' }) : refused(errors.join('; '));
}

const isName = (name: string, takesUtf8: boolean): boolean =>
  takesUtf8 ? name !== '' : /^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name);
