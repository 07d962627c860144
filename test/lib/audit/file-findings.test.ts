import assert from 'node:assert/strict';
import { test } from 'node:test';
import { YamlSyntaxError } from '../../../lib/input/yaml-documents.ts';
import { beforeAndAfter, host, judgedText, template } from './file-texts.ts';

const plain = (marked: string): string => beforeAndAfter(marked)[0];

/** Each finding as `kind/name path line:column-line:column`. */
const foundIn = (text: string, options?: { secrets: boolean }): string[] =>
  judgedText(text, options).located.map(({ finding: { kind, name, path, file } }) => {
    const { line, column, endLine, endColumn } = file;
    return `${kind}/${name} ${path.join('.')} ${line}:${column}-${endLine}:${endColumn}`;
  });

const PLACES: [string, string, string[]][] = [
  ['a plain value', host('$image'), ['BareMetalHost/worker-0 spec.image.url 8:10-8:54']],
  ['a value in quotes', host('"$image"'), ['BareMetalHost/worker-0 spec.image.url 8:11-8:55']],
  ['a literal block', host('|\n      $image'), ['BareMetalHost/worker-0 spec.image.url 9:7-9:51']],
  ['CRLF', host('$image').replaceAll('\n', '\r\n'), ['BareMetalHost/worker-0 spec.image.url 8:10-8:54']],
  [
    'a folded block, as a whole',
    host('>-\n      $image'),
    ['BareMetalHost/worker-0 spec.image.url 8:10-10:1'],
  ],
  [
    'the second document',
    `# none\n---\n---\n${template('$image')}`,
    ['Metal3MachineTemplate/workers spec.template.spec.image.url 11:14-11:58'],
  ],
  [
    'the items of a list, from the item',
    'kind: List\nitems:\n- kind: BareMetalHost\n  metadata: {name: a}\n  spec: {image: {url: $image}}\n',
    ['BareMetalHost/a spec.image.url 5:23-5:67'],
  ],
  [
    'an alias, at its anchor',
    'x-image: &image {url: $image}\nkind: Metal3Machine\nmetadata: {name: m}\nspec: {image: *image}\n',
    ['Metal3Machine/m spec.image.url 1:23-1:67'],
  ],
  [
    'a manifest in a text, by its own name',
    'kind: ConfigMap\nmetadata: {name: c}\ndata:\n  a: |\n    kind: HostClaim\n    metadata: {name: h}\n    spec:\n      image: {url: $image}\n',
    ['HostClaim/h spec.image.url 8:20-8:64'],
  ],
  ['values without a kind, by the file', 'image:\n  url: $image\n', ['File/a.yaml image.url 2:8-2:52']],
  [
    'both addresses of a script, each once',
    'kind: ConfigMap\nmetadata: {name: c}\ndata:\n  run: |\n    curl $image # $image\n    curl $sum\n',
    ['ConfigMap/c data.run 5:10-5:54', 'ConfigMap/c data.run 6:10-6:61'],
  ],
  [
    'a list of checksums in values',
    'image: {url: $image, checksum: http://10.0.0.1/24.04/SHA256SUMS}\n',
    ['File/a.yaml image.url 1:14-1:58', 'File/a.yaml image.checksum 1:70-1:102'],
  ],
  [
    'JSON in an annotation',
    `kind: BareMetalHost\nmetadata:\n  name: a\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: '{"spec":{"image":{"url":"$image"}}}'\n`,
    ['BareMetalHost/a metadata.annotations.kubectl.kubernetes.io/last-applied-configuration 5:81-5:125'],
  ],
];

for (const [name, marked, expected] of PLACES)
  test(`findingsOfFile finds ${name}`, () => assert.deepEqual(foundIn(plain(marked)), expected));

test('findingsOfFile reports nothing for values without a known purpose', () => {
  const others = [
    '',
    '---\n---\n',
    '# url: $image\n',
    'just text\n',
    '- 1\n- 2\n',
    'dashboard: http://10.0.0.1/\n',
    'image: http://10.0.0.1/images/\n',
    'image: https://cloud.example.com/images/node-std-ubuntu.qcow2\n',
    'image: $image.txt\n',
    'kind: Pod\nmetadata: {annotations: {a: $image}}\n',
    'kind: Pod\nstatus: {image: $image}\n',
    'kind: Secret\nstringData: {a: $image, userData: $image}\n',
    'kind: Secret\nstringData:\n  a: |\n    kind: HostClaim\n    spec: {image: {url: $image}}\n',
    'x-image: &image $image\n',
    'spec: {bmc: {address: redfish-virtualmedia+http://10.0.0.9/redfish/v1/Systems/1}}\n',
  ];
  for (const text of others) assert.deepEqual(judgedText(plain(text)).located, [], text);
});

test('findingsOfFile checks Secrets only on request, and hides their contents', () => {
  const text = plain('kind: Secret\nmetadata: {name: s}\nstringData: {userData: $image}\n');
  assert.deepEqual(foundIn(text), []);
  const { located } = judgedText(text, { secrets: true });
  assert.deepEqual(
    located.map(({ finding: { rule, path, replacement }, spans }) => [rule, path, replacement, spans]),
    [['ip-address', ['stringData', 'userData'], undefined, []]],
  );
  assert.doesNotMatch(JSON.stringify(located.map(({ finding }) => finding)), /10\.0\.0\.1/);
});

const VARIABLE = '$\u007bIMAGE}';
const OPEN = 'is an address that depends on a variable';

test('findingsOfFile reports values that it cannot check', () => {
  const texts: [string, [number, string][]][] = [
    [host(`http://${VARIABLE}/images/node-std-ubuntu.qcow2`), [[8, OPEN]]],
    [host(VARIABLE), [[8, OPEN]]],
    ['image: "http://{{ .Values.host }}/a.qcow2"\n', [[1, OPEN]]],
    [`${host('ENC[AES256_GCM,data:a]')}sops: {mac: a, lastmodified: b}\n`, [[1, 'is encrypted with SOPS']]],
    [`kind: GitRepository\nspec: {url: "https://${VARIABLE}/repository"}\n`, []],
    [`kind: Secret\nstringData: {url: "${VARIABLE}"}\nsops: {mac: a, lastmodified: b}\n`, []],
    [`a: 1\n---\nb: "costs ${VARIABLE}"\n`, []],
  ];
  for (const [text, expected] of texts) {
    const { located, unresolved } = judgedText(text);
    assert.deepEqual([located, unresolved.map(({ line, reason }) => [line, reason])], [[], expected], text);
  }
});

test('findingsOfFile throws the place of a syntax error', () => {
  const bomb = Array.from({ length: 9 }, (_, level) =>
    level === 0
      ? 'a0: &a0 [x, x, x, x, x, x, x, x, x]\n'
      : `a${level}: &a${level} [${`*a${level - 1}, `.repeat(9)}]\n`,
  ).join('');
  const broken: [string, RegExp][] = [
    ['a: [1,\n', /^line 2, column 1: /],
    ['ok: 1\n---\nb: 1\nb: 2\n', /^line 4, column 1: Map keys must be unique$/],
    ['a: *b\n', /^document at line 1: Unresolved alias/],
    ['a: {<<: 1}\n', /^document at line 1: Merge sources/],
    [bomb, /alias/i],
  ];
  for (const [text, message] of broken)
    assert.throws(
      () => judgedText(text),
      (error) => error instanceof YamlSyntaxError && message.test(error.message),
      text,
    );
});
