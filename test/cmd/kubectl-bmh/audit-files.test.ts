import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { beforeAndAfter, host, template } from '../../lib/audit/file-texts.ts';
import { folderWith } from '../../support/folder.ts';
import { type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';

const [TEMPLATE, FIXED_TEMPLATE] = beforeAndAfter(template('$image'));
const [HOST] = beforeAndAfter(host('$image'));

/** A platform repository. */
const REPOSITORY = {
  'clusters/hosts.yaml': HOST,
  'clusters/workers.yaml': TEMPLATE,
  'clusters/kustomization.yaml': 'kind: Kustomization\nresources: [hosts.yaml, workers.yaml]\n',
  'charts/metal/Chart.yaml': 'name: metal\n',
  'charts/metal/templates/host.yaml': '{{ range .Values.hosts }}\nkind: BareMetalHost\n',
  'charts/metal/values.yaml': 'replicas: 3\n',
  '.github/workflows/audit.yaml': 'on: push\n',
};

const repository = (t: TestContext, more: Record<string, string> = {}): Promise<string> =>
  folderWith(t, { ...REPOSITORY, ...more });

/** Runs audit with a KUBECONFIG that does not exist. */
const run = (cwd: string, argv: string[], options: RunOptions = {}): Promise<Ran> =>
  runCommand(program, ['audit', ...argv], { cwd, env: { KUBECONFIG: '/dev/null/none' }, ...options });

const TEMPLATES = `Warning: ${join('charts', 'metal', 'templates')}: holds chart templates; audit the rendered output: helm template CHART | kubectl bmh audit -f -
`;
const LEFT = `Warning: ${join('clusters', 'hosts.yaml')}:8: 1 address not changed: once synced or applied, a changed image wipes a provisioned host that is not repaired yet; suspend its sync, repair its hosts (kubectl bmh repair HOST --accept gitops), then resume the sync, and pass --accept live-hosts
`;
const CHANGED = `Warning: ${join('clusters', 'workers.yaml')}:8: 1 address to change: existing machines keep their image, but a ClusterClass replaces the machines of a changed template; rename the template if a ClusterClass refers to it
`;
const SERVES =
  'Warning: the new addresses work only if httpd-http serves /images/node-std-ubuntu.qcow2; check that it does before you apply or sync the change\n';
const DIFF = `--- ${join('clusters', 'workers.yaml')}
+++ ${join('clusters', 'workers.yaml')}
@@ -5,5 +5,5 @@
   template:
     spec:
       image:
-        url: http://10.0.0.1/images/node-std-ubuntu.qcow2
+        url: http://httpd-http/images/node-std-ubuntu.qcow2
         checksum: http://httpd-http/images/node-std-ubuntu.qcow2.md5sum
`;

test('audit -f audits the files of a repository without a kubeconfig', async (t) => {
  const folder = await repository(t);
  assert.deepEqual(await run(folder, ['-f', '.']), {
    code: 1,
    stdout: `PLACE                        RULE         LEVEL   RESOURCE                        FIELD                          VALUE
clusters/hosts.yaml:8:10     ip-address   error   baremetalhost/worker-0          spec.image.url                 http://10.0.0.1/images/node-std-ubuntu.qcow2
clusters/workers.yaml:8:14   ip-address   error   metal3machinetemplate/workers   spec.template.spec.image.url   http://10.0.0.1/images/node-std-ubuntu.qcow2
`,
    stderr: `${TEMPLATES}2 findings in 5 objects of 5 files: 2 errors (-o wide shows how to fix each).\n`,
  });
  assert.deepEqual(await run(folder, ['-f', 'clusters', '-o', 'name']), {
    code: 1,
    stdout: 'clusters/hosts.yaml\nclusters/workers.yaml\n',
    stderr: '',
  });
});

test('audit -f groups the findings of files on a terminal, and says how to preview a fix', async (t) => {
  const folder = await repository(t);
  const { stdout } = await run(folder, ['-f', '.'], { columns: 80 });
  assert.equal(
    stdout,
    `ADDRESS    LEVEL     RULE         FOUND IN   FIELDS
10.0.0.1   x error   ip-address   2 files    2
To preview a fix of the files:
  kubectl bmh audit -f . --fix --diff
`,
  );
  const details = await run(folder, ['-f', '.', '--details', '--no-headers'], { columns: 100 });
  assert.match(details.stdout, /^hosts\.yaml:8:10 +ip-address +x error +bmh\/worker-0 +spec/);
  const narrow = await run(folder, ['-f', '.', '--details'], { columns: 60 });
  assert.equal(
    narrow.stdout.split('\n\n')[0],
    `PLACE:     ${join('clusters', 'hosts.yaml')}:8:10
RULE:      ip-address
LEVEL:     error
RESOURCE:  baremetalhost/worker-0
FIELD:     spec.image.url
VALUE:     http://10.0.0.1/images/node-std-ubuntu.qcow2`,
  );
});

test('audit -f does not advise a fix of files where --fix could rewrite nothing', async (t) => {
  const folder = await folderWith(t, {
    'host.yaml': HOST.replace(/http:\/\/10\.0\.0\.1\/(.*)/, '"http://10.0.0.1\\x2f$1"'),
  });
  const { stdout } = await run(folder, ['-f', '.'], { columns: 80 });
  assert.equal(
    stdout,
    `ADDRESS    LEVEL     RULE         FOUND IN    FIELDS
10.0.0.1   x error   ip-address   host.yaml   1
`,
  );
  const fixed = await run(folder, ['-f', '.', '--fix', '--diff', '--accept', 'live-hosts']);
  assert.equal(fixed.stdout, '');
  assert.match(fixed.stderr, /not changed: it is written with escapes/);
});

test('audit -f takes fields of objects that have no text form, such as a name that is a mapping', async (t) => {
  const name = '{toString: a}';
  const folder = await folderWith(t, {
    'map.yaml': `kind: ConfigMap\nmetadata: {name: ${name}}\ndata: {CACHEURL: http://10.0.0.1/images}\n`,
    'kustomization.yaml': `configMapGenerator:\n- name: ${name}\n  literals: [CACHEURL=http://10.0.0.1/images]\n`,
    'host.yaml': `apiVersion: ${name}\n${HOST.replace(/^apiVersion.*\n/, '')}`,
  });
  const { code, stdout, stderr } = await run(folder, ['-f', '.']);
  assert.deepEqual({ code, isBug: /bug|object Object/.test(stdout + stderr) }, { code: 1, isBug: false });
});

test('audit -f - reads stdin', async (t) => {
  const folder = await repository(t);
  const { code, stdout } = await run(folder, ['-f', '-', '--no-headers'], {
    stdin: Readable.from([Buffer.from(HOST)]),
  });
  assert.deepEqual(
    [code, stdout],
    [
      1,
      'stdin:8:10   ip-address   error   baremetalhost/worker-0   spec.image.url   http://10.0.0.1/images/node-std-ubuntu.qcow2\n',
    ],
  );
  assert.deepEqual(await run(folder, ['-f', '-', '--fix'], { stdin: Readable.from([Buffer.from(HOST)]) }), {
    code: 1,
    stdout: '',
    stderr: 'error: --fix cannot rewrite stdin\nName the files or folders with -f.\n',
  });
});

test('audit -f - ends when interrupted', async (t) => {
  const interrupt = new AbortController();
  const { CommandError } = await import('../../../lib/words/errors.ts');
  const running = run(await repository(t), ['-f', '-'], { interrupted: interrupt.signal });
  interrupt.abort(new CommandError('aborted', 'Interrupted.'));
  assert.equal((await running).code, 130);
});

test('audit -f exits with 2 if files cannot be checked', async (t) => {
  const folder = await folderWith(t, {
    'a.yaml': 'kind: [\n',
    'b.yaml': Buffer.from('\u00e9', 'latin1'),
    'c.yaml': '# clean\n',
    'd.yaml': '{{ if .x }}\na: 1\n',
    'tsconfig.json': '{\n  // a comment\n  "strict": true,\n}\n',
  });
  assert.deepEqual(await run(folder, ['-f', '.']), {
    code: 2,
    stdout: '',
    stderr: `Warning: a.yaml: is not valid YAML: line 2, column 1: Flow sequence in block collection must be sufficiently indented and end with a ]; fix the syntax
Warning: b.yaml: is not UTF-8; save it as UTF-8
Warning: d.yaml: is a template; audit the rendered output: helm template CHART | kubectl bmh audit -f -
No findings in 1 object of 1 file; not everything could be checked.
`,
  });
});

test('audit -f of a path that does not exist is unknown in every format', async (t) => {
  const folder = await folderWith(t, {});
  const reason = 'cannot be read: no such file or directory';
  const hint = 'pass a file, a folder, or - for stdin with -f';
  const warning = `Warning: gone.yaml: ${reason}; ${hint}\n`;
  assert.deepEqual(await run(folder, ['-f', 'gone.yaml']), {
    code: 2,
    stdout: '',
    stderr: `${warning}Nothing in gone.yaml could be checked.\n`,
  });
  const { code, stdout, stderr } = await run(folder, ['-f', 'gone.yaml', '-o', 'json']);
  assert.deepEqual([code, stderr], [2, warning]);
  const { run: record, ...result } = JSON.parse(stdout);
  assert.deepEqual([record.command, record.clusters], ['kubectl bmh audit -f gone.yaml -o json', []]);
  assert.deepEqual(result, {
    apiVersion: 'bmh.kubectl/v1',
    kind: 'AuditReport',
    verdict: 'unknown',
    exitCode: 2,
    items: [],
    notes: [],
    unread: [{ path: 'gone.yaml', reason, hint }],
  });
  const sarif = await run(folder, ['-f', 'gone.yaml', '-o', 'sarif']);
  const [{ invocations }] = JSON.parse(sarif.stdout).runs;
  assert.equal(invocations[0].executionSuccessful, false);
  assert.equal(invocations[0].toolExecutionNotifications[0].message.text, `gone.yaml: ${reason}; ${hint}`);
});

test('audit -f counts the paths in which nothing could be checked', async (t) => {
  const folder = await folderWith(t, { 'a.yaml': '{{ if .x }}\na: 1\n', 'b.yaml': '{{ if .x }}\nb: 1\n' });
  const { code, stderr } = await run(folder, ['-f', 'a.yaml', '-f', 'b.yaml']);
  assert.deepEqual([code, stderr.split('\n').at(-2)], [2, 'Nothing in any of the 2 paths could be checked.']);
});

test('audit -f reports addresses in which no client finds a host as invalid', async (t) => {
  const folder = await folderWith(t, {
    'a.yaml': host('http:/172.22.0.1/images/node-std-ubuntu.qcow2'),
    'values.yaml': 'image: http:172.22.0.1/images/node-std-ubuntu.qcow2\n',
  });
  const { code, stderr } = await run(folder, ['-f', '.']);
  assert.equal(code, 2);
  assert.match(stderr, /^Warning: a\.yaml:8: is not a valid address; fix the address$/m);
  assert.match(stderr, /^Warning: values\.yaml:1: is not a valid address; fix the address$/m);
});

test('audit shortens long values in tables, but not in JSON', async (t) => {
  const url = `http://10.0.0.1/${'a'.repeat(5000)}-std-b.qcow2`;
  const folder = await folderWith(t, { 'a.yaml': host(url) });
  for (const form of [[], ['-o', 'wide']]) {
    const { code, stdout } = await run(folder, ['-f', '.', ...form]);
    assert.equal(code, 1);
    assert.ok(stdout.length < 4000, `${stdout.length}`);
    assert.match(stdout, /http:\/\/10\.0\.0\.1\/a+\.\.\.a+-std-b\.qcow2/);
  }
  const { stdout } = await run(folder, ['-f', '.', '-o', 'json']);
  assert.equal(JSON.parse(stdout).items[0].value, url);
});

/** Paths without anything to check, and the warnings about them. */
const NOTHING: [what: string, path: string, files: Record<string, string>, said: string, isTold?: boolean][] =
  [
    ['an empty folder', '.', {}, ''],
    ['a folder without manifests', '.', { 'README.md': '# Hosts\n' }, ''],
    ['a text for people', 'README.md', { 'README.md': '# Hosts\n\nAll of them.\n' }, ''],
    ['a file of comments', 'a.yaml', { 'a.yaml': '# nothing yet\n' }, ''],
    ['an empty stdin', '-', {}, ''],
    [
      'the templates of a chart',
      'charts/metal/templates',
      REPOSITORY,
      'Warning: charts/metal/templates: holds chart templates; audit the rendered output: helm template CHART | kubectl bmh audit -f -\n',
    ],
    [
      'a template',
      'a.yaml',
      { 'a.yaml': '{{ if .x }}\na: 1\n' },
      'Warning: a.yaml: is a template; audit the rendered output: helm template CHART | kubectl bmh audit -f -\n',
      true,
    ],
    [
      'an address that is not there yet',
      'a.yaml',
      { 'a.yaml': host(`\${IMAGE}/a-std-b.qcow2`) },
      'Warning: a.yaml:8: is an address that depends on a variable; audit the rendered output: pipe it to kubectl bmh audit -f -\n',
      true,
    ],
  ];

for (const [what, path, files, said, isTold = false] of NOTHING)
  test(`audit -f is unknown for ${what}`, async (t) => {
    const folder = await folderWith(t, files);
    const again = (...words: string[]): Promise<Ran> =>
      run(folder, ['-f', path, ...words], { stdin: Readable.from([]) });
    const name = path === '-' ? 'stdin' : path;
    const nothing = `Warning: ${name}: found no YAML or JSON to check; pass manifests, or a folder of them, with -f\n`;
    const warning = isTold ? '' : nothing;
    assert.deepEqual(await again(), {
      code: 2,
      stdout: '',
      stderr: `${warning}${said}Nothing in ${name} could be checked.\n`,
    });
    const { code, stdout } = await again('-o', 'sarif');
    assert.deepEqual([code, JSON.parse(stdout).runs[0].invocations[0].executionSuccessful], [2, false]);
  });

test('audit -f reports every literal host, and exits with 2 for hosts that are variables', async (t) => {
  const folder = await folderWith(t, {
    'a.yaml': `${host(`http://172.22.0.1/images/$\{IMG}.qcow2`)}---\n${template('"http://172.22.0.1/images/{{ img }}"', "'{{ sum }}'")}`,
    'b.yaml': `a: http://172.22.0.1:$\{PORT}/a.qcow2\nb: http://$\{IP}/b.qcow2\nc: http://$\{IP}/c.qcow2\n`,
    'c.yaml': `${template('{{ .Values.url | quote }}')}`,
    'd.yaml': `kind: ConfigMap\nmetadata: {name: ironic}\ndata:\n  DEPLOY_KERNEL_URL: http://172.22.0.1/$\{K}\n  CACHEURL: http://$\{IP}/images\n`,
  });
  const open =
    'is an address that depends on a variable; audit the rendered output: pipe it to kubectl bmh audit -f -';
  const { code, stdout, stderr } = await run(folder, ['-f', '.', '--no-headers']);
  assert.deepEqual(
    [
      code,
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {3,}/).toSpliced(2, 3).join(' ')),
    ],
    [
      1,
      [
        `a.yaml:8:10 ip-address http://172.22.0.1/images/$\{IMG}.qcow2`,
        'a.yaml:18:15 ip-address http://172.22.0.1/images/{{ img }}',
        `b.yaml:1:4 ip-address http://172.22.0.1:$\{PORT}/a.qcow2`,
        `d.yaml:4:22 ip-address http://172.22.0.1/$\{K}`,
      ],
    ],
  );
  const places = ['a.yaml:19', 'b.yaml:2', 'b.yaml:3', 'c.yaml:8', 'd.yaml:5'];
  assert.equal(
    stderr.slice(
      0,
      stderr.lastIndexOf('Warning: ') + stderr.slice(stderr.lastIndexOf('Warning: ')).indexOf('\n') + 1,
    ),
    places.map((place) => `Warning: ${place}: ${open}\n`).join(''),
  );
  const { code: unknown } = await run(folder, ['-f', 'c.yaml']);
  const { code: open2 } = await run(
    await folderWith(t, { 'a.yaml': `a: 1\n---\nb: http://$\{IP}/b.qcow2\n` }),
    ['-f', '.'],
  );
  assert.deepEqual([unknown, open2], [2, 2]);
});

