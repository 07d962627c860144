import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOf } from '../../../lib/audit/unresolved.ts';
import { parseDocuments, YamlSyntaxError } from '../../../lib/input/yaml-documents.ts';

/** Invalid YAML, and whether it is a template. */
const TEXTS: [string, string, boolean][] = [
  ['a condition', '{{ if .x }}\na: 1\n{{ end }}\n', true],
  ['a condition in CRLF', 'spec:\r\n  {{- if .x }}\r\n  a: 1\r\n  {{- end }}\r\n', true],
  ['keys of both ways', '{{ if .x }}\na: 1\n{{ else }}\na: 2\n{{ end }}\n', true],
  ['an included text', 'labels:\n  {{- include "x" . | nindent 2 }}\n  a: 1\n', true],
  ['quotes in quotes', 'url: "http://{{ .Values.host | default "a" }}/b"\n', true],
  ['a loop of Jinja', '{% for h in hosts %}\n- {{ h }}\n{% endfor %}\n', true],
  ['a comment', '{{/* why */}}\na: {{ .x }}: 1\n', true],
  ['a value in quotes beside two keys of one name', 'a: "{{ x }}"\nb: 1\nb: 2\n', false],
  ['a bare value beside two keys of one name', 'a: {{ x }}\nb: 1\nb: 2\n', false],
  ['a value in quotes beside a tab', 'a:\n\tb: "{{ x }}"\n', false],
  ['an address beside a tab', 'a:\n\tb: http://{{ x }}/c\n', false],
  ['a comment beside two keys of one name', '# {{ if x }}\nb: 1\nb: 2\n', false],
  ['the text of an alert', 'a: |\n  {{ if $x }}\n  high\n  {{ end }}\nb: 1\nb: 2\n', false],
  ['nothing to fill in', 'b: 1\nb: 2\n', false],
];

for (const [what, text, isTemplate] of TEXTS)
  test(`a text with ${what} ${isTemplate ? 'is' : 'is not'} a template`, () => {
    assert.throws(
      () => parseDocuments(text),
      (error) =>
        error instanceof YamlSyntaxError && (faultOf(text, error).reason === 'is a template') === isTemplate,
    );
  });
