import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../http/status.ts';
import { readProtobuf } from './messages.ts';

/** A field that holds bytes: its tag, their length, themselves. */
const field = (number: number, ...content: (string | Buffer)[]): Buffer => {
  const bytes = Buffer.concat(content.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
};

const body = (kind: string, raw: Buffer): Buffer =>
  Buffer.concat([Buffer.from('k8s\0'), field(1, field(1, 'v1'), field(2, kind)), field(2, raw)]);

test('decodes a ConfigMap: maps, a bool, and no unset fields', () => {
  const raw = Buffer.concat([
    field(1, field(1, 'a'), field(2, ''), field(11, field(1, 'tier'), field(2, 'x'))),
    field(2, field(1, 'one'), field(2, '1')),
    field(2, field(1, 'two'), field(2, '')),
    field(3, field(1, 'raw'), field(2, Buffer.from([0, 255]))),
    Buffer.from([4 << 3, 1]),
  ]);
  assert.deepEqual(readProtobuf(body('ConfigMap', raw)), {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', labels: { tier: 'x' } },
    data: { one: '1', two: '' },
    binaryData: { raw: 'AP8=' },
    immutable: true,
  });
});

test('keeps the order of repeated messages', () => {
  const rule = (verb: string) => field(2, field(1, verb), field(2, ''));
  const { rules } = readProtobuf(body('Role', Buffer.concat([rule('get'), rule('list')])));
  assert.deepEqual(rules, [
    { verbs: ['get'], apiGroups: [''] },
    { verbs: ['list'], apiGroups: [''] },
  ]);
});

test('answers 400 to an invalid message and 415 to an unknown kind', () => {
  const code = (bytes: Buffer) => {
    try {
      return readProtobuf(bytes);
    } catch (error) {
      return error instanceof Refusal ? error.body.code : error;
    }
  };
  assert.equal(code(Buffer.from('{}')), 400);
  const cut = body('ConfigMap', field(1, 'abc')).subarray(0, -1);
  assert.equal(code(cut), 400);
  assert.equal(code(body('Gizmo', Buffer.alloc(0))), 415);
});
