import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { load } from 'js-yaml';
import { parse } from 'yaml';
import { yamlScalar } from '../../../lib/words/yaml-scalar.ts';

const ODD = [
  '',
  ' a',
  'a ',
  'a: b',
  'a #b',
  'y',
  'No',
  'null',
  '1e3',
  '0x1',
  '- a',
  '---',
  '\u2028',
  'a\u0085b',
  '\u{e0001}',
  '\ufeffa',
  '\ufffe',
  'a\uffff',
  "it's",
  '"',
];

test('every YAML parser reads a scalar back as the text that it is of', () =>
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })),
      (text) => {
        const yaml = `a: ${yamlScalar(text)}\n`;
        assert.deepEqual(load(yaml), { a: text });
        assert.deepEqual(parse(yaml), { a: text });
        assert.deepEqual(parse(yaml, { version: '1.1' }), { a: text });
      },
    ),
  ));

test('a lone surrogate, which no YAML has, is replaced', () =>
  assert.equal(load(yamlScalar('a\ud800')), 'a\ufffd'));

test('a plain text stays plain', () =>
  assert.equal(yamlScalar('Cluster Capacity (prod)'), 'Cluster Capacity (prod)'));
