import type { KubeObject, KubeRequest } from '../../../lib/kube/api/types.ts';
import type { ChangedField } from '../../../lib/objects/changed-fields.ts';
import { fieldsOf } from '../../../lib/objects/fields.ts';

/** One write that a run would make. */
export interface Write {
  /** Its number, from 1. */
  step: number;
  title: string;
  request: KubeRequest;
  /** Undefined if the write creates the object. */
  before: KubeObject | undefined;
  /** Undefined if it deletes it. */
  after: KubeObject | undefined;
  /** Whether the object exists at the end of the run. */
  isBack: boolean;
  /** Annotations with a record, which a diff names without their content. */
  bookkeeping?: readonly string[] | undefined;
  /** What the server answered to its dry run. Undefined if it was not asked. */
  server?: Answer | undefined;
}

/** What the server says of one write that was sent with `dryRun=All`. */
export type Answer =
  /** `changes`: what admission changes besides. */
  | { answer: 'accepted'; changes: ChangedField[] }
  | { answer: 'rejected'; message: string }
  /** The server knows only the object as it is now; `dependsOn` is the step that the write depends on. */
  | { answer: 'unjudged'; dependsOn: number };

/** The path of the object that a request writes, without a subresource. */
export function objectPath({ method, path, body }: KubeRequest): string {
  if (method === 'POST') {
    const name = fieldsOf(fieldsOf(body)?.metadata)?.name;
    return `${path}/${name}`;
  }
  return path.replace(/\/(?:status|scale)$/, '');
}