test('audit -f prints how many objects and files it checked', async (t) => {
  const folder = await folderWith(t, {
    'a.yaml': 'kind: ConfigMap\n---\nkind: Service\n',
    'b/values.json': '{"replicas": 3}\n',
    'c.md': '# not read\n',
  });
  assert.deepEqual(await run(folder, ['-f', '.']), {
    code: 0,
    stdout: '',
    stderr: 'No findings in 3 objects of 2 files.\n',
  });
  const { stdout } = await run(folder, ['-f', '.', '-o', 'json']);
  assert.deepEqual(JSON.parse(stdout).scope, { objects: 3, files: 2 });
});

test('audit -f sorts the findings of a file by level, then by line', async (t) => {
  const image =
    '{checksum: http://10.0.0.1/a-std-b.qcow2.md5sum, url: http://images.example.com/a-std-b.qcow2}';
  const folder = await folderWith(t, {
    'a.yaml': `kind: Metal3Machine\nother: http://10.0.0.1/a-std-b.qcow2\nspec:\n  image: ${image}\n`,
  });
  const { stdout } = await run(folder, ['-f', '.', '--no-headers']);
  assert.deepEqual(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {3,}/).slice(0, 3).join(' ')),
    ['a.yaml:2:8 ip-address error', 'a.yaml:4:21 ip-address error', 'a.yaml:4:64 outside-service warning'],
  );
});

