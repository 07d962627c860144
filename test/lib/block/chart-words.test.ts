import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'js-yaml';
import { wrongWord, yamlWord } from '../../../lib/block/chart-words.ts';

const RIGHT = {
  chart: ['block', 'kube-prometheus-stack', 'a_b.c', 'Block2', 'true', '1e5'],
  version: [
    '1.2.3',
    'v1.2.3-rc.1+b',
    '1.10',
    '>=1.0 <2',
    '>= 1.0, < 2',
    '~1.2',
    '1.x || 3',
    '1.2 - 2.0',
    '*',
  ],
  repository: ['https://charts.example.com/a', 'oci://r.example.com:5000/charts', '@mine', 'file://../block'],
} as const;

const WRONG = {
  chart: ['', 'x\n  - name: evil', 'a: b', '..', '../x', 'a/b', '&a', '*x', '{{ }}', '-a', 'a '],
  version: ['', 'latest', '1.2.3 # b', '&a', '{{ }}', '1.2.3\n', '../x', '1.2.3.4', '||', '>='],
  repository: [
    '',
    'oci://a # b',
    '&a',
    '*x',
    '{{ }}',
    '../x',
    'https://',
    'https://{a}',
    'ftp://a',
    'oci://a\nb',
  ],
} as const;

for (const name of ['chart', 'version', 'repository'] as const) {
  for (const word of RIGHT[name])
    test(`${name} ${JSON.stringify(word)} is taken, and YAML reads it as a text`, () => {
      assert.equal(wrongWord({ [name]: word }), undefined);
      assert.deepEqual(load(`a: ${yamlWord(word)}\n`), { a: word });
    });
  for (const word of WRONG[name])
    test(`${name} ${JSON.stringify(word)} is refused`, () => assert.equal(wrongWord({ [name]: word }), name));
}

test('a usual name, version and address are not quoted', () => {
  for (const word of ['block', '1.2.3', 'https://charts.example.com/a']) assert.equal(yamlWord(word), word);
});
