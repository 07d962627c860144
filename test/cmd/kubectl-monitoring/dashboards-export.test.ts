import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { load } from 'js-yaml';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { newDashboard } from '../../../lib/dashboards/write/new-dashboard.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { isPrintable } from '../../../lib/words/text.ts';
import { allowUser } from '../../support/allowed-user.ts';
import { type Stored, send, standInUi, type UiOptions } from '../../support/dashboard-ui.ts';
import { call } from '../../support/http.ts';
import { listen } from '../../support/listen.ts';
import { holdParts } from '../../support/parts.ts';
import { type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openUiStage, type UiStage, type UiStageOptions } from '../../support/ui-stage.ts';

const PASSWORD = 'p"a:s s\'wörd';
const TOKEN = 'glsa_0123456789abcdef';

const MODEL = {
  ...newDashboard({ uid: '', title: '', job: 'shop' }),
  id: 4,
  iteration: 1,
  panels: [
    {
      id: 1,
      type: 'stat',
      title: 'Orders',
      description: 'Orders of the last hour.',
      datasource: { type: 'prometheus', uid: 'PBFA97CFB590B2093' },
      fieldConfig: { defaults: { unit: 'short' } },
      gridPos: { h: 8, w: 12, x: 0, y: 0 },
      targets: [
        {
          refId: 'A',
          datasource: { type: 'prometheus', uid: 'PBFA97CFB590B2093' },
          expr: 'sum(rate(orders_total[$__rate_interval]))',
          legendFormat: '{{job}}',
        },
      ],
    },
  ],
  templating: { list: [] },
};

const DASHBOARDS: readonly Stored[] = [
  { uid: 'AbC_1', title: 'Shop orders', folder: { uid: 'f1', title: 'Shop' }, model: MODEL },
  { uid: 'k8s', title: 'Nodes', file: 'kubernetes/nodes.json', model: { panels: [] } },
  { uid: 'ui-k8s', title: 'Pods', file: 'kubernetes/pods.json', updatable: true, model: { panels: [] } },
];

const V2: Stored = { uid: 'tabs', title: 'Tabs', v2: { converted: { title: 'Tabs', panels: [] } } };
const V2_ONLY: Stored = { uid: 'grid', title: 'Grid', v2: 'failed' };

/** What a UI may answer instead, and what is said then. */
const BROKEN: readonly { what: string; answer(response: ServerResponse): unknown; message: RegExp }[] = [
  {
    what: 'something else',
    answer: (response) => response.end('<!doctype html>'),
    message:
      /^error: pod grafana-0 by port-forward answered 200 with something other than what a dashboard UI answers\nCheck that a Grafana runs there, and that an address includes its path\.\n$/,
  },
  {
    what: 'an object where a list is expected',
    answer: (response) => response.end('{"uid":"a"}'),
    message: /^error: pod grafana-0 by port-forward answered 200 with something other than /,
  },
  {
    what: 'JSON that is too deep',
    answer: (response) => response.end('['.repeat(100_000)),
    message: /^error: pod grafana-0 by port-forward answered 200 with something other than /,
  },
  {
    what: 'an error',
    answer: (response) => response.writeHead(500).end('{"message":"database is locked\\u001b"}'),
    message:
      /^error: pod grafana-0 by port-forward answered 500: database is locked\\x1b\nCheck that it is a dashboard UI, and what its log says\.\n$/,
  },
  {
    what: 'a redirection',
    answer: (response) => response.writeHead(302, { location: '/grafana/' }).end(),
    message:
      /^error: the dashboard UI redirects: pod grafana-0 by port-forward answered 302\nIt is served at another path \(root_url\)\. Forward its port, and give the whole address: --ui-url http:\/\/localhost:3000\/PATH\.\n$/,
  },
];

/** The object of the dashboard AbC_1, up to its definition. */
const SHOP_ORDERS = `apiVersion: v1
kind: ConfigMap
metadata:
  name: shop-orders
  labels:
    ui_dashboard: "1"
  annotations:
    grafana_folder: Shop
data:
  shop-orders.json: |-
    {
      "id": null,
`;

