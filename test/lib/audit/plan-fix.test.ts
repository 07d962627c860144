import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planFix } from '../../../lib/audit/plan-fix.ts';
import { beforeAndAfter, host, judgedText, template } from './file-texts.ts';

const LIVE = new Set(['live-hosts']);
const NONE = new Set<string>();

const MACHINES =
  'existing machines keep their image, but a ClusterClass replaces the machines of a changed template';
const WIPES = 'once synced or applied, a changed image wipes a provisioned host that is not repaired yet';
const UNKNOWN =
  'a host may be generated from it, and a changed image wipes a provisioned host that is not repaired yet';

const planned = (text: string, accepted: ReadonlySet<string> = NONE) =>
  planFix(text, judgedText(text), accepted);

/** Texts in which only the marked addresses change. */
const FIXED: [string, string][] = [
  ['plain values', template('$image', '$sum')],
  ['double quotes', template('"$image"', '"$sum" # why')],
  ['single quotes', template("'$image'   # why")],
  ['a tag', template('!!str $image')],
  ['a literal block', template('|-\n          $image')],
  ['a literal block with a comment and a line feed', template('|2 # why\n          $image\n')],
  [
    'a flow map',
    'kind: Metal3MachineTemplate\nspec: {template: {spec: {image: {url: $image, checksum: "$sum"}}}}\n',
  ],
  [
    'JSON',
    '{"kind": "Metal3MachineTemplate",\n\t"spec": {"template": {"spec": {"image": {"url": "$image"}}}}}',
  ],
  ['CRLF and a byte order mark', `\uFEFF${template('$image', '$sum').replaceAll('\n', '\r\n')}`],
  ['no line feed at the end', template('$image', '$sum').trimEnd()],
  ['several documents', `# first\n---\n${template('$image')}---\n${template('$image')}...\n`],
  [
    'the items of a list',
    `kind: List\nitems:\n- kind: Metal3Machine\n  spec: {image: {url: $image}}\n- kind: Metal3Machine\n  spec: {image: {url: $image}}\n`,
  ],
  ['a merged map', 'x-image: &image {url: $image}\nkind: Metal3Machine\nspec: {image: {<<: *image}}\n'],
  ['an alias', 'x-image: &image $image\nkind: Metal3Machine\nspec: {image: {url: *image}}\n'],
  [
    'a manifest in a literal block of a ConfigMap',
    `kind: ConfigMap\ndata:\n  a.yaml: |\n    # \u{1F680} kept\n\n${template('$image').replaceAll(/^(?=.)/gm, '    ')}  b: x\n`,
  ],
  [
    'a manifest in one in CRLF',
    `kind: ConfigMap\ndata:\n  a.yaml: |\n${template('$image').replaceAll(/^(?=.)/gm, '      ')}`.replaceAll(
      '\n',
      '\r\n',
    ),
  ],
  [
    'a manifest in a manifest',
    `kind: ConfigMap\ndata:\n  a: |\n    kind: ConfigMap\n    data:\n      b: |\n        kind: Metal3Machine\n        spec: {image: {url: $image}}\n`,
  ],
];

for (const [name, marked] of FIXED)
  test(`planFix fixes ${name} and changes nothing else`, () => {
    const [before, after] = beforeAndAfter(marked);
    const { text, fixed, diagnostics } = planned(before);
    assert.equal(text, after);
    assert.ok(fixed.length > 0);
    assert.deepEqual(
      diagnostics.filter(({ reason }) => reason !== MACHINES),
      [],
    );
    assert.deepEqual([planned(after).text, planned(after).fixed], [after, []]);
  });

