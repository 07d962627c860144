import { parseJson } from '../../input/json.ts';
import { fieldsOf } from '../../objects/fields.ts';
import { SECRET_NAME } from '../auth/secrets.ts';
import { MASK } from './mask.ts';

/** What kubectl apply keeps of an object: the object itself, as JSON. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** Fields of a Secret, and of the operations of a JSON patch of one, whose values are secret whatever they are called. */
const SECRET_FIELDS = ['data', 'stringData', 'value'];

/**
 * A body of a request to `path` or of its answer, without the values of Secrets, and of fields and environment variables
 * that are named like secrets. What is no whole JSON is searched as text.
 */
export function maskedBody(text: string, path: string): string {
  const about = /\/secrets(\/|\?|$)/.test(path) ? 'Secret' : '';
  try {
    const end = text.endsWith('\n') ? '\n' : '';
    return `${JSON.stringify(withoutSecrets(parseJson(text), about))}${end}`;
  } catch {
    return about === 'Secret' || /"kind"\s*:\s*"Secret/.test(text) ? MASK : text.replace(SECRET_PAIR, PAIR);
  }
}

/** A field with a secret's name and its value, in text that is JSON in part. */
const SECRET_PAIR = new RegExp(
  `"([^"\\\\]{0,60}${SECRET_NAME.source.replace(/\$$/, '')})"\\s*:\\s*"(?:[^"\\\\]|\\\\[\\s\\S])*(?:"|\\\\?$)`,
  'gi',
);
const PAIR = `"$1":"${MASK}"`;

/** @param about kind of the object that this is a part of, or an item of the list of. */
function withoutSecrets(value: unknown, about: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, about));
  const fields = fieldsOf(value);
  if (!fields) return value;
  const kind = typeof fields.kind === 'string' ? fields.kind.replace(/List$/, '') : about;
  const isNamedSecret = typeof fields.name === 'string' && SECRET_NAME.test(fields.name);
  return Object.fromEntries(
    Object.entries(fields).map(([key, item]) => {
      if (kind === 'Secret' && SECRET_FIELDS.includes(key)) return [key, maskedValues(item)];
      const isText = typeof item === 'string' && item !== '';
      if (isText && (SECRET_NAME.test(key) || (isNamedSecret && key === 'value'))) return [key, MASK];
      if (isText && key === LAST_APPLIED) return [key, maskedBody(item, '')];
      return [key, withoutSecrets(item, kind)];
    }),
  );
}

/** Keys are names, and are shown. */
function maskedValues(value: unknown): unknown {
  const fields = fieldsOf(value);
  if (!fields) return value === null ? null : MASK;
  return Object.fromEntries(Object.keys(fields).map((key) => [key, MASK]));
}