test('audit -f gives the same hint for values as --fix, in every format', async (t) => {
  const folder = await folderWith(t, {
    'values.yaml': 'second:\n  image: http://10.0.0.1/images/node-std-ubuntu.qcow2\n',
  });
  const reason =
    'a host may be generated from it, and a changed image wipes a provisioned host that is not repaired yet';
  const todo =
    'suspend its sync, repair its hosts (kubectl bmh repair HOST --accept gitops), then resume the sync';
  const hint = `change it to http://httpd-http/images/node-std-ubuntu.qcow2; ${reason}: ${todo}`;
  const outputs = await Promise.all(
    ['wide', 'json', 'sarif'].map(async (output) => (await run(folder, ['-f', '.', '-o', output])).stdout),
  );
  for (const stdout of outputs) assert.ok(stdout.includes(hint), stdout);
  const { stderr } = await run(folder, ['-f', '.', '--fix', '--diff']);
  assert.ok(
    stderr.includes(`1 address not changed: ${reason}; ${todo}, and pass --accept live-hosts`),
    stderr,
  );
});

test('audit --fix --diff prints a diff for patch and writes nothing', async (t) => {
  const folder = await repository(t);
  assert.deepEqual(await run(folder, ['-f', '.', '--fix', '--diff']), {
    code: 1,
    stdout: DIFF,
    stderr: `${LEFT}${CHANGED}${SERVES}${TEMPLATES}1 address would be rewritten; no file was changed. 2 findings in 5 objects of 5 files: 2 errors (-o wide shows how to fix each).\n`,
  });
  assert.equal(await readFile(join(folder, 'clusters', 'workers.yaml'), 'utf8'), TEMPLATE);
});