/** Texts whose change may harm hosts: they are fixed only if that is accepted. */
const DANGEROUS: [string, string, string][] = [
  ['a host', host('$image'), WIPES],
  [
    'a host in a list',
    `kind: BareMetalHostList\nitems:\n- kind: BareMetalHost\n  spec: {image: {url: $image}}\n`,
    WIPES,
  ],
  [
    'a patch of a host in a Kustomization',
    'kind: Kustomization\npatches:\n- patch: |-\n    kind: BareMetalHost\n    metadata: {name: worker-0}\n    spec: {image: {url: $image}}\n',
    WIPES,
  ],
  ['a claim', 'kind: HostClaim\nspec: {image: {url: $image}}\n', WIPES],
  ['values of a chart', 'workers:\n  image:\n    url: $image\n    checksum: $sum\n', UNKNOWN],
  ['values with an anchor', 'a: &image $image\nb: *image\n', UNKNOWN],
  ['a JSON patch', '- op: replace\n  path: /spec/image/url\n  value: "$image"\n', UNKNOWN],
  ['a variable', 'kind: ConfigMap\ndata: {IMAGE_URL: $image}\n', UNKNOWN],
  [
    'a script',
    'kind: ConfigMap\ndata:\n  get.sh: |\n    curl -O $image && curl -O $sum\n    echo $image.\n',
    UNKNOWN,
  ],
];

for (const [name, marked, reason] of DANGEROUS)
  test(`planFix leaves ${name} without --accept`, () => {
    const [before, after] = beforeAndAfter(marked);
    const left = planned(before);
    assert.equal(left.text, before);
    assert.deepEqual(left.fixed, []);
    assert.ok(left.diagnostics.length > 0);
    for (const diagnostic of left.diagnostics)
      assert.deepEqual(
        [diagnostic.isLeft, diagnostic.reason, diagnostic.accept],
        [true, reason, 'live-hosts'],
      );
    const accepted = planned(before, LIVE);
    assert.equal(accepted.text, after);
    assert.ok(accepted.diagnostics.some((diagnostic) => !diagnostic.isLeft && diagnostic.reason === reason));
  });

test('planFix warns that a ClusterClass replaces the machines of a changed template', () => {
  const [before] = beforeAndAfter(template('$image'));
  assert.deepEqual(
    planned(before).diagnostics.map(({ isLeft, reason }) => [isLeft, reason]),
    [[false, MACHINES]],
  );
});

test('planFix changes an anchored value once and warns about it', () => {
  const [before, after] = beforeAndAfter(
    'kind: List\nitems:\n- kind: Metal3Machine\n  spec: {image: {url: &url $image}}\n- kind: Metal3MachineTemplate\n  spec: {template: {spec: {image: {url: *url}}}}\n',
  );
  const { text, diagnostics } = planned(before);
  assert.equal(text, after);
  const shared = '2 fields share an anchored value, which is changed once for all of them';
  assert.deepEqual(
    diagnostics.map(({ isLeft, reason }) => [isLeft, reason]),
    [
      [false, shared],
      [false, MACHINES],
      [false, shared],
    ],
  );
});

test('planFix leaves an anchored value that a host also uses', () => {
  const [text] = beforeAndAfter(
    'kind: List\nitems:\n- kind: Metal3Machine\n  spec: {image: {url: &url $image}}\n- kind: BareMetalHost\n  spec: {image: {url: *url}}\n',
  );
  const plan = planned(text);
  assert.equal(plan.text, text);
  assert.deepEqual(
    plan.diagnostics.map(({ isLeft, reason }) => [isLeft, reason]),
    [
      [true, WIPES],
      [true, 'it is an anchored value that spec.image.url also uses, which must not change'],
    ],
  );
});

test('planFix leaves an anchored value that an annotation also uses', () => {
  const [text] = beforeAndAfter(
    'kind: Metal3Machine\nspec: {image: {url: &url $image}}\nmetadata: {annotations: {was: *url}}\n',
  );
  assert.deepEqual([planned(text).text, planned(text, LIVE).text], [text, text]);
});

test('planFix leaves values with escapes or folds', () => {
  const texts = [
    template('"http:\\/\\/10.0.0.1/images/node-std-ubuntu.qcow2"'),
    template('"http://10.0.0.1/\\\n          images/node-std-ubuntu.qcow2"'),
    template('>-\n          http://10.0.0.1/images/node-std-ubuntu.qcow2'),
  ];
  for (const text of texts) {
    const { text: edited, diagnostics } = planned(text);
    assert.equal(edited, text);
    assert.deepEqual(
      diagnostics.map(({ reason, hint }) => `${reason}; ${hint}`),
      ['it is written with escapes or over several lines; edit it by hand'],
    );
  }
});