for (const kind of servers())
  describe(`dashboards export, on the ${kind.name} server`, () => {
    let server: TestServer;
    let parts: { stop(): Promise<void> };
    before(async () => {
      server = await kind.start();
      parts = await holdParts(server);
    });
    after(async () => {
      await parts.stop();
      await server.stop();
    });

    interface Staged {
      stage: UiStage;
      asked: string[];
      /** Runs it with these words. What a run shows is checked for secrets; the namespace and the folder are UI and FOLDER. */
      run(words: readonly string[], options?: RunOptions): Promise<Ran>;
    }

    async function withStage(
      { ui, ...options }: { ui: UiOptions } & Partial<UiStageOptions>,
      work: (staged: Staged) => Promise<void>,
    ): Promise<void> {
      const { handler, asked } = standInUi(ui);
      const provider = '    foldersFromFilesStructure: true\n';
      const sidecar = { FOLDER_ANNOTATION: 'grafana_folder' };
      const stage = await openUiStage(server, { handler, provider, sidecar, ...options });
      const config = await stage.kubeconfig();
      try {
        await work({
          stage,
          asked,
          async run(words, more = {}) {
            const argv = ['dashboards', 'export', ...words];
            const where = words.includes('--ui-url') ? [] : ['--kubeconfig', config, '-n', stage.namespace];
            const ran = await runCommand(program, [...argv, ...where], { cwd: stage.folder, ...more });
            noSecretsIn(ran);
            const plain = (text: string): string =>
              text.replaceAll(stage.namespace, 'UI').replaceAll(stage.folder, 'FOLDER');
            return { ...ran, stdout: plain(ran.stdout), stderr: plain(ran.stderr) };
          },
        });
      } finally {
        await stage.stop();
      }
    }

    test('what comes from a UI at an address has the label that the sidecar of the cluster looks for', () =>
      withStage(
        { ui: { dashboards: [] }, sidecar: { LABEL: 'grafana_dashboard', LABEL_VALUE: '1' } },
        async ({ stage }) => {
          const ui = await listen(standInUi({ dashboards: DASHBOARDS }).handler);
          try {
            const from = [
              '--ui-url',
              `http://127.0.0.1:${ui.port}`,
              '--kubeconfig',
              await stage.kubeconfig(),
            ];
            const { code, stdout, stderr } = await runCommand(program, [
              'dashboards',
              'export',
              'AbC_1',
              ...from,
            ]);
            assert.equal(code, 0, stderr);
            assert.match(stdout, /\n {4}grafana_dashboard: "1"\n/);
          } finally {
            await ui.stop();
          }
        },
      ));

    test('what is exported passes the checks, is applied as it is, and is exported the same again', () =>
      withStage(
        { ui: { dashboards: DASHBOARDS, password: PASSWORD }, password: PASSWORD },
        async ({ stage, run }) => {
          const { code, stdout, stderr } = await run(['AbC_1']);
          assert.equal(code, 0, stderr);
          const file = join(stage.folder, 'shop.yaml');
          writeFileSync(file, stdout);
          const here = { cwd: stage.folder };
          const linted = await runCommand(program, ['dashboards', 'lint', file], here);
          assert.equal(linted.code, 0, linted.stdout);
          const { namespace } = stage;
          const where = ['-n', namespace, '--kubeconfig', await stage.kubeconfig()];
          const words = ['dashboards', 'apply', file, '-y', '--no-wait', ...where];
          const applied = await runCommand(program, words, here);
          assert.equal(applied.code, 0, applied.stderr);
          const { metadata, data } = load(stdout) as {
            metadata: { name: string };
            data: Record<string, string>;
          };
          const path = `/api/v1/namespaces/${namespace}/configmaps/${metadata.name}`;
          const { json } = await call(server.admin, { path });
          assert.deepEqual(json.data, data);
          // In the UI, it now comes from a file.
          const model = JSON.parse(Object.values(data)[0] ?? '');
          const { handler } = standInUi({ dashboards: [{ uid: model.uid, title: model.title, model }] });
          const ui = await listen(handler);
          try {
            const address = ['--ui-url', `http://127.0.0.1:${ui.port}`, '--folder', 'Shop'];
            const again = await run([model.uid, ...address]);
            assert.deepEqual(load(again.stdout), load(stdout));
          } finally {
            await ui.stop();
          }
        },
      ));

    const LOGIN = 'Uses the credentials of Secret UI/grafana for the dashboard UI.\n';
    const REPLACED = 'Replaced the data source PBFA97CFB590B2093 (prometheus) by the variable datasource.\n';

    test('lists the dashboards, and which of them come from files', () =>
      withStage(
        { ui: { dashboards: [...DASHBOARDS, V2], password: PASSWORD }, password: PASSWORD },
        async ({ run }) => {
          assert.deepEqual(await run([]), {
            code: 0,
            stdout: [
              'UID      TITLE         FOLDER   PROVISIONED\n',
              'k8s      Nodes         <none>   yes\n',
              'ui-k8s   Pods          <none>   yes\n',
              'tabs     Tabs          <none>   no\n',
              'AbC_1    Shop orders   Shop     no\n',
            ].join(''),
            stderr: LOGIN,
          });
          const { stdout } = await run(['-o', 'json']);
          const { items, ...result } = JSON.parse(stdout);
          assert.deepEqual(result, {
            apiVersion: 'monitoring.kubectl/v1',
            kind: 'DashboardExportList',
            verdict: 'healthy',
            exitCode: 0,
          });
          assert.deepEqual(items[3], {
            metadata: { name: 'shop-orders', namespace: '' },
            ...{ uid: 'AbC_1', title: 'Shop orders', folder: 'Shop', provisioned: false, file: null },
          });
        },
      ));

    test('what cannot be read of a list is said, and the exit code is 2', () =>
      withStage({ ui: { dashboards: [V2_ONLY] } }, async ({ run }) =>
        assert.deepEqual(await run([]), {
          code: 2,
          stdout: 'UID    TITLE   FOLDER   PROVISIONED\ngrid   Grid    <none>   <unknown>\n',
          stderr:
            'Warning: dashboard "Grid" could not be read: dashboard grid has the v2 schema, which many versions of the dashboard UI do not load from files\n',
        }),
      ));

    test('reads every page of a search, also where one is short', () => {
      const dashboards = Array.from({ length: 7 }, (_, at) => ({
        uid: `u${at}`,
        title: `T${at}`,
        model: { panels: [] },
      }));
      return withStage({ ui: { dashboards, page: 3 } }, async ({ run, asked }) => {
        const { stdout } = await run(['--no-headers']);
        assert.equal(stdout.split('\n').length - 1, 7);
        assert.equal(asked.filter((path) => path.startsWith('/api/search')).length, 4);
      });
    });

    test('exports a dashboard by its uid, and by its title', () =>
      withStage(
        { ui: { dashboards: DASHBOARDS, password: PASSWORD }, password: PASSWORD },
        async ({ run, asked }) => {
          const ran = await run(['AbC_1']);
          assert.deepEqual([ran.code, ran.stderr], [0, LOGIN + REPLACED]);
          assert.ok(ran.stdout.startsWith(SHOP_ORDERS), ran.stdout);
          assert.deepEqual(asked, ['/api/dashboards/uid/AbC_1']);
          const { data } = load(ran.stdout) as { data: Record<string, string> };
          const { id, uid, title, version, iteration, panels } = JSON.parse(data['shop-orders.json'] ?? '');
          assert.deepEqual(
            [id, uid, title, version, iteration],
            [null, 'AbC_1', 'Shop orders', 1, undefined],
          );
          assert.equal(panels[0].targets[0].datasource.uid, '\u0024{datasource}');
          for (const wanted of ['Shop orders', 'shop ORDERS']) assert.deepEqual(await run([wanted]), ran);
        },
      ));

    test('what is exported has no findings', () =>
      withStage({ ui: { dashboards: DASHBOARDS } }, async ({ run }) => {
        const { stdout } = await run(['AbC_1', '--secret']);
        assert.match(stdout, /^kind: Secret$/m);
        assert.deepEqual(
          await runCommand(program, ['dashboards', 'lint', '-'], { stdin: Readable.from([stdout]) }),
          { code: 0, stdout: 'No findings in 1 dashboard\n', stderr: '' },
        );
      }));

    test('the name, the folder and the label can be others', () =>
      withStage({ ui: { dashboards: DASHBOARDS } }, async ({ run }) => {
        const words = ['AbC_1', '--name', 'orders', '--folder', 'Sales', '--names', 'upstream'];
        const { stdout, stderr } = await run(words);
        const { metadata, data } = load(stdout) as { metadata: object; data: object };
        assert.deepEqual(metadata, {
          ...{ name: 'orders', labels: { grafana_dashboard: '1' } },
          annotations: { grafana_folder: 'Sales' },
        });
        assert.deepEqual(Object.keys(data), ['orders.json']);
        assert.match(stderr, /\nWarning: the folder is ignored unless /);
      }));

    test('a title that several dashboards have needs a uid, and one that none has is an error', () => {
      const dashboards = [
        { uid: 'a', title: 'Shop', folder: { uid: 'f', title: 'Old' } },
        { uid: 'b', title: 'Shop' },
        { uid: 'c', title: 'Shopping' },
      ];
      return withStage({ ui: { dashboards } }, async ({ run }) => {
        assert.deepEqual(await run(['Shop']), {
          code: 1,
          stdout: '',
          stderr: 'error: there are several dashboards "Shop"\nGive the uid of one of them: b, a (in Old).\n',
        });
        assert.deepEqual(await run(['Sh']), {
          code: 1,
          stdout: '',
          stderr:
            'error: there is no dashboard "Sh" in the dashboard UI\nDid you mean "Shop" or "Shopping"? Give the uid or the title of one. Without an argument, this command lists them.\n',
        });
        assert.equal(
          (await run(['Orders'])).stderr,
          'error: there is no dashboard "Orders" in the dashboard UI\nGive the uid or the title of one. Without an argument, this command lists them.\n',
        );
        assert.match((await run(['Shoping'])).stderr, /\nDid you mean "Shopping"\? Give the uid /);
      });
    });

    test('a dashboard of the v2 schema is exported as the UI converts it, or refused', () =>
      withStage(
        {
          ui: {
            dashboards: [{ ...V2, folder: { uid: 'f', title: 'Shop' } }, V2_ONLY],
            versions: ['v1beta1'],
          },
        },
        async ({ run }) => {
          const { code, stdout, stderr } = await run(['tabs']);
          assert.equal(code, 0);
          assert.match(stdout, /grafana_folder: Shop\n[\s\S]*"uid": "tabs"/);
          assert.equal(
            stderr,
            'Warning: the dashboard UI has it in the v2 schema and converted it: tabs, conditions and layouts may be lost. Compare it with "kubectl monitoring dashboards preview"\n',
          );
          assert.deepEqual(await run(['grid']), {
            code: 1,
            stdout: '',
            stderr:
              'error: dashboard grid has the v2 schema, which many versions of the dashboard UI do not load from files\nExport it again in the dashboard UI: Export, Export as code, model Classic.\n',
          });
        },
      ));

    test('a dashboard that comes from a file is exported with a warning', () =>
      withStage({ ui: { dashboards: DASHBOARDS } }, async ({ run }) =>
        assert.equal(
          (await run(['k8s'])).stderr,
          'Warning: the dashboard comes from a file already: two files with one uid keep the dashboard UI from reading either\n',
        ),
      ));

    test('texts of the UI are shown without what controls a terminal, and lead nowhere', () => {
      const dashboards = [
        {
          uid: 'evil',
          title: '\u001b]0;x\u0007\u202e../..\n',
          folder: { uid: 'f', title: '../../etc' },
          model: MODEL,
        },
      ];
      return withStage({ ui: { dashboards } }, async ({ run, stage }) => {
        const list = await run([]);
        const one = await run(['evil']);
        const all = await run(['--all', '--output-directory', 'out']);
        for (const { stdout, stderr } of [list, one, all]) assert.ok(isPrintable(stdout + stderr));
        assert.match(list.stdout, /^evil +\\x1b\]0;x\\x07\\u202e\.\.\/\.\.\\x0a +\.\.\/\.\.\/etc +no$/m);
        assert.match(
          one.stderr,
          /^Warning: the folder "\.\.\/\.\.\/etc" is not kept: it leads to another folder\. Give another one with --folder$/m,
        );
        assert.doesNotMatch(one.stdout, /annotations:\n/);
        assert.deepEqual(
          [all.stdout, readdirSync(join(stage.folder, 'out'))],
          ['out/0-x.yaml\n', ['0-x.yaml']],
        );
      });
    });

    test('--all writes a file for each dashboard that comes from none, and overwrites only when told', () => {
      const dashboards = [
        ...DASHBOARDS,
        { uid: 'other', title: 'Shop: Orders', model: { panels: [] } },
        V2_ONLY,
      ];
      return withStage({ ui: { dashboards } }, async ({ run, stage }) => {
        const words = ['--all', '--output-directory', 'out'];
        const first = await run(words);
        assert.deepEqual(first, {
          code: 1,
          stdout: 'out/shop-orders.yaml\nout/shop-orders-abc-1.yaml\n',
          stderr: [
            `Shop orders: ${REPLACED}`,
            'Skipped 2 dashboards that come from a file.\n',
            'error: dashboard "Grid" was not exported: dashboard grid has the v2 schema, which many versions of the dashboard UI do not load from files. Export it again in the dashboard UI: Export, Export as code, model Classic.\n',
          ].join(''),
        });
        const file = join(stage.folder, 'out', 'shop-orders.yaml');
        writeFileSync(file, 'mine');
        const again = await run(words);
        assert.deepEqual([again.code, again.stdout], [1, '']);
        assert.match(
          again.stderr,
          /^error: dashboard "Shop: Orders" was not exported: FOLDER\/out\/shop-orders\.yaml exists already\. Use --overwrite, or another folder\.$/m,
        );
        assert.equal(readFileSync(file, 'utf8'), 'mine');
        const forced = await run([...words, '--overwrite', '-o', 'json']);
        assert.deepEqual([forced.code, JSON.parse(forced.stdout).verdict], [1, 'failed']);
        assert.match(readFileSync(file, 'utf8'), /^apiVersion: v1\n/);
        assert.equal(readdirSync(join(stage.folder, 'out')).length, 2);
      });
    });

    test('one dashboard is written to a folder, and to no file that exists', () =>
      withStage({ ui: { dashboards: DASHBOARDS } }, async ({ run, stage }) => {
        const words = ['AbC_1', '--output-directory', join(stage.folder, 'new')];
        assert.deepEqual(await run(words), {
          code: 0,
          stdout: 'FOLDER/new/shop-orders.yaml\n',
          stderr: REPLACED,
        });
        assert.deepEqual(await run(words), {
          code: 1,
          stdout: '',
          stderr: 'error: FOLDER/new/shop-orders.yaml exists already\nUse --overwrite, or another folder.\n',
        });
        const { stdout } = await run([...words, '--overwrite', '-o', 'jsonpath={.items[0].file}']);
        assert.equal(stdout, 'FOLDER/new/shop-orders.yaml');
      }));

    test('an empty UI has nothing to list and to export', () =>
      withStage({ ui: {} }, async ({ run }) => {
        assert.deepEqual(await run([]), { code: 0, stdout: '', stderr: 'No resources found\n' });
        assert.deepEqual(await run(['--all', '--output-directory', 'a']), {
          code: 0,
          stdout: '',
          stderr: 'No dashboards to export\n',
        });
      }));

    describe('credentials', () => {
      const REFUSED = 'pod grafana-0 by port-forward answered 401';
      const HOW =
        'Give credentials for the dashboard UI with --http-config FILE: basic_auth, or authorization with the token of a service account.\n';

      test('of a file take the place of those of the pod', () =>
        withStage(
          { ui: { dashboards: DASHBOARDS, password: PASSWORD, token: TOKEN }, password: 'old' },
          async ({ run, stage }) => {
            const config = (text: string): string[] => {
              writeFileSync(join(stage.folder, 'http.yaml'), text);
              return ['AbC_1', '--http-config', 'http.yaml'];
            };
            for (const text of [
              `basic_auth: { username: admin, password: ${JSON.stringify(PASSWORD)} }`,
              `authorization: { credentials: ${TOKEN} }`,
            ])
              assert.equal((await run([...config(text), '-v=9'])).code, 0);
            assert.deepEqual(await run(config('authorization: { credentials: wrong }')), {
              code: 1,
              stdout: '',
              stderr: `error: the dashboard UI does not accept the credentials of --http-config: ${REFUSED}\nCheck them.\n`,
            });
            assert.deepEqual(await run(['AbC_1']), {
              code: 1,
              stdout: '',
              stderr: `${LOGIN}error: the dashboard UI does not accept the credentials of Secret UI/grafana: ${REFUSED}\nThe password may have been changed in the dashboard UI. ${HOW}`,
            });
          },
        ));

      test('that a pod does not name are asked for', () =>
        withStage({ ui: { password: PASSWORD } }, async ({ run }) =>
          assert.deepEqual(await run([]), {
            code: 1,
            stdout: '',
            stderr: `error: the dashboard UI asks for credentials: ${REFUSED}: Unauthorized\n${HOW}`,
          }),
        ));

      test('that may not read are an error', () =>
        withStage({ ui: { password: PASSWORD, isForbidden: true }, password: PASSWORD }, async ({ run }) =>
          assert.equal(
            (await run([])).stderr,
            `${LOGIN}error: the dashboard UI does not allow it: pod grafana-0 by port-forward answered 403\nUse credentials that may read all dashboards.\n`,
          ),
        ));

      test('in a Secret that the user may not read, or that is not there, are an error', () =>
        withStage({ ui: { password: PASSWORD }, password: PASSWORD }, async ({ run, stage }) => {
          const { namespace } = stage;
          const may = (group: string, resource: string, verb = 'list') => ({
            group,
            resource,
            verb,
            namespace,
          });
          await allowUser(server, { name: 'viewer', namespace }, [
            ...[may('apps', 'deployments'), may('apps', 'statefulsets'), may('', 'pods')],
          ]);
          const secret = 'Secret UI/grafana, which has the credentials of the dashboard UI';
          assert.deepEqual(await run(['--as', 'viewer']), {
            code: 1,
            stdout: '',
            stderr: `error: you are not allowed to read ${secret}\n${HOW}`,
          });
        }));

      test('are in no output, whatever the UI answers, also with -v=9', () => {
        const bodies: ((authorization: string) => unknown)[] = [
          (authorization) => ({ message: `no ${authorization} and ${PASSWORD}` }),
          (authorization) => ({ message: Buffer.from(PASSWORD).toString('base64') + authorization }),
          () => ({
            message: `${JSON.stringify(PASSWORD)} ${escapedHtml(PASSWORD)} ${encodeURIComponent(PASSWORD)}`,
          }),
          () => ({ message: Buffer.from(PASSWORD).toString('base64url') }),
        ];
        const answers = [401, 403, 406, 418, 500].flatMap((status) =>
          bodies.map((body) => ({ status, body })),
        );
        let answer = answers[0];
        const ui: UiOptions = {
          instead(_, response, { headers }) {
            send(response, answer?.status ?? 0, answer?.body(headers.authorization ?? ''));
            return true;
          },
        };
        return withStage({ ui, password: PASSWORD }, async ({ run }) => {
          for (answer of answers) {
            const { code } = await run(['AbC_1', '-v=9']);
            assert.equal(code, 1);
          }
        });
      });
    });

    test('a UI that speaks TLS is asked by TLS', () =>
      withStage(
        { ui: { dashboards: DASHBOARDS, password: PASSWORD }, password: PASSWORD, secure: true },
        async ({ run }) => assert.equal((await run(['AbC_1'])).code, 0),
      ));

    for (const { what, answer, message } of BROKEN)
      test(`a UI that answers ${what} is an error`, () => {
        const ui: UiOptions = {
          instead(_, response) {
            answer(response);
            return true;
          },
        };
        return withStage({ ui }, async ({ run }) => {
          const { code, stdout, stderr } = await run([]);
          assert.deepEqual([code, stdout], [1, '']);
          assert.match(stderr, message);
        });
      });

    test('an interruption ends the wait for a UI that does not answer', () => {
      const interruption = new AbortController();
      const ui: UiOptions = {
        instead() {
          interruption.abort(new CommandError('aborted', 'Interrupted (SIGINT).'));
          return true;
        },
      };
      return withStage({ ui }, async ({ run }) => {
        const { code } = await run([], { interrupted: interruption.signal });
        assert.equal(code, 130);
      });
    });

    test('a namespace without a dashboard UI, or with one that is not ready, is an error', () =>
      withStage({ ui: {} }, async ({ run, stage: { namespace, removePod } }) => {
        const sets = `/apis/apps/v1/namespaces/${namespace}/statefulsets/grafana`;
        await removePod();
        const { code, stderr } = await run([]);
        assert.equal(code, 1);
        assert.match(
          stderr,
          /^error: no pod of the dashboard UI UI\/grafana is ready\nFind out why: kubectl monitoring status -n UI --kubeconfig FOLDER\/\w+\.yaml\n$/,
        );
        await call(server.admin, { method: 'DELETE', path: sets });
        const gone = await run([]);
        assert.equal(gone.code, 1);
        assert.match(
          gone.stderr,
          /^error: there is no dashboard UI in namespace UI\nChoose its namespace with -n: kubectl monitoring status -A --kubeconfig FOLDER\/\w+\.yaml\. Or use its address: --ui-url URL\.\n$/,
        );
      }));
  });

