import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { create, expect } from '../../scenarios/requests.ts';
import { call } from '../../support/http.ts';
import type { RelayOptions } from '../../support/relay.ts';
import { refusal } from '../../support/relay-answers.ts';
import { plainText, type Ran, runCommand } from '../../support/run-command.ts';
import { servers } from '../../support/servers.ts';
import { openSidecar, PROVIDERS, type SidecarStage } from '../../support/sidecar-stage.ts';

const LABELS = { grafana_dashboard: '1' };
/** Its title has what controls a terminal. */
const HOSTILE = 'evil \u001b[31m\u202e';
const FORBIDDEN = refusal(403, 'Forbidden', 'no');

const dashboard = (uid: string, fields: object = {}): string =>
  JSON.stringify({ uid, title: uid, schemaVersion: 42, panels: [], ...fields });

for (const kind of servers())
  describe(`dashboards list and dashboards doctor on the ${kind.name} server`, () => {
    let stage: SidecarStage;
    let config: string;
    before(async () => {
      stage = await openSidecar(await kind.start());
      config = await stage.kubeconfig();
    });
    after(async () => {
      await stage?.stop();
      await stage?.server.stop();
    });
    const pathOf = (resource: string, name?: string): string =>
      `/api/v1/namespaces/${stage.namespace}/${resource}${name === undefined ? '' : `/${name}`}`;
    afterEach(async () => {
      stage.say(() => []);
      for (const resource of ['configmaps', 'secrets']) {
        const { json } = await expect(stage.server.admin, { path: pathOf(resource) }, 200);
        for (const { metadata } of json.items)
          if (metadata.name !== PROVIDERS)
            await call(stage.server.admin, { method: 'DELETE', path: pathOf(resource, metadata.name) });
      }
    });

    const run = async (words: string, kubeconfig = config): Promise<Ran> => {
      const ran = await runCommand(program, ['dashboards', ...words.split(' '), '--kubeconfig', kubeconfig], {
        now: new Date(),
      });
      const names = { [kubeconfig]: 'KUBECONFIG', [stage.namespace]: 'NS' };
      const plain = (text: string) => plainText(text, names).replaceAll(/\b\d+s$/gm, 'AGE');
      return { code: ran.code, stdout: plain(ran.stdout), stderr: plain(ran.stderr) };
    };
    /** Behind a relay that answers requests whose path matches with a refusal. */
    const without = async (path: RegExp, words: string): Promise<Ran> => {
      const before: RelayOptions['before'] = (request) => (path.test(request.path) ? FORBIDDEN : undefined);
      return run(words, await stage.kubeconfig({ before }));
    };
    const add = (
      name: string,
      data: Record<string, string>,
      { kind: of = 'ConfigMap', ...metadata }: { kind?: string; labels?: object; annotations?: object } = {},
    ) =>
      create(stage.server.admin, pathOf(`${of.toLowerCase()}s`), {
        ...{ apiVersion: 'v1', kind: of },
        metadata: { name, labels: LABELS, ...metadata },
        [of === 'Secret' ? 'stringData' : 'data']: data,
      });

    test('a dashboard that the sidecar has written is healthy', async () => {
      await add('shop', { 'shop.json': dashboard('shop') });
      assert.deepEqual(await run('doctor shop'), {
        code: 0,
        stdout: `NS/shop (ConfigMap): healthy
  shop.json: "shop", uid shop

Sidecar of StatefulSet NS/grafana: finds it, and its log shows it written in 1 of 1 pods
`,
        stderr: '',
      });
    });

    test('every reason is named, the most important first, with the command that fixes it', async () => {
      await add(
        'shop',
        { 'shop.json': '{', 'b.json': dashboard('b', { title: HOSTILE }) },
        { labels: { ui_dashboard: '1' } },
      );
      assert.deepEqual(await run('doctor shop'), {
        code: 1,
        stdout: `NS/shop (ConfigMap): degraded
  b.json: "evil \\x1b[31m\\u202e", uid b
  shop.json

label-of-other-names
  the sidecar of StatefulSet NS/grafana looks for grafana_dashboard=1; the ConfigMap has ui_dashboard instead.
  Set the label, also where the ConfigMap is kept in git.
  kubectl label configmap shop --overwrite grafana_dashboard=1 -n NS --kubeconfig KUBECONFIG

invalid-json: shop.json
  shop.json is not valid JSON, so the UI does not load it.
  Correct it where the lint shows the error.
  kubectl get configmap shop -o yaml -n NS --kubeconfig KUBECONFIG | kubectl monitoring dashboards lint - --kubeconfig KUBECONFIG

Sidecar of StatefulSet NS/grafana: does not find it
`,
        stderr: '',
      });
    });

    test('on a terminal, no line but a command is longer than it', async () => {
      await add('shop', { 'shop.json': '{' }, { labels: { ui_dashboard: '1' } });
      const words = ['dashboards', 'doctor', 'shop', '--kubeconfig', config];
      const { stdout } = await runCommand(program, words, { columns: 60 });
      const long = stdout.split('\n').filter((line) => line.length > 60);
      assert.ok(
        long.every((line) => line.startsWith('  kubectl ')),
        long.join('\n'),
      );
    });

    test('a title that is very long is cut in the table, and whole in other outputs', async () => {
      const title = 'x'.repeat(900_000);
      await add('shop', { 'shop.json': dashboard('shop', { title }), 'b.json': dashboard('b') });
      for (const words of ['list', 'list -o wide']) {
        const { stdout } = await run(words);
        assert.match(stdout, / x{117}\.\.\. /);
        assert.ok(stdout.length < 2000, `${stdout.length} characters`);
      }
      const { items } = JSON.parse((await run('list -o json')).stdout);
      assert.deepEqual(
        items.map((item: { title: string }) => item.title.length),
        [1, 900_000],
      );
    });

    test('of a Secret, no more than titles and uids is shown', async () => {
      await add(
        'shop',
        { 'shop.json': dashboard('shop', { password: 'hunter2' }), 'b.json': '{"hunter2"' },
        { kind: 'Secret' },
      );
      for (const words of [
        'doctor secret/shop',
        'doctor shop -o yaml',
        'list -o wide',
        'list -o json',
        'doctor shop -v=9',
      ]) {
        const { code, stdout, stderr } = await run(words);
        assert.ok(code === 0 || code === 1);
        assert.match(stdout, /shop/);
        assert.doesNotMatch(stdout + stderr, /hunter2|aHVudGVyM/);
      }
    });

    test('a file name that two containers have is named for both', async () => {
      await add('shop', { 'shop.json': dashboard('shop') });
      await add('other', { 'shop.json': dashboard('other') }, { kind: 'Secret' });
      assert.deepEqual(await run('list'), {
        code: 0,
        stdout: `NAME             FILE        VERDICT    REASON      TITLE   UID     FOLDER   AGE
configmap/shop   shop.json   degraded   same-file   shop    shop    <none>   AGE
secret/other     shop.json   degraded   same-file   other   other   <none>   AGE
`,
        stderr: '',
      });
      const { code, stdout } = await run('doctor configmap/shop');
      assert.equal(code, 1);
      assert.match(
        stdout,
        /\n {2}shop\.json of Secret NS\/other is written to \/tmp\/dashboards\/shop\.json as well: only the one/,
      );
    });

    test('a file that went with another container is named', async () => {
      await add('shop', { 'shop.json': dashboard('shop') });
      await add('other', { 'shop.json': dashboard('other') });
      await run('doctor shop');
      await call(stage.server.admin, { method: 'DELETE', path: pathOf('configmaps', 'other') });
      const { code, stdout } = await run('doctor shop');
      assert.equal(code, 1);
      assert.match(
        stdout,
        /\nfile-removed: shop\.json\n {2}pod grafana-0 has removed shop\.json, as it does/,
      );
      assert.match(
        stdout,
        /\n {2}kubectl rollout restart statefulset\/grafana -n NS --kubeconfig KUBECONFIG\n/,
      );
    });

    test('an error in the log is named, without the answer of the API server', async () => {
      await add('shop', { 'shop.json': dashboard('shop') });
      stage.say((time) => [
        `${time} {"level": "ERROR", "msg": "ApiException when calling kubernetes: (403)\\nReason: Forbidden\\nHTTP response body: long"}`,
      ]);
      const { code, stdout } = await run('doctor shop');
      assert.equal(code, 1);
      assert.match(
        stdout,
        /\nlog-error\n {2}the API server refuses the sidecar in pod grafana-0: ApiException when calling kubernetes: \(403\) Reason: Forbidden\.\n/,
      );
      assert.match(stdout, /\n {2}kubectl logs grafana-0 -c grafana-sc-dashboard --tail=50 -n NS /);
      assert.doesNotMatch(stdout, /long/);
    });

    test('a sidecar without permissions is named, as far as they can be told', async () => {
      await add('shop', { 'shop.json': dashboard('shop') });
      const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${stage.namespace}/rolebindings`;
      const { json } = await expect(stage.server.admin, { path: `${rbac}/grafana` }, 200);
      const reviews = /\/subjectaccessreviews/;
      assert.equal((await without(reviews, 'doctor shop')).code, 0);
      const unknown = await without(/\/subjectaccessreviews|\/rolebindings/, 'doctor shop');
      assert.equal(unknown.code, 2);
      assert.match(unknown.stdout, /Could not be read: permissions of system:serviceaccount:NS:default\n/);
      await call(stage.server.admin, { method: 'DELETE', path: `${rbac}/grafana` });
      try {
        const { code, stdout } = await without(reviews, 'doctor shop');
        assert.equal(code, 1);
        assert.match(
          stdout,
          /\nnot-allowed\n {2}the sidecar of StatefulSet NS\/grafana may not list configmaps in namespace NS \(service account default\)\.\n/,
        );
        assert.match(
          stdout,
          /\n {2}kubectl auth can-i list configmaps --as=system:serviceaccount:NS:default -n NS /,
        );
      } finally {
        const { metadata, ...binding } = json;
        await create(stage.server.admin, rbac, { ...binding, metadata: { name: metadata.name } });
      }
    });

    test('what cannot be read is said, and makes it unknown where it decides', async () => {
      await add('shop', { 'shop.json': dashboard('shop') });
      for (const [path, words, unread] of [
        [/\/log\?/, 'doctor shop', /Could not be read: log of pod grafana-0: no\n/],
        [/\/pods(\?|$)/, 'doctor shop', /Could not be read: pods in namespace NS\n/],
      ] as const) {
        const { code, stdout } = await without(path, words);
        assert.equal(code, 2, stdout);
        assert.match(stdout, /^NS\/shop \(ConfigMap\): unknown\n/);
        assert.match(stdout, unread);
      }
      const secrets = await without(/\/secrets(\?|$)/, 'list');
      assert.equal(secrets.code, 2);
      assert.match(secrets.stdout, /^configmap\/shop +shop\.json +healthy /m);
      assert.equal(secrets.stderr, 'Warning: secrets could not be read: no\n');
      assert.equal((await without(/\/api\/v1\/(secrets|configmaps)\?/, 'doctor shop')).code, 0);
      const workloads = await without(/\/(deployments|statefulsets)(\?|$)/, 'doctor shop');
      assert.equal(workloads.code, 2);
    });

    test('if only its own namespace can be read, that is said, and enough', async () => {
      await add('shop', { 'shop.json': dashboard('shop') });
      const { code, stderr } = await without(
        /^\/api(s\/apps)?\/v1\/(deployments|statefulsets|configmaps|secrets)\b/,
        'doctor shop',
      );
      assert.equal(code, 0);
      assert.deepEqual(
        stderr.split('\n').filter(Boolean).toSorted(),
        ['configmaps', 'deployments', 'secrets', 'statefulsets'].map(
          (what) => `Warning: ${what} could not be read: only those in namespace NS can be read`,
        ),
      );
    });

    test('a folder that the UI does not make is named, with its provider', async () => {
      await add(
        'shop',
        { 'shop.json': dashboard('shop') },
        { annotations: { 'k8s-sidecar-target-directory': 'Shop' } },
      );
      const { code, stdout } = await run('doctor shop');
      assert.equal(code, 1);
      assert.match(
        stdout,
        /\nfolder-ignored\n {2}the annotation k8s-sidecar-target-directory is "Shop", and the UI makes no folders of it: foldersFromFilesStructure is not set for its provider sidecarProvider\.\n/,
      );
      const unread = await without(/\/configmaps\/grafana-config-dashboards/, 'doctor shop');
      assert.equal(unread.code, 2);
      assert.match(unread.stdout, /Could not be read: providers of StatefulSet NS\/grafana\n/);
    });

    test('dashboards list -A has namespaces, and -o name what doctor takes', async () => {
      await add('shop', { 'shop.json': dashboard('shop') });
      const { stdout } = await run('list -A -o wide --no-headers');
      assert.match(stdout, /^NS +configmap\/shop +shop\.json +healthy +<none> +shop +shop +<none> +\d+s /m);
      const names = await run('list -o name');
      assert.equal(names.stdout, 'configmap/shop\n');
      const usual = await run('doctor shop');
      for (const name of [names.stdout.trim(), 'cm/shop', 'configmaps/shop', `${stage.namespace}/shop`])
        assert.deepEqual(await run(`doctor ${name}`), usual);
    });

    test('dashboards list on a narrow terminal has whole names, and gives up other columns for them', async () => {
      const name = 'shop-orders-of-the-last-month-by-region-and-supplier';
      await add(name, { 'shop.json': dashboard('shop') });
      const { stdout } = await runCommand(program, ['dashboards', 'list', '--kubeconfig', config], {
        columns: 80,
      });
      assert.match(stdout, /^NAME +VERDICT +AGE\n/);
      assert.match(stdout, new RegExp(`^configmap/${name} `, 'm'));
    });

    test('dashboards list says where there are none', async () => {
      assert.deepEqual(await run('list'), {
        code: 0,
        stdout: '',
        stderr: 'No resources found in NS namespace.\n',
      });
    });

    test('a container that is not there is not found', async () => {
      assert.deepEqual(await run('doctor shop'), {
        code: 1,
        stdout: '',
        stderr:
          'error: no ConfigMap or Secret "shop" found in namespace "NS"\nTo see what there is: kubectl monitoring dashboards list -A --kubeconfig KUBECONFIG\n',
      });
      assert.match((await run('doctor secret/shop')).stderr, /^error: no Secret "shop" found/);
    });

    test('the data names reasons, files and sidecars', async () => {
      await add('shop', { 'shop.json': dashboard('shop'), a: dashboard('a') });
      const { reason, reasons, files, items } = JSON.parse((await run('doctor shop -o json')).stdout);
      assert.deepEqual(
        [reason, reasons.map((one: { reason: string; file: string }) => [one.reason, one.file])],
        ['key-not-json', [['key-not-json', 'a']]],
      );
      assert.deepEqual(files, [
        { name: 'a', verdict: 'degraded', title: 'a', uid: 'a', folder: '' },
        { name: 'shop.json', verdict: 'healthy', title: 'shop', uid: 'shop', folder: '' },
      ]);
      assert.deepEqual(items, [
        {
          metadata: { name: 'grafana', namespace: 'NS' },
          verdict: 'healthy',
          workloadKind: 'StatefulSet',
          container: 'grafana-sc-dashboard',
          found: true,
          pods: [{ name: 'grafana-0', ready: true }],
          written: 1,
          unread: [],
        },
      ]);
    });

    test('a name of another form is refused', async () => {
      assert.match((await run('doctor Shop')).stderr, /^error: invalid resource name "Shop"/);
      assert.match(
        (await run('doctor a/shop -n b')).stderr,
        /^error: the namespace "a" of the dashboard contradicts --namespace "b"/,
      );
    });
  });
