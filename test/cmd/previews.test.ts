import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { objectDiff } from '../../cmd/shared/change/object-diff.ts';
import { answerText, serverDryRun } from '../../cmd/shared/change/server-dry-run.ts';
import type { Write } from '../../cmd/shared/change/write.ts';
import { ApiError, NotKept } from '../../lib/kube/api/errors.ts';
import type { KubeClient, KubeRequest } from '../../lib/kube/api/types.ts';

const PATH = '/apis/example.test/v1/namespaces/ns/boxes/one';
const patch = (body: object): KubeRequest => ({ method: 'PATCH', path: PATH, body });
// biome-ignore lint/suspicious/noExplicitAny: objects of any kind
const box = (fields: object): any => ({ metadata: { name: 'one', namespace: 'ns' }, ...fields });

/** Writes that take an object through these versions. */
const through = (...versions: object[]): Write[] =>
  versions.slice(1).map((after, index) => ({
    step: index + 1,
    title: `step ${index + 1}`,
    request: patch({}),
    before: box(versions[index] ?? {}),
    after: box(after),
    isBack: true,
    bookkeeping: ['record'],
  }));

const diffOf = (writes: Write[], columns?: number): string[] =>
  objectDiff(writes, { paint: (_style, text) => text, text: (text) => text, columns })
    .split('\n')
    .slice(0, -1);

const NAME = 'box.example.test/one -n ns';

describe('a diff', () => {
  test('shows a field once, from its first value to its last', () => {
    const sizes = [1, 2, 3].map((size) => ({ spec: { size } }));
    assert.deepEqual(diffOf(through(...sizes)), [NAME, '- spec.size: 1', '+ spec.size: 3']);
  });

  test('marks what only lasts for the run', () => {
    const writes = through({ spec: { on: true } }, { spec: { on: false, held: 1 } }, { spec: { on: true } });
    assert.deepEqual(diffOf(writes), [
      NAME,
      '~ spec.held: 1 during the run',
      '~ spec.on: false during the run',
    ]);
  });

  test('leaves out what others change between the writes of the run', () => {
    const [first, second] = through({ spec: { a: 1 } }, { spec: { a: 2 } }, { spec: { a: 3 } });
    const writes = [first, { ...second, before: box({ spec: { a: 2 }, status: { seen: 1 } }) }] as Write[];
    writes[1] = { ...writes[1], after: box({ spec: { a: 3 }, status: { seen: 1 } }) } as Write;
    assert.deepEqual(diffOf(writes), [NAME, '- spec.a: 1', '+ spec.a: 3']);
  });

  const annotated = (annotations: object) => ({ metadata: { annotations } });
  for (const [when, versions, lines] of [
    ['only for the run', [{}, { record: 'x' }, {}], ['~ (bookkeeping annotation during the run)']],
    [
      'beside another annotation',
      [{}, { a: 'b', record: 'x' }, {}],
      ['~ metadata.annotations.a: b during the run (+ bookkeeping annotation)'],
    ],
    ['left by the run', [{}, { record: 'x' }], ['+ (bookkeeping annotation)']],
    ['of an earlier run', [{ record: 'x' }, {}], ['- (bookkeeping annotation)']],
  ] as const)
    test(`names a record ${when} without its content`, () => {
      assert.deepEqual(diffOf(through(...versions.map(annotated))), [NAME, ...lines]);
    });

  for (const [value, shown] of [
    ['http://a/b', 'http://a/b'],
    ['true', '"true"'],
    ['8080', '"8080"'],
    ['', '""'],
    ['a: b', '"a: b"'],
    ['{"a":1}', `'{"a":1}'`],
    ['line\nline', '"line\\nline"'],
    [true, 'true'],
    [7, '7'],
    [{}, '{}'],
  ] as const)
    test(`shows ${JSON.stringify(value)} as ${shown}`, () => {
      assert.deepEqual(diffOf(through({}, { spec: { value } })), [NAME, `+ spec.value: ${shown}`]);
    });

  test('cuts prose at the width of the terminal, but not an address', () => {
    const url = `http://${'a'.repeat(40)}`;
    const words = 'word '.repeat(20);
    const spec = { spec: { url, words } };
    assert.deepEqual(diffOf(through({}, spec), 40), [
      NAME,
      `+ spec.url: ${url}`,
      `${`+ spec.words: "${words}`.slice(0, 37)}...`,
    ]);
  });
});

/** What a server that answers so says of the last of these writes. */
async function answerOf(writes: Write[], send: (request: KubeRequest) => object) {
  const client = { send: async (request: KubeRequest) => send(request) } as unknown as KubeClient;
  const asked = serverDryRun(client, { isStale: () => false, isRefused: () => true });
  const start = writes[0]?.before;
  const answers = [];
  for (const write of writes) answers.push(await asked.answerTo(write, { dryRun: write.request, start }));
  return { answer: answers.at(-1), rejection: asked.rejection() };
}

describe('a dry run on the server', () => {
  const [write] = through({ spec: { size: '1' } }, { spec: { size: '2' } }) as [Write];
  const sized = { ...write, request: patch({ spec: { size: '2' } }) };

  test('is accepted, whatever the server sets itself', async () => {
    const metadata = { name: 'one', namespace: 'ns', resourceVersion: '7', generation: 2, uid: 'u' };
    const { answer, rejection } = await answerOf([sized], () => ({
      kind: 'Box',
      metadata,
      spec: { size: '2' },
    }));
    assert.deepEqual(
      { answer, rejection },
      { answer: { answer: 'accepted', changes: [] }, rejection: undefined },
    );
    assert.equal(answer && answerText(answer), 'accepted');
  });

  test('says what admission changes besides', async () => {
    const { answer } = await answerOf([sized], () => box({ spec: { size: '2', owner: 'me' } }));
    assert.equal(
      answer && answerText(answer),
      'accepted; admission also changes spec.owner from absent to "me"',
    );
  });

  for (const error of [
    new ApiError({ reason: 'Forbidden', message: 'no' }, 403),
    new NotKept('refusal', 'error: admission would change it'),
  ])
    test(`is rejected: ${error.message}`, async () => {
      const { answer, rejection } = await answerOf([sized], () => {
        throw error;
      });
      const message = error.message.replace('error: ', '');
      assert.deepEqual(answer, { answer: 'rejected', message });
      assert.deepEqual(rejection, { step: 1, title: 'step 1', error });
    });

  test('is not judged where an earlier step writes the same field', async () => {
    const both = through({ spec: { on: true } }, { spec: { on: false } }, { spec: { on: true } });
    const { answer } = await answerOf(both, () => box({ spec: { on: false } }));
    assert.deepEqual(answer, { answer: 'unjudged', dependsOn: 1 });
    assert.equal(answer && answerText(answer), 'not judged, because it depends on step 1');
  });
});