test('audit --fix needs a terminal or -y, and changes no hosts without --accept', async (t) => {
  const folder = await repository(t);
  assert.deepEqual(await run(folder, ['-f', '.', '--fix']), {
    code: 1,
    stdout: '',
    stderr: `${DIFF}${LEFT}${CHANGED}${SERVES}error: cannot ask for confirmation: stdin is not a terminal\nUse --yes (-y) to skip the confirmation prompt.\n`,
  });
  const left = `clusters/hosts.yaml:8:10   ip-address   error   baremetalhost/worker-0   spec.image.url   http://10.0.0.1/images/node-std-ubuntu.qcow2\n`;
  assert.deepEqual(await run(folder, ['-f', '.', '--fix', '-y', '--no-headers']), {
    code: 1,
    stdout: left,
    stderr: `${DIFF}${LEFT}${CHANGED}${SERVES}${TEMPLATES}1 address rewritten. 1 finding in 5 objects of 5 files: 1 error (-o wide shows how to fix each).\n`,
  });
  assert.equal(await readFile(join(folder, 'clusters', 'workers.yaml'), 'utf8'), FIXED_TEMPLATE);
  assert.equal(await readFile(join(folder, 'clusters', 'hosts.yaml'), 'utf8'), HOST);
  const again = await run(folder, ['-f', '.', '--fix', '-y', '--no-headers']);
  assert.deepEqual([again.code, again.stdout], [1, left]);
  const accepted = await run(folder, ['-f', '.', '--fix', '-y', '--accept', 'live-hosts']);
  assert.deepEqual([accepted.code, accepted.stdout], [0, '']);
  assert.deepEqual(await run(folder, ['-f', '.']), {
    code: 0,
    stdout: '',
    stderr: `${TEMPLATES}No findings in 5 objects of 5 files.\n`,
  });
});

