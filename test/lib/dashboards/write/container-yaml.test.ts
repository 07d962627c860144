import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { load } from 'js-yaml';
import { parse } from 'yaml';
import { blockJson, containerYaml, LARGEST } from '../../../../lib/dashboards/write/container-yaml.ts';

const written = (dashboard: Record<string, unknown>, kind: 'ConfigMap' | 'Secret' = 'ConfigMap'): string =>
  containerYaml({
    ...{ kind, name: 'shop', namespace: undefined, labels: { ui_dashboard: '1' }, annotations: {} },
    ...{ file: 'shop.json', json: blockJson(dashboard) },
  });

/** Texts that YAML or a terminal could take for something else. */
const ODD = fc.constantFrom(
  ...[
    '---',
    '...',
    '\n---\n',
    'a \n b',
    ' ',
    '\t',
    '\ttab',
    'a: b',
    '# no',
    '{{pod}}',
    '|-',
    '\r\n',
    '\r',
    '"',
    '\\',
  ],
  ...[
    '\u0000',
    '\u001b[31m',
    '\u007f',
    '\u0085',
    '\u009f',
    '\u2028',
    '\u2029',
    '\ufeff',
    '\ufffe',
    '\uffff',
    '\ud800',
  ],
  ...['\u202e', '\u200b', '\u{1f468}\u200d\u{1f469}', '\u{e0001}', '\u{1fffe}', 'e\u0301'],
);
const texts = fc.oneof(ODD, fc.string(), fc.string({ unit: 'binary' }));
const dashboards = fc.dictionary(
  texts,
  fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      texts,
      fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .map((number) => (Object.is(number, -0) ? 0 : number)),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value')),
      fc.dictionary(texts, tie('value')),
    ),
  })).value,
);

for (const kind of ['ConfigMap', 'Secret'] as const)
  test(`every YAML parser reads the dashboard of a ${kind} back as it was`, () =>
    fc.assert(
      fc.property(dashboards, (dashboard) => {
        const yaml = written(dashboard, kind);
        const same = JSON.parse(JSON.stringify(dashboard));
        const read = [load(yaml), parse(yaml), parse(yaml, { version: '1.1' })] as Record<
          string,
          Record<string, string>
        >[];
        for (const container of read) {
          const text = container[kind === 'Secret' ? 'stringData' : 'data']?.['shop.json'] ?? '';
          assert.deepEqual(JSON.parse(text), same);
          assert.equal(text, blockJson(dashboard));
        }
      }),
    ));

test('a line has a field, and none ends in a space', () => {
  const lines = written({ title: 'a \n b ', panels: [{ id: 1 }] }).split('\n');
  assert.deepEqual(lines, [
    'apiVersion: v1',
    'kind: ConfigMap',
    'metadata:',
    '  name: shop',
    '  labels:',
    '    ui_dashboard: "1"',
    'data:',
    '  shop.json: |-',
    '    {',
    '      "title": "a \\n b ",',
    '      "panels": [',
    '        {',
    '          "id": 1',
    '        }',
    '      ]',
    '    }',
    '',
  ]);
});

test('JSON that is too large with spaces is written without', () => {
  const panels = Array.from({ length: 40_000 }, (_, id) => ({ id }));
  const json = blockJson({ panels });
  assert.ok(!json.includes('\n') && json.length < LARGEST);
});