describe('dashboards export --ui-url', () => {
  async function at(ui: UiOptions, words: readonly string[], login = ''): Promise<Ran> {
    const { handler } = standInUi(ui);
    const { port, stop } = await listen(handler);
    try {
      const ran = await runCommand(program, [
        ...['dashboards', 'export', ...words, '--ui-url', `http://${login}127.0.0.1:${port}/`],
      ]);
      noSecretsIn(ran);
      return { ...ran, stderr: ran.stderr.replaceAll(`127.0.0.1:${port}`, 'ADDRESS') };
    } finally {
      await stop();
    }
  }

  test('asks the UI at an address, with the credentials in it', async () => {
    const login = `admin:${encodeURIComponent(PASSWORD)}@`;
    const { code, stdout, stderr } = await at(
      { dashboards: DASHBOARDS, password: PASSWORD },
      ['AbC_1', '-v=9', '--server', 'https://127.0.0.1:1'],
      login,
    );
    assert.equal(code, 0);
    assert.ok(stdout.startsWith(SHOP_ORDERS), stdout);
    assert.match(
      stderr,
      /^Warning: no sidecar that loads dashboards was found \(.*\): check that the sidecar of the dashboard UI looks for the label of the object\n/m,
    );
  });

  test('says that its credentials are wrong, without them', async () =>
    assert.deepEqual(await at({ password: PASSWORD }, [], 'admin:wr0ng-secret@'), {
      code: 1,
      stdout: '',
      stderr:
        'error: the dashboard UI does not accept the credentials of the address: http://ADDRESS answered 401\nCheck them.\n',
    }));

  test('is an error where nothing answers', async () => {
    const { port, stop } = await listen(() => {});
    await stop();
    const { code, stderr } = await runCommand(program, [
      'dashboards',
      'export',
      '--ui-url',
      `http://127.0.0.1:${port}`,
    ]);
    assert.equal(code, 1);
    assert.match(stderr, /^error: http:\/\/127\.0\.0\.1:\d+: no response from /);
  });

  for (const [words, message] of [
    [
      ['--ui-url', 'ftp://a:secret@b'],
      'error: invalid value "ftp://***@b" for --ui-url\nUse an address such as http://localhost:3000.\n',
    ],
    [['a', '--all'], 'error: a dashboard and --all exclude each other\nGive one of them.\n'],
    [['--all'], 'error: --all needs a folder\nGive it with --output-directory.\n'],
    [
      ['--all', '--name', 'a'],
      'error: --name and --all exclude each other\nExport one dashboard to name its object.\n',
    ],
    [
      ['--output-directory', 'a'],
      'error: --output-directory needs a dashboard\nGive its uid or its title, or --all.\n',
    ],
    [['a', '--overwrite'], 'error: --overwrite needs a folder\nGive it with --output-directory.\n'],
    [
      ['a', '-o', 'json'],
      'error: -o is not for a dashboard on stdout, which is YAML\nOmit it, or write the dashboard to a folder with --output-directory.\n',
    ],
    [[''], 'error: the dashboard is empty\nGive its uid or its title.\n'],
    [
      ['a', '--folder', 'a/../b'],
      'error: invalid value "a/../b" for --folder: it leads to another folder\nUse the name of a folder of the dashboard UI.\n',
    ],
    [['--http-config', 'absent.yaml'], 'error: cannot read the HTTP configuration absent.yaml: ENOENT'],
  ] as const)
    test(`"dashboards export ${words.join(' ')}" is refused`, async () => {
      const { code, stdout, stderr } = await runCommand(program, ['dashboards', 'export', ...words]);
      assert.deepEqual([code, stdout], [1, '']);
      assert.ok(stderr.startsWith(message), stderr);
    });
});

const escapedHtml = (text: string): string => text.replaceAll('"', '&#34;').replaceAll("'", '&#39;');

/** Nothing may show a password or a token, also not encoded. */
function noSecretsIn({ stdout, stderr }: Ran): void {
  const login = Buffer.from(`admin:${PASSWORD}`).toString('base64');
  const encoded = Buffer.from(PASSWORD).toString('base64');
  for (const secret of [
    PASSWORD,
    encodeURIComponent(PASSWORD),
    JSON.stringify(PASSWORD).slice(1, -1),
    escapedHtml(PASSWORD),
    Buffer.from(PASSWORD).toString('base64url'),
    login,
    encoded,
    TOKEN,
    'wr0ng-secret',
  ])
    assert.ok(!(stdout + stderr).includes(secret), `a secret is shown: ${stderr}`);
}