test('audit --fix -o json reports the fix', async (t) => {
  const folder = await repository(t);
  const { code, stdout } = await run(folder, ['-f', 'clusters', '--fix', '-y', '-o', 'json']);
  const { verdict, exitCode, items, fix } = JSON.parse(stdout);
  assert.deepEqual([code, verdict, exitCode, items.length], [1, 'findings', 1, 1]);
  assert.deepEqual(
    [fix.verdict, fix.preview, fix.items[0].replacement, fix.diagnostics.length],
    ['applied', false, 'http://httpd-http/images/node-std-ubuntu.qcow2', 3],
  );
});

/** As metal3 lays out Ironic and its operator. */
const KUSTOMIZE = {
  'ironic/overlays/prod/kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namePrefix: baremetal-operator-
resources: [../../base]
generatorOptions: {disableNameSuffixHash: true}
configMapGenerator:
- name: ironic-bmo-configmap
  behavior: merge
  envs:
  - ironic_bmo_configmap.env
  - gone.env
  literals:
  - IRONIC_ENDPOINT=http://172.22.0.2:6385/v1/
  - CACHEURL="http://172.22.0.1/images"
- name: fetch
  files: [get.sh=fetch.sh, https://example.com/other.sh]
secretGenerator:
- name: ironic-htpasswd
  envs: [auth.env]
  literals: [userData=curl http://172.22.0.9/hidden.qcow2]
`,
  'ironic/overlays/prod/ironic_bmo_configmap.env': [
    '\uFEFF# settings',
    'HTTP_PORT=6180',
    'PROVISIONING_IP=172.22.0.2',
    'DEPLOY_KERNEL_URL=http://172.22.0.2:6180/images/ipa.kernel',
    'IPA_BASEURI=http://172.22.0.3/ipa',
    `DEPLOY_RAMDISK_URL=http://$\{IP}/ipa.initramfs`,
    'NODE_IMAGE=http://172.22.0.1/images/node-std-ubuntu.qcow2',
    'DHCP_RANGE=172.22.0.10,172.22.0.100',
    '',
  ].join('\r\n'),
  'ironic/overlays/prod/fetch.sh': '#!/bin/sh\ncurl -O http://172.22.0.1/images/node-std-ubuntu.qcow2\n',
  'ironic/overlays/prod/auth.env': 'userData=http://172.22.0.9/hidden.qcow2\n',
  'config/default/ironic.env': 'IRONIC_ENDPOINT=http://172.22.0.2:6385/v1/\n',
};

test('audit -f checks files of Kustomization generators as the ConfigMaps that they generate', async (t) => {
  const folder = await folderWith(t, KUSTOMIZE);
  const { code, stdout, stderr } = await run(folder, ['-f', '.', '--no-headers']);
  const prod = 'ironic/overlays/prod';
  assert.deepEqual(
    [
      code,
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {3,}/).slice(0, 5).join(' ')),
    ],
    [
      1,
      [
        `${prod}/ironic_bmo_configmap.env:7:12 ip-address error configmap/ironic-bmo-configmap data.NODE_IMAGE`,
        `${prod}/fetch.sh:2:9 ip-address error configmap/fetch data["get.sh"]`,
        `${prod}/ironic_bmo_configmap.env:4:19 ip-address warning configmap/ironic-bmo-configmap data.DEPLOY_KERNEL_URL`,
        `${prod}/ironic_bmo_configmap.env:5:13 ip-address warning configmap/ironic-bmo-configmap data.IPA_BASEURI`,
        `${prod}/kustomization.yaml:14:15 ip-address warning configmap/ironic-bmo-configmap data.CACHEURL`,
        'config/default/ironic.env:1:17 ip-address note configmap/ironic data.IRONIC_ENDPOINT',
        `${prod}/ironic_bmo_configmap.env:3:17 ip-address note configmap/ironic-bmo-configmap data.PROVISIONING_IP`,
        `${prod}/kustomization.yaml:13:21 ip-address note configmap/ironic-bmo-configmap data.IRONIC_ENDPOINT`,
      ],
    ],
  );
  const build = 'audit the rendered output: kustomize build FOLDER | kubectl bmh audit -f -';
  assert.deepEqual(stderr.split('\n').slice(0, 3), [
    `Warning: ${prod}/ironic_bmo_configmap.env:6: is an address that depends on a variable; audit the rendered output: pipe it to kubectl bmh audit -f -`,
    `Warning: ${prod}/kustomization.yaml:11: refers to gone.env, which cannot be read: no such file or directory; ${build}`,
    `Warning: ${prod}/kustomization.yaml:16: refers to https://example.com/other.sh, which is not a file in the folder; ${build}`,
  ]);
  assert.doesNotMatch(stdout + stderr, /hidden|172\.22\.0\.9/);
  const secret = await run(folder, ['-f', '.', '--no-headers', '--secrets']);
  assert.match(secret.stdout, /auth\.env:1:\d+ +ip-address .*secret\/ironic-htpasswd/);
  assert.match(secret.stdout, /kustomization\.yaml:20:\d+ +ip-address .*secret\/ironic-htpasswd/);
  assert.doesNotMatch(secret.stdout, /hidden|172\.22\.0\.9/);
});

