import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planEdit, type ValuesEdit } from '../../../lib/values/plan-edit.ts';
import { chartValues, RETENTION_SIZE, SIZE } from './texts.ts';

const EDIT: ValuesEdit = { component: 'metrics', size: '100Gi' };

/** Texts that are not changed, each with its notes. */
const left: [string, string, string[], Partial<ValuesEdit>?][] = [
  ['a template in quotes', chartValues('"{{ .size }}"'), [`${SIZE} (8) is a template: "{{ .size }}"`]],
  ['a template', chartValues('{{ .size }}'), [`${SIZE} (8) is a template: {{ .size }}`]],
  ['a variable', chartValues(`\${size}`), [`${SIZE} (8) is a template: \${size}`]],
  ['a size of another kind', chartValues('big'), [`${SIZE} (8) is "big", which is not a valid quantity`]],
  ['a bigger size', chartValues('200Gi'), [`${SIZE} (8) is 200Gi, more than 100Gi`]],
  ['the same size in another unit', chartValues('102400Mi', { retentionSize: '1GB' }), []],
  ['a key without a value', chartValues(''), [`${SIZE} (8) has no value`]],
  ['an alias without an anchor', chartValues('*size'), [`${SIZE} (8) has no value`]],
  ['a block of text', chartValues('|\n                50Gi'), [`${SIZE} (8) spans several lines`]],
  ['two lines', chartValues('50\n                Gi'), [`${SIZE} (8) spans several lines`]],
  [
    'a value that another key also uses',
    `loki: {size: &size 50Gi}\n${chartValues('*size')}`,
    [`${SIZE} (1) is an anchored value that loki.size also uses`],
  ],
  [
    'storage without a size',
    'prometheus: {prometheusSpec: {storageSpec: {emptyDir: {medium: Memory}}}}',
    ['prometheus.prometheusSpec.storageSpec (1) sets no size'],
  ],
  [
    'empty storage',
    'prometheus: {prometheusSpec: {storageSpec: {}}}',
    ['prometheus.prometheusSpec.storageSpec (1) sets no size'],
  ],
  [
    'a limit whose size is in another file',
    'prometheus:\n  prometheusSpec: {retentionSize: 40GB}',
    [`${RETENTION_SIZE} (2) has no matching size in this file`],
  ],
  [
    'storage by a template',
    'prometheus: {prometheusSpec: {storageSpec: {{ toYaml .storage }}}}',
    ['prometheus.prometheusSpec.storageSpec (1) is a template: {{ toYaml .storage }}'],
  ],
  [
    'two sizes',
    `eu:\n${chartValues('50Gi', { at: '  ' })}us:\n${chartValues('50Gi', { at: '  ' })}`,
    [
      `eu.${SIZE} (9) is one of several such sizes: see also line 18`,
      `us.${SIZE} (18) is one of several such sizes: see also line 9`,
    ],
  ],
  [
    'values as text',
    `spec:\n  helm:\n    values: |\n${chartValues('50Gi', { at: '      ' })}`,
    ['spec.helm.values (3) holds values as text'],
  ],
];

for (const [name, text, notes, wish] of left)
  test(`planEdit leaves ${name}`, () => {
    const edit = planEdit(text, { ...EDIT, ...wish });
    assert.deepEqual([edit.text, edit.changes, edit.found], [text, [], true]);
    assert.deepEqual(
      edit.notes.map(({ path, line, reason }) => `${path.join('.')} (${line}) ${reason}`),
      notes,
    );
    assert.ok(edit.notes.every(({ hint }) => hint.endsWith('.')));
  });

test('planEdit edits the size and leaves a limit that it cannot adapt', () => {
  const cases: [string, string, string][] = [
    ['"{{ .limit }}"', '100Gi', 'is a template: "{{ .limit }}"'],
    ['49GB', '55Gi', 'is 49GB, more than 85% of 55Gi'],
  ];
  for (const [retentionSize, size, reason] of cases) {
    const edit = planEdit(chartValues('50Gi', { retentionSize }), { ...EDIT, size });
    assert.equal(edit.text, chartValues(size, { retentionSize }));
    assert.deepEqual(
      edit.notes.map((note) => [note.path.join('.'), note.reason]),
      [[RETENTION_SIZE, reason]],
    );
  }
});

test('planEdit notes that a file does not set the chosen limit', () => {
  const { notes, changes } = planEdit(chartValues('50Gi'), { ...EDIT, retentionSize: '80GB' });
  assert.equal(changes.length, 1);
  assert.deepEqual(
    notes.map(({ path, line, reason, hint }) => [path.join('.'), line, reason, hint]),
    [[RETENTION_SIZE, 8, 'is not set in this file', 'Add 80GB by hand if this file should set it.']],
  );
});
