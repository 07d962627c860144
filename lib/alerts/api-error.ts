import { parseJson } from '../input/json.ts';
import type { RawAnswer } from '../kube/api/types.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';
import { masked } from '../words/masked.ts';

/** Maximum characters shown of an unexpected body. */
const EXCERPT = 200;

/** Why an Alertmanager refuses a request: its body is a JSON string, `{message}`, `{error}` of API v1, or plain text. */
export function errorIn({ status, body }: Pick<RawAnswer, 'status' | 'body'>): string {
  const said = saidIn(body).trim();
  return said === '' ? `it answered ${status}` : masked(said.slice(0, EXCERPT));
}

function saidIn(body: string): string {
  try {
    const value = parseJson(body);
    const { message, error } = fieldsOf(value) ?? {};
    return typeof value === 'string' ? value : textOf(message ?? error ?? body);
  } catch {
    return body;
  }
}