test('audit --fix changes only the addresses in files of Kustomization generators', async (t) => {
  const folder = await folderWith(t, KUSTOMIZE);
  const { code } = await run(folder, ['-f', '.', '--fix', '-y', '--accept', 'live-hosts']);
  assert.equal(code, 1);
  const old = 'http://172.22.0.1/images/node-std-ubuntu.qcow2';
  for (const [name, text] of Object.entries(KUSTOMIZE))
    assert.equal(
      await readFile(join(folder, name), 'utf8'),
      text.replace(old, old.replace('172.22.0.1', 'httpd-http')),
      name,
    );
});

test('audit -f reads files of a Kustomization only inside the folder, and each once', async (t) => {
  const folder = await folderWith(t, {
    'a/kustomization.yaml': `configMapGenerator:\n- name: ironic\n  envs: [../ironic.env, ../outside.env, .]\n- name: x\n  files: [hosts.yaml]\n`,
    'a/hosts.yaml': HOST,
    'ironic.env': 'CACHEURL=http://172.22.0.1/images\n',
    'outside.env': 'CACHEURL=http://172.22.0.1/images\n',
  });
  const whole = await run(folder, ['-f', '.', '-o', 'name']);
  assert.equal(whole.stdout, 'a/hosts.yaml\nironic.env\noutside.env\n');
  const { stdout, stderr } = await run(folder, ['-f', 'a', '--no-headers']);
  assert.deepEqual(
    [stdout.split('\n').length, stderr.match(/refers to [^;]*/g)],
    [
      2,
      [
        'refers to ../ironic.env, which is outside the folder',
        'refers to ../outside.env, which is outside the folder',
        'refers to ., which is not a file',
      ],
    ],
  );
  const piped = await run(folder, ['-f', '-'], {
    stdin: Readable.from([Buffer.from('configMapGenerator:\n- name: ironic\n  env: ironic.env\n')]),
  });
  assert.match(
    piped.stderr,
    /stdin:3: refers to the file ironic\.env; audit the rendered output: kustomize build/,
  );
});