test('planFix leaves values that operators and clients have written', () => {
  const [text] = beforeAndAfter(
    'kind: BareMetalHost\nmetadata:\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: |\n      {"spec": {"image": {"url": "$kept"}}}\nstatus: {provisioning: {image: {url: $kept}}}\n',
  );
  assert.deepEqual([planned(text, LIVE).text, planned(text, LIVE).fixed], [text, []]);
});

test('planFix leaves addresses on the same line as a Secret', () => {
  const [text] = beforeAndAfter(
    '{"kind": "List", "items": [{"kind": "Secret", "data": {"a": "Yg=="}}, {"kind": "Metal3Machine", "spec": {"image": {"url": "$image"}}}]}\n',
  );
  const { text: edited, diagnostics } = planned(text);
  assert.equal(edited, text);
  assert.deepEqual(
    diagnostics.map(({ reason }) => reason),
    ['it is on the same line as a Secret, and a diff would reveal the contents of the Secret'],
  );
  const [before, after] = beforeAndAfter(
    `kind: Secret\nstringData: {a: b}\n---\n${template('$image')}---\nkind: Secret\nstringData: {a: b}\n`,
  );
  assert.equal(planned(before).text, after);
});

test('planFix leaves addresses that would become the same for different images', () => {
  const values = (one: string, other: string) => `a: {image: "${one}"}\nb: {image: "${other}"}\n`;
  const folders = (file: string) => values(`http://10.0.0.1/24.04/${file}`, `http://10.0.0.1/22.04/${file}`);
  const clash = folders('node-std-ubuntu.qcow2');
  const { text, diagnostics } = planned(clash, LIVE);
  assert.equal(text, clash);
  assert.deepEqual(
    diagnostics.map(({ isLeft, reason, hint }) => [isLeft, `${reason}; ${hint}`]),
    Array(2).fill([
      true,
      'files with the same name in different folders would get the same address; serve each file under its own name, and edit the address by hand',
    ]),
  );
  const machines = (one: string, other: string) =>
    [one, other]
      .map(
        (sum) =>
          `kind: Metal3Machine\nspec: {image: {url: http://httpd-http/images/a-std-b.qcow2, checksum: "${sum}"}}\n`,
      )
      .join('---\n');
  assert.equal(
    planned(machines('http://10.0.0.1/24.04/SHA256SUMS', 'http://10.0.0.1/images/22.04/SHA256SUMS')).text,
    machines('http://httpd-http/images/24.04/SHA256SUMS', 'http://httpd-http/images/22.04/SHA256SUMS'),
  );
  const same = values('http://10.0.0.1/images/a-std-b.qcow2', 'http://10.0.0.2:6180/images/a-std-b.qcow2');
  assert.equal(
    planned(same, LIVE).text,
    values('http://httpd-http/images/a-std-b.qcow2', 'http://httpd-http/images/a-std-b.qcow2'),
  );
});

test('planFix leaves images that a BMC fetches, with a hint about host names', () => {
  const texts = [
    'isoURL: http://10.0.0.1/images/a.iso\n',
    'boot: {iso_url: "http://10.0.0.1/images/a.img"}\n',
    'media: http://10.0.0.1/images/a.iso\nsum: http://10.0.0.1/images/a.iso.sha256\n',
    'image: {url: http://10.0.0.1/images/a.raw, format: live-iso}\n',
    'kind: DataImage\nspec: {url: http://10.0.0.1/images/a.iso}\n',
    'kind: Metal3Machine\nspec: {image: {url: http://10.0.0.1/images/a.iso, diskFormat: live-iso}}\n',
    'kind: Metal3MachineTemplate\nspec: {template: {spec: {image: {url: http://10.0.0.1/images/a.iso}}}}\n',
    'kind: ConfigMap\nmetadata: {name: ironic}\ndata: {DEPLOY_ISO_URL: http://10.0.0.1/ipa.iso, sum: http://10.0.0.1/a.iso.sha256}\n',
  ];
  for (const text of texts) {
    const plan = planned(text, LIVE);
    assert.deepEqual([plan.text, plan.fixed], [text, []]);
    const found = judgedText(text).located;
    assert.ok(found.length > 0, text);
    for (const { finding } of found) assert.equal(finding.replacement, undefined);
  }
  const [finding] = judgedText(texts[0] ?? '').located;
  assert.equal(
    finding?.finding.hint,
    'use a host name that the BMC can resolve, unlike the names of in-cluster services',
  );
});
