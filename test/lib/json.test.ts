import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { program as bmh } from '../../cmd/kubectl-bmh/program.ts';
import { DEEPEST, isTooDeep, parseJson, TOO_DEEP } from '../../lib/input/json.ts';
import { parseDocuments } from '../../lib/input/yaml-documents.ts';
import { ApiError, refusalOf, saidIn } from '../../lib/kube/api/errors.ts';
import { listen } from '../support/listen.ts';
import { runCommand } from '../support/run-command.ts';

const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('the limit on nesting', () => {
  test('parseJson accepts the limit and refuses more', () => {
    for (const nested of [lists, objects]) {
      parseJson(nested(DEEPEST));
      for (const depth of [DEEPEST + 1, 100_000])
        assert.throws(() => parseJson(nested(depth)), { name: 'SyntaxError', message: TOO_DEEP });
    }
  });

  test('siblings and strings do not count as nesting', () => {
    assert.equal(isTooDeep(`[${Array.from({ length: 10_000 }, () => '[{}]').join()}]`), false);
    assert.equal(isTooDeep(JSON.stringify(`\\"${'['.repeat(1000)}`)), false);
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => !isTooDeep(JSON.stringify(value))));
  });

  test('parseDocuments refuses deeply nested YAML', () => {
    for (const text of [lists(5_000), '['.repeat(100_000), '- '.repeat(100_000), '? '.repeat(100_000)])
      assert.throws(
        () => parseDocuments(text),
        /^(YamlSyntaxError|Error|SyntaxError): line 1, column \d+: It is nested more than 250/,
      );
    assert.equal(parseDocuments(lists(100)).documents.length, 1);
  });
});

describe('validate reports', () => {
  const [bad, huge] = [
    'FILE: nested more than 250 levels deep\n',
    'FILE: larger than 3 MiB, the most that an API server accepts\n',
  ];
  const rows: Record<string, [text: string, says: string | RegExp]> = {
    'JSON of 100,000 levels': [`{"spec":{"image":${objects(100_000)}}}`, bad],
    'JSON of 100,000 levels that are never closed': ['{"spec":'.repeat(100_000), bad],
    'a string of 50 MB': [JSON.stringify({ spec: { image: { url: 'x'.repeat(50e6) } } }), huge],
    'a string of 50 MB that never ends': [`{"spec":"${'x'.repeat(50e6)}`, huge],
    'a key of 50 MB': [JSON.stringify({ ['k'.repeat(50e6)]: 1 }), huge],
    'a string of 3 MB': [
      JSON.stringify({ spec: { image: 'x'.repeat(3_000_000) } }),
      /^FILE: spec\.image: "xxx/,
    ],
    'a string of 3 MB that never ends': [
      `{"spec":"${'x'.repeat(3_000_000)}`,
      /^FILE: line 1, column 9: not JSON/,
    ],
  };
  for (const [what, [text, says]] of Object.entries(rows))
    test(what, async () => {
      const { Readable } = await import('node:stream');
      const { code, stdout, stderr } = await runCommand(bmh, ['validate', '-'], {
        stdin: Readable.from([text]),
      });
      assert.deepEqual({ code, stderr }, { code: 1, stderr: '' });
      const said = stdout.replaceAll(/^-: /gm, 'FILE: ');
      if (typeof says === 'string') assert.equal(said, says);
      else assert.match(said, says);
    });
});

describe('survives a Status with a part of the wrong type:', () => {
  for (const part of [{}, { toString: 1 }, ['a'], 7, true, null])
    test(JSON.stringify(part), () => {
      const status = { kind: 'Status', message: part, reason: part, code: part, details: part };
      const causes = { kind: part, name: part, causes: [part, { field: part, message: part }] };
      for (const body of [
        status,
        { ...status, reason: 'Invalid', details: causes },
        { ...status, reason: 'ServerUnreachable' },
      ]) {
        const refusal = refusalOf(403, JSON.stringify(body));
        assert.match(refusal.message, /^(Error from server \(|The request is invalid|The .* is invalid)/);
        assert.ok(refusal.hint);
        assert.equal(typeof saidIn(JSON.stringify(body)), 'string');
      }
      assert.equal(typeof new ApiError(status as never, 500).message, 'string');
    });
});

describe('reports an object that is nested 20,000 levels deep', () => {
  for (const [name, body] of Object.entries({
    'an object': `{"apiVersion":"v1","metadata":{"name":"a"},"spec":${objects(20_000)}}`,
    'an item of a list': `{"kind":"List","metadata":{},"items":[{"metadata":{"name":"a"},"spec":${objects(20_000)}}]}`,
    'a refusal': `{"kind":"Status","details":${objects(20_000)}}`,
  }))
    for (const words of [
      ['list'],
      ['list', '-o', 'yaml'],
      ['diagnose', 'a'],
      ['repair', 'a', '--diff'],
      ['version'],
    ])
      test(`${name}: ${words.join(' ')}`, async (t) => {
        const server = await listen((_, response) => {
          response
            .writeHead(name === 'a refusal' ? 403 : 200, { 'Content-Type': 'application/json' })
            .end(body);
        });
        t.after(server.stop);
        const flags = ['--server', `http://127.0.0.1:${server.port}`, '-n', 'a'];
        const { code, stdout, stderr } = await runCommand(bmh, [...words, ...flags], {
          env: { HOME: '/nowhere' },
        });
        if (words[0] !== 'version') assert.notEqual(code, 0);
        assert.doesNotMatch(stdout + stderr, /defect|call stack/);
        if (name !== 'a refusal') assert.match(stderr, /JSON that is nested more than 250 levels deep/);
      });
});
