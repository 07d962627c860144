import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KubeObject } from '../../../lib/kube/api/types.ts';
import { maskedSecrets } from '../../../lib/objects/masked-secret.ts';

const APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const secret = (fields: object, annotations?: Record<string, string>): KubeObject => ({
  ...{ apiVersion: 'v1', kind: 'Secret' },
  metadata: { name: 'shop', ...(annotations && { annotations }) },
  ...fields,
});
const encoded = (text: string): string => Buffer.from(text).toString('base64');

describe('maskedSecrets', () => {
  for (const [title, before, after, masked] of [
    [
      'a value that changes has its size and a mark on each side',
      { data: { a: encoded('hunter2') } },
      { data: { a: encoded('hunter33') } },
      [{ data: { a: '*** (7 bytes, before)' } }, { data: { a: '*** (8 bytes, after)' } }],
    ],
    [
      'one that stays is the same on each side',
      { data: { a: encoded('hunter2') } },
      { data: { a: encoded('hunter2') } },
      [{ data: { a: '*** (7 bytes)' } }, { data: { a: '*** (7 bytes)' } }],
    ],
    [
      'keys that are added and removed are named',
      { data: { a: encoded('x') } },
      { data: { b: encoded('x') } },
      [{ data: { a: '*** (1 bytes)' } }, { data: { b: '*** (1 bytes)' } }],
    ],
    [
      'plain texts have the size of their UTF-8',
      { stringData: { a: '\u00e9' } },
      {},
      [{ stringData: { a: '*** (2 bytes)' } }, {}],
    ],
    [
      'what is no text is masked as well',
      { data: { a: { b: 'hunter2' } } },
      {},
      [{ data: { a: '***' } }, {}],
    ],
    [
      'a field of the content that is no map is masked as a whole',
      { data: 'hunter2', stringData: ['hunter2'] },
      {},
      [{ data: '***', stringData: '***' }, {}],
    ],
    [
      'what a Secret does not have is masked, and what says nothing of its content is not',
      { type: { a: 'hunter2' }, immutable: 'hunter2', panels: ['hunter2'] },
      { type: 'Opaque', immutable: true },
      [
        { type: '***', immutable: '***', panels: '***' },
        { type: 'Opaque', immutable: true },
      ],
    ],
  ] as const)
    test(title, () =>
      assert.deepEqual(
        maskedSecrets([secret(before), secret(after)]),
        masked.map((one) => secret(one)),
      ),
    );

  test('the copy of the object that kubectl apply keeps is masked', () => {
    const annotations = { [APPLIED]: '{"data":{"a":"aHVudGVyMg=="}}', team: 'shop' };
    assert.deepEqual(maskedSecrets([undefined, secret({}, annotations)]), [
      undefined,
      secret({}, { [APPLIED]: '***', team: 'shop' }),
    ]);
  });

  test('another object is returned as it is', () => {
    const map = { ...secret({ data: { a: 'hunter2' } }), kind: 'ConfigMap' };
    assert.equal(maskedSecrets([map, undefined])[0], map);
  });
});
