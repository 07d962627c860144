import { fieldsOf } from '../objects/fields.ts';
import type { Node } from './edit-nodes.ts';
import { readAsHelm } from './helm-yaml.ts';

/** A key as Helm reads it. Undefined if it is a map or a list, which Helm does not read, or a merge key. */
export function keyOf(node: Node): string | undefined {
  const key = node.kind === 'alias' ? node.target : node;
  if (key?.kind !== 'scalar' || isMerge(key)) return undefined;
  if (key.quote !== '' || key.marksEnd !== undefined || isText(key.value)) return key.value;
  return Object.keys(fieldsOf(readAsHelm(`? ${key.value}\n:`).documents[0]) ?? {})[0];
}

export const isMerge = (key: Node): boolean =>
  key.kind === 'scalar' && key.quote === '' && key.marksEnd === undefined && key.value === '<<';

/** Whether a key without quotes is surely no number, boolean or null. */
const isText = (key: string): boolean =>
  /^[A-Za-z_/]/.test(key) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(key);
