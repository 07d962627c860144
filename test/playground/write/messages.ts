import { badRequest, unsupportedMediaType } from '../http/status.ts';
import { type Fields, text } from '../objects/model.ts';
import { type Message, readMessage, type Told } from './protobuf.ts';

/** Media type of the encoding in which kubectl sends objects of built-in types that it makes from flags. */
export const PROTOBUF = 'application/vnd.kubernetes.protobuf';

const string = (name: string): Told => ({ name, type: 'string' });
const strings = (name: string): Told => ({ name, type: 'string', repeated: true });
const bool = (name: string): Told => ({ name, type: 'bool' });
const one = (name: string, type: Message): Told => ({ name, type });
const many = (name: string, type: Message): Told => ({ name, type, repeated: true });

const owner: Message = {
  1: string('kind'),
  3: string('name'),
  4: string('uid'),
  5: string('apiVersion'),
  6: bool('controller'),
  7: bool('blockOwnerDeletion'),
};

const metadata: Told = one('metadata', {
  1: string('name'),
  2: string('generateName'),
  3: string('namespace'),
  5: string('uid'),
  6: string('resourceVersion'),
  11: { name: 'labels', type: 'map' },
  12: { name: 'annotations', type: 'map' },
  13: many('ownerReferences', owner),
  14: strings('finalizers'),
});

const resourceAttributes: Message = {
  1: string('namespace'),
  2: string('verb'),
  3: string('group'),
  4: string('version'),
  5: string('resource'),
  6: string('subresource'),
  7: string('name'),
};

const rules = many('rules', {
  1: strings('verbs'),
  2: strings('apiGroups'),
  3: strings('resources'),
  4: strings('resourceNames'),
  5: strings('nonResourceURLs'),
});

const binding: Message = {
  1: metadata,
  2: many('subjects', {
    1: string('kind'),
    2: string('apiGroup'),
    3: string('name'),
    4: string('namespace'),
  }),
  3: one('roleRef', { 1: string('apiGroup'), 2: string('kind'), 3: string('name') }),
};

/** The kinds that can be read, those that kubectl makes from flags. */
const messages: Readonly<Record<string, Message>> = {
  ConfigMap: {
    1: metadata,
    2: { name: 'data', type: 'map' },
    3: { name: 'binaryData', type: 'bytesMap' },
    4: bool('immutable'),
  },
  Namespace: { 1: metadata, 2: one('spec', { 1: strings('finalizers') }) },
  Secret: {
    1: metadata,
    2: { name: 'data', type: 'bytesMap' },
    3: string('type'),
    4: { name: 'stringData', type: 'map' },
    5: bool('immutable'),
  },
  ClusterRole: { 1: metadata, 2: rules },
  Role: { 1: metadata, 2: rules },
  ClusterRoleBinding: binding,
  RoleBinding: binding,
  SelfSubjectReview: { 1: metadata },
  SelfSubjectAccessReview: {
    1: metadata,
    2: one('spec', {
      1: one('resourceAttributes', resourceAttributes),
      2: one('nonResourceAttributes', { 1: string('path'), 2: string('verb') }),
    }),
  },
  SelfSubjectRulesReview: { 1: metadata, 2: one('spec', { 1: string('namespace') }) },
};

const MAGIC = Buffer.from('k8s\0');

const envelope: Message = {
  1: one('typeMeta', { 1: string('apiVersion'), 2: string('kind') }),
  2: { name: 'raw', type: 'bytes' },
};

/**
 * The object in a body of the protobuf encoding. Throws a 400 for bytes that can't be read, a 415 for a kind whose
 * unknown messages.
 */
export function readProtobuf(bytes: Buffer): Fields {
  try {
    if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw new RangeError('the magic number is missing');
    const { typeMeta, raw } = readMessage(bytes.subarray(MAGIC.length), envelope);
    const kind = text(typeMeta, 'kind');
    const message = messages[kind];
    if (message === undefined) throw unsupportedMediaType(['application/json', 'application/yaml']);
    const object = readMessage(Buffer.from(String(raw ?? ''), 'base64'), message);
    return { apiVersion: text(typeMeta, 'apiVersion'), kind, ...object };
  } catch (error) {
    if (error instanceof RangeError) throw badRequest(`the body can't be decoded: ${error.message}`);
    throw error;
  }
}
