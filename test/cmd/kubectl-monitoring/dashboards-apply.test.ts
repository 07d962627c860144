import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { call } from '../../support/http.ts';
import type { RelayOptions } from '../../support/relay.ts';
import { refusal } from '../../support/relay-answers.ts';
import { plainText, type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openSidecar, type SidecarStage } from '../../support/sidecar-stage.ts';

interface Given {
  name: string;
  kind?: 'ConfigMap' | 'Secret';
  namespace?: string;
  label?: string;
  title?: string;
  uid?: string;
  key?: string;
}

const container = ({
  name,
  kind = 'ConfigMap',
  namespace,
  label = 'grafana_dashboard: "1"',
  title = name,
  uid = name,
  key = `${name}.json`,
}: Given): string => `apiVersion: v1
kind: ${kind}
metadata:
  name: ${name}
${namespace ? `  namespace: ${namespace}\n` : ''}  labels:
    ${label}
${kind === 'Secret' ? 'stringData' : 'data'}:
  ${key}: |
    {"uid": "${uid}", "title": "${title}", "schemaVersion": 39, "panels": []}
`;

const WRITTEN = 'written by the sidecar in pod NS/grafana-0';

/** The plan, in which the namespace is as wide as its title. */
const planned = (name: string, change = 'created', owner = '<none>'): string =>
  `NAMESPACE   NAME${' '.repeat(Math.max(0, name.length - 4))}   CHANGE${' '.repeat(change.length - 6)}   MANAGED BY
NS   ${name.padEnd(4)}   ${change}   ${owner}

`;

const nextOf = (name: string): string =>
  `Next: kubectl monitoring dashboards doctor ${name} -n NS --kubeconfig KUBECONFIG\n`;

for (const kind of servers())
  describe(`dashboards apply on the ${kind.name} server`, () => {
    let server: TestServer | undefined;
    let stage: SidecarStage;
    let config: string;
    before(async () => {
      server = await kind.start();
      stage = await openSidecar(server);
      config = await stage.kubeconfig();
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const pathOf = (name: string, plural = 'configmaps') =>
      `/api/v1/namespaces/${stage.namespace}/${plural}/${name}`;
    const stored = async (name: string, plural?: string) => {
      const { status, json } = await call(stage.server.admin, { path: pathOf(name, plural) });
      return status === 200 ? json : undefined;
    };
    const patch = (name: string, body: object, manager = 'kubectl-patch') =>
      call(stage.server.admin, {
        method: 'PATCH',
        path: `${pathOf(name)}?fieldManager=${manager}`,
        body,
      });
    const run = async (
      argv: string[],
      { kubeconfig = config, ...options }: RunOptions & { kubeconfig?: string } = {},
    ): Promise<Ran> => {
      const ran = await runCommand(
        program,
        ['dashboards', 'apply', ...argv, '--kubeconfig', kubeconfig],
        options,
      );
      const names = { [kubeconfig]: 'KUBECONFIG', [stage.folder]: 'FOLDER', [stage.namespace]: 'NS' };
      return { code: ran.code, stdout: plainText(ran.stdout, names), stderr: plainText(ran.stderr, names) };
    };
    const apply = (text: string, words = '-y', options: Parameters<typeof run>[1] = {}): Promise<Ran> =>
      run(['-', ...words.split(' ').filter(Boolean)], { stdin: Readable.from([text]), ...options });
    const applyBehind = async (relayed: RelayOptions, text: string, words?: string): Promise<Ran> =>
      apply(text, words, { kubeconfig: await stage.kubeconfig(relayed) });
    /** With a user who answers no; without what the prompt does to the terminal. */
    const asked = async (text: string): Promise<Ran> => {
      const file = join(stage.folder, 'asked.yaml');
      writeFileSync(file, text);
      const ran = await run([file], { stdin: Readable.from(['n\n']), interactive: true });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape codes of a terminal
      return { ...ran, stderr: ran.stderr.replaceAll(/\u001b\[\d+[A-Z]|\r/g, '') };
    };
    const write = (file: string, text: string) => writeFileSync(join(stage.folder, file), text);

    test('a new dashboard is created, and the run ends when the sidecar has written its files', async () => {
      assert.deepEqual(await apply(container({ name: 'shop' })), {
        code: 0,
        stdout: `configmap/shop created, ${WRITTEN}\n`,
        stderr: `${planned('shop')}NS/shop: done (${WRITTEN})\n`,
      });
    });

    test('a dashboard that is as in the file is unchanged, and nothing is asked', async () => {
      await apply(container({ name: 'same' }));
      const was = await stored('same');
      assert.deepEqual(await apply(container({ name: 'same' }), ''), {
        code: 0,
        stdout: `configmap/same unchanged, ${WRITTEN}\n`,
        stderr: `NS/same: done (${WRITTEN})\n`,
      });
      assert.deepEqual(await stored('same'), was);
    });

    test('a change is waited for until the sidecar has written it', async () => {
      await apply(container({ name: 'changed' }));
      stage.hold(true);
      const ran = await apply(container({ name: 'changed', title: 'New changed' }), '-y', {
        onStderr: (text) => text.includes('not written yet') && stage.hold(false),
      });
      assert.deepEqual(ran, {
        code: 0,
        stdout: `configmap/changed configured, ${WRITTEN}\n`,
        stderr: `${planned('changed', 'configured')}changed: pod NS/grafana-0: not written yet: changed.json
NS/changed: done (${WRITTEN})
`,
      });
      assert.match((await stored('changed')).data['changed.json'], /"title": "New changed"/);
    });

    test('a label that makes no sidecar write anything is not waited for', async () => {
      await apply(container({ name: 'relabelled' }));
      const text = container({ name: 'relabelled' }).replace('  labels:', '  labels:\n    team: a');
      const { code, stdout } = await applyBehind(
        {
          // It has been rotated since.
          before: ({ path }) => (path.includes('/log?') ? (response) => response.end('') : undefined),
        },
        text,
      );
      assert.equal(code, 0);
      assert.equal(
        stdout,
        'configmap/relabelled configured, but it is not known whether it is shown: pod NS/grafana-0: its log does not show when it wrote the files\n',
      );
    });

    test('-o json has the result as data', async () => {
      const { code, stdout } = await apply(container({ name: 'data' }), '-y -o json');
      const { kind: result, verdict, items } = JSON.parse(stdout);
      assert.deepEqual([code, result, verdict, items.length], [0, 'DashboardApplyList', 'applied', 1]);
      assert.deepEqual(
        [items[0].metadata, items[0].resource, items[0].message],
        [{ name: 'data', namespace: 'NS' }, 'configmap/data', `created, ${WRITTEN}`],
      );
    });

    test('--no-wait ends after the dashboard is applied', async () => {
      const { code, stdout } = await apply(container({ name: 'fast' }), '-y --no-wait');
      assert.deepEqual([code, stdout], [0, 'configmap/fast created\n']);
    });

    test('files, folders and Lists are read, other objects are left out', async () => {
      write(
        'one.yaml',
        `${container({ name: 'one' })}---\n{ apiVersion: v1, kind: ConfigMap, metadata: { name: settings }, data: { a: b } }\n`,
      );
      const item = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'two', labels: { grafana_dashboard: '1' } },
      };
      const data = {
        'two.json': JSON.stringify({ uid: 'two', title: 'two', schemaVersion: 39, panels: [] }),
      };
      write('two.json', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [{ ...item, data }] }));
      const ran = await run([join(stage.folder, 'one.yaml'), join(stage.folder, 'two.json'), '-y']);
      assert.equal(ran.stdout, `configmap/one created, ${WRITTEN}\nconfigmap/two created, ${WRITTEN}\n`);
      assert.equal(await stored('settings'), undefined);
    });

    test('a container in a namespace that the sidecar does not search is applied, and not shown', async () => {
      const { code, stdout, stderr } = await apply(container({ name: 'far', namespace: 'default' }));
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(
        stderr,
        /\nerror: created, but not shown: the sidecar of StatefulSet NS\/grafana searches only its own namespace NS, not default\nNext: kubectl monitoring dashboards doctor far -n default --kubeconfig KUBECONFIG\n$/,
      );
    });

    test('a container without the label is applied, and the run ends at once with the reason', async () => {
      assert.deepEqual(await apply(container({ name: 'lost', label: 'other: "1"' })), {
        code: 1,
        stdout: '',
        stderr: `${planned('lost')}NS/lost: failed (label-missing)
error: created, but not shown: the sidecar of StatefulSet NS/grafana looks for grafana_dashboard=1; the ConfigMap does not have that label
${nextOf('lost')}`,
      });
      assert.ok(await stored('lost'));
    });

    test('if the log of the sidecar cannot be read, the run says so, and does not call it shown', async () => {
      const why = 'but it is not known whether it is shown: pod NS/grafana-0: its log cannot be read: no';
      assert.deepEqual(
        await applyBehind(
          { before: ({ path }) => (path.includes('/log?') ? refusal(403, 'Forbidden', 'no') : undefined) },
          container({ name: 'unseen' }),
        ),
        {
          code: 0,
          stdout: `configmap/unseen created, ${why}\n`,
          stderr: `${planned('unseen')}NS/unseen: done (${why})\n${nextOf('unseen')}`,
        },
      );
    });

    test('of a log with very long lines, fewer are read, so that the last ones are not cut', async () => {
      const asked: (string | null)[] = [];
      const ran = await applyBehind(
        {
          before: ({ path }) => {
            const tail = new URLSearchParams(path.split('?')[1]).get('tailLines');
            if (!path.includes('/log?')) return undefined;
            asked.push(tail);
            return tail === '5000' ? (response) => response.end('x'.repeat(5 * 1024 * 1024)) : undefined;
          },
        },
        container({ name: 'chatty' }),
      );
      assert.equal(ran.stdout, `configmap/chatty created, ${WRITTEN}\n`, ran.stderr);
      assert.deepEqual(asked.slice(0, 2), ['5000', '500']);
      const { stdout } = await applyBehind(
        {
          before: ({ path }) =>
            path.includes('/log?') ? (response) => response.end('x'.repeat(5 * 1024 * 1024)) : undefined,
        },
        container({ name: 'chattier' }),
      );
      assert.match(stdout, /its log cannot be read: its last lines are longer than 4 MiB\n$/);
    });

    test('if no workload can be listed, the run says so, and does not say that there is no sidecar', async () => {
      const { code, stdout } = await applyBehind(
        { before: ({ path }) => (path.includes('/apps/v1/') ? refusal(403, 'Forbidden', 'no') : undefined) },
        container({ name: 'blind' }),
      );
      assert.deepEqual(
        [code, stdout],
        [
          0,
          'configmap/blind created, but it is not known whether it is shown: deployments could not be read: no; statefulsets could not be read: no\n',
        ],
      );
    });

    test('if the pods cannot be listed, the run says so, and does not say that none is ready', async () => {
      const { code, stdout, stderr } = await applyBehind(
        { before: ({ path }) => (/\/pods(\?|$)/.test(path) ? refusal(403, 'Forbidden', 'no') : undefined) },
        container({ name: 'podless' }),
      );
      assert.deepEqual(
        [code, stdout],
        [
          0,
          'configmap/podless created, but it is not known whether it is shown: the pods with the sidecar of StatefulSet NS/grafana could not be read\n',
        ],
        stderr,
      );
    });

    test('an API server that is away while the run waits is asked again', async () => {
      let times = 0;
      const { code, stdout, stderr } = await applyBehind(
        {
          before: ({ method, path }) => {
            if (method !== 'GET' || path !== pathOf('patient')) return undefined;
            times += 1;
            return times === 2 ? refusal(500, 'InternalError', 'no') : undefined;
          },
        },
        container({ name: 'patient' }),
      );
      assert.deepEqual([code, stdout], [0, `configmap/patient created, ${WRITTEN}\n`], stderr);
      assert.match(stderr, /\npatient: Error from server \(InternalError\): no\n/);
    });

    test('an error of the sidecar ends the run with its words', async () => {
      stage.hold(true);
      stage.say((time) => [
        `${time} {"time": "x", "level": "ERROR", "msg": "Error: insufficient privileges to create /tmp/dashboards. Skipping broken.json."}`,
      ]);
      const { code, stderr } = await apply(container({ name: 'broken' }));
      stage.hold(false);
      stage.say(() => []);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /\nerror: created, but not shown: pod NS\/grafana-0: Error: insufficient privileges to create \/tmp\/dashboards\. Skipping broken\.json\n/,
      );
    });

    test('a dashboard that is not written in time is named, and the exit code is 124', async () => {
      stage.hold(true);
      const ran = await apply(container({ name: 'slow' }), '-y --timeout=0s');
      stage.hold(false);
      const why = 'not written in time: pod NS/grafana-0: not written yet: slow.json';
      assert.deepEqual(ran, {
        code: 124,
        stdout: '',
        stderr: `${planned('slow')}NS/slow: failed (${why})\nerror: created, ${why}\n${nextOf('slow')}`,
      });
    });

    test('a dashboard that is deleted meanwhile is not called shown', async () => {
      let isApplied = false;
      const { code, stderr } = await applyBehind(
        {
          before: async ({ method, path }) => {
            if (isApplied && method === 'GET' && path === pathOf('gone'))
              await call(stage.server.admin, { method: 'DELETE', path });
            isApplied ||= method === 'PATCH' && !path.includes('dryRun');
            return undefined;
          },
        },
        container({ name: 'gone' }),
      );
      assert.equal(code, 1);
      assert.match(stderr, /\nerror: created, but not shown: it was deleted meanwhile\n/);
    });

    for (const [what, data] of [
      ['replaced', { 'theirs.json': null, 'raced.json': '{}' }],
      ['removed', { 'raced.json': null }],
    ] as const)
      test(`a file that another client has ${what} meanwhile is not called written`, async () => {
        let isApplied = false;
        const { code, stderr } = await applyBehind(
          {
            before: async ({ method, path }) => {
              if (isApplied && method === 'GET' && path === pathOf('raced')) await patch('raced', { data });
              isApplied ||= method === 'PATCH' && !path.includes('dryRun');
              return undefined;
            },
          },
          container({ name: 'raced' }),
        );
        assert.equal(code, 1);
        assert.match(stderr, /\nerror: \w+, but not shown: another client changed raced\.json meanwhile\n/);
      });

    test('an interruption of a request that is not answered says that its result is not known', async () => {
      const interruption = new AbortController();
      const { code, stdout, stderr } = await apply(container({ name: 'mute' }), '-y', {
        interrupted: interruption.signal,
        kubeconfig: await stage.kubeconfig({
          before: ({ method, path }) => {
            if (method !== 'PATCH' || path.includes('dryRun')) return undefined;
            interruption.abort();
            return 'silence';
          },
        }),
      });
      assert.deepEqual([code, stdout], [130, '']);
      assert.match(stderr, /^Interrupted: it is not known whether the dashboard "mute" was applied$/m);
    });

    test('an interruption of the wait says what was applied', async () => {
      stage.hold(true);
      const interruption = new AbortController();
      const ran = await apply(container({ name: 'cut' }), '-y', {
        interrupted: interruption.signal,
        onStderr: (text) => text.includes('cut:') && interruption.abort(),
      });
      stage.hold(false);
      assert.deepEqual(ran, {
        code: 130,
        stdout: '',
        stderr: `${planned('cut')}cut: pod NS/grafana-0: not written yet: cut.json
Interrupted: created, and not known to be loaded
${nextOf('cut')}`,
      });
      assert.ok(await stored('cut'));
    });

    test('a user who declines changes nothing', async () => {
      assert.deepEqual(await asked(container({ name: 'asked' })), {
        code: 1,
        stdout: '',
        stderr: `${planned('asked')}Apply this dashboard? [y/N] n\nerror: not applied: nothing was changed\n`,
      });
      assert.equal(await stored('asked'), undefined);
    });

    test('a diff shows the fields of the dashboard, and changes nothing', async () => {
      await apply(container({ name: 'tried' }));
      const was = await stored('tried');
      assert.deepEqual(await apply(container({ name: 'tried', title: 'New tried' }), '--diff'), {
        code: 0,
        stdout: `configmap/tried -n NS
- data["tried.json"].title: tried
+ data["tried.json"].title: New tried
`,
        stderr: '',
      });
      assert.equal((await apply(container({ name: 'tried' }), '--diff')).stdout, 'Nothing would change.\n');
      const spaced = container({ name: 'tried' }).replace('39, ', '39,  ');
      assert.match((await apply(spaced, '--diff')).stdout, /^\+ data\["tried\.json"\]: .*39, {2}/m);
      assert.deepEqual(await stored('tried'), was);
    });

    test('a dry run prints the request, and changes nothing', async () => {
      const request = `# Step 1: Apply configmap/dry in namespace NS
PATCH /api/v1/namespaces/NS/configmaps/dry?fieldManager=kubectl-monitoring&force=true
Content-Type: application/apply-patch+yaml
{
  "apiVersion": "v1",
  "kind": "ConfigMap",
  "data": {
    "dry.json": "{\\"uid\\": \\"dry\\", \\"title\\": \\"dry\\", \\"schemaVersion\\": 39, \\"panels\\": []}\\n"
  },
  "metadata": {
    "labels": {
      "grafana_dashboard": "1"
    },
    "name": "dry",
    "namespace": "NS"
  }
}
`;
      assert.deepEqual(await apply(container({ name: 'dry' }), '--dry-run=client'), {
        ...{ code: 0, stdout: request, stderr: '' },
      });
      assert.deepEqual(await apply(container({ name: 'dry' }), '--dry-run=server'), {
        ...{ code: 0, stdout: `${request}# Server: accepted\n`, stderr: '' },
      });
      assert.equal(await stored('dry'), undefined);
    });

    test('the content of a Secret is in no output', async () => {
      const secret = (title: string) => container({ name: 'hidden', kind: 'Secret', title });
      const outputs: Ran[] = [];
      const see = async (ran: Promise<Ran>): Promise<Ran> => {
        outputs.push(await ran);
        return ran;
      };
      const { stdout: tried } = await see(apply(secret('hunter2'), '--dry-run=client'));
      assert.match(tried, /\n {2}"data": \{\n {4}"hidden\.json": "\*\*\* \(73 bytes\)"\n {2}\},\n/);
      assert.equal((await see(apply(secret('hunter2')))).stdout, `secret/hidden created, ${WRITTEN}\n`);
      assert.equal(
        (await see(apply(secret('hunter3'), '--diff'))).stdout,
        `secret/hidden -n NS
- data["hidden.json"]: "*** (73 bytes, before)"
+ data["hidden.json"]: "*** (73 bytes, after)"
`,
      );
      for (const words of ['--dry-run=server', '--diff -o json', '--dry-run=client -o yaml', '-y -o json'])
        assert.equal((await see(apply(secret('hunter3'), words))).code, 0, words);
      const changing = (body: string) =>
        body.replace(
          /"hidden\.json":"[^"]*"/,
          `"hidden.json":"${Buffer.from('hunter4').toString('base64')}"`,
        );
      const mutated = await see(
        applyBehind(
          {
            before: ({ method, body }) => (method === 'PATCH' ? { rewritten: changing(body) } : undefined),
          },
          secret('hunter5'),
        ),
      );
      assert.match(mutated.stderr, /data\["hidden\.json"\] would be another value/);
      for (const { stdout, stderr } of outputs)
        assert.doesNotMatch(stdout + stderr, /hunter|aHVudGVy|h1bnRlc|odW50ZX/);
      assert.match(
        Buffer.from((await stored('hidden', 'secrets')).data['hidden.json'], 'base64').toString(),
        /hunter3/,
      );
    });

    test('where the server rejects a Secret, its words are not shown, because they may quote it', async () => {
      const text = container({ name: 'quoted', kind: 'Secret' });
      const hidden = 'the reason is not shown, because it may have content of the Secret';
      assert.deepEqual(await apply(text.replace('\nstringData:', '\ntype: { a: hunter2 }\nstringData:')), {
        code: 1,
        stdout: '',
        stderr: `error: the server rejects the dashboard "quoted"; nothing was applied: ${hidden}
"kubectl apply --server-side --dry-run=server -f FILE" shows it.
`,
      });
      const unknown = text.replace('\nstringData:', '\nspec: [hunter2]\nimmutable: hunter2\nstringData:');
      const { stdout } = await apply(unknown, '--dry-run=client -o yaml');
      assert.match(stdout, /spec: "?'?\*\*\*/);
      assert.doesNotMatch(stdout, /hunter/);
      const denied = 'admission webhook "a.example" denied the request: hunter2';
      const late = await applyBehind(
        {
          before: ({ method, path }) =>
            method === 'PATCH' && !path.includes('dryRun') ? refusal(403, 'Forbidden', denied) : undefined,
        },
        text,
      );
      assert.equal(late.code, 1);
      assert.doesNotMatch(late.stderr, /hunter/);
      const missing = 'secrets "quoted" is forbidden: User "a" cannot patch resource "secrets"';
      const forbidden = await applyBehind(
        { before: ({ method }) => (method === 'PATCH' ? refusal(403, 'Forbidden', missing) : undefined) },
        text,
      );
      assert.match(forbidden.stderr, /User "a" cannot patch resource "secrets"/);
    });

    test('a file that is no longer in the container is removed, one of another user stays and is named', async () => {
      const both = container({ name: 'files' }) + container({ name: 'more' }).split('\ndata:\n')[1];
      await apply(both);
      await patch('files', { data: { 'theirs.json': '{}' } });
      const { code, stderr } = await apply(container({ name: 'files' }));
      assert.equal(code, 0, stderr);
      assert.match(
        stderr,
        /^Warning: configmap\/files in namespace NS keeps theirs\.json, which is not in your file: field manager "kubectl-patch" owns it\n/,
      );
      assert.deepEqual(Object.keys((await stored('files')).data), ['files.json', 'theirs.json']);
    });

    test('what kubectl apply and the server have added to a container in a file is not applied', async () => {
      const text = container({ name: 'exported' }).replace(
        '  labels:',
        `  uid: u\n  resourceVersion: "1"\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: old\n  labels:`,
      );
      assert.equal((await apply(text)).code, 0);
      assert.equal((await stored('exported')).metadata.annotations, undefined);
    });

    test('a dashboard of more than 262,144 bytes is applied', async () => {
      const text = container({ name: 'large' }).replace(
        '"panels"',
        `"description": "${'x'.repeat(300_000)}", "panels"`,
      );
      const { code, stdout, stderr } = await apply(text);
      assert.deepEqual([code, stdout], [0, `configmap/large created, ${WRITTEN}\n`], stderr.slice(0, 500));
    });

    test('a dashboard that a GitOps source manages is only applied if the user agrees, or with --accept=gitops', async () => {
      await apply(container({ name: 'owned' }));
      const labels = {
        'kustomize.toolkit.fluxcd.io/name': 'apps',
        'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
      };
      await patch('owned', { metadata: { labels } });
      const changed = container({ name: 'owned', title: 'New owned' });
      assert.deepEqual(await apply(changed), {
        code: 1,
        stdout: '',
        stderr: `error: a GitOps source manages the dashboard "owned"; nothing was applied
  gitops: Flux Kustomization "flux-system/apps" will revert the change
    change the dashboard in its source; to apply it until the next sync, run this again with --accept=gitops
`,
      });
      assert.deepEqual(await asked(changed), {
        code: 1,
        stdout: '',
        stderr: `${planned('owned', 'configured', 'Flux Kustomization "flux-system/apps"')}Flux Kustomization "flux-system/apps" will revert the change. Apply this dashboard anyway? [y/N] n
error: not applied: nothing was changed
`,
      });
      assert.match((await apply(changed, '--diff')).stdout, /title: New owned/);
      assert.equal((await apply(changed, '-y --accept=gitops')).code, 0);
    });

    test('a client that owns another file of the container is not called its source', async () => {
      await apply(container({ name: 'shared' }));
      await patch('shared', { data: { 'theirs.json': '{}' } }, 'a-controller');
      assert.equal((await apply(container({ name: 'shared', title: 'New shared' }))).code, 0);
      await patch('shared', { data: { 'shared.json': '{}' } }, 'a-controller');
      const { stderr } = await apply(container({ name: 'shared' }));
      assert.match(stderr, /gitops: field manager "a-controller" will revert the change/);
    });

    test('a uid or file that another container has is only applied if the user agrees, or with --accept=duplicates', async () => {
      await apply(container({ name: 'first' }));
      const ofUid = container({ name: 'second', uid: 'first' });
      const said =
        'second.json: first.json of ConfigMap NS/first has the uid first as well, so the UI stops saving all dashboards of its provider';
      assert.deepEqual(await apply(ofUid), {
        code: 1,
        stdout: '',
        stderr: `error: another container has the same file, uid or title as the dashboard "second"; nothing was applied
  duplicates: ${said}
    Give one of them another uid, or delete it. To apply it all the same, run this again with --accept=duplicates.
`,
      });
      assert.deepEqual(await asked(ofUid), {
        code: 1,
        stdout: '',
        stderr: `Warning: ${said}\n${planned('second')}Apply this dashboard anyway? [y/N] n\nerror: not applied: nothing was changed\n`,
      });
      const ofFile = container({ name: 'second', key: 'first.json' });
      assert.match(
        (await apply(ofFile)).stderr,
        /\n {2}duplicates: first\.json: first\.json of ConfigMap NS\/first is written to \/tmp\/dashboards\/first\.json as well/,
      );
      assert.equal(await stored('second'), undefined);
      assert.equal((await apply(ofUid, '-y --accept=duplicates')).code, 0);
      // Its own former version is no other container.
      assert.equal((await apply(container({ name: 'first', title: 'New first', uid: 'else' }))).code, 0);
    });

    test('if the containers of the cluster cannot be listed, a warning says that duplicates are not found', async () => {
      const { code, stderr } = await applyBehind(
        { before: ({ path }) => (/\/secrets\?/.test(path) ? refusal(403, 'Forbidden', 'no') : undefined) },
        container({ name: 'unlisted' }),
      );
      assert.equal(code, 0);
      assert.match(
        stderr,
        /^Warning: secrets could not be read, so duplicates among them are not found: no\n/,
      );
    });

    test('two containers with one uid in the files are found before anything is sent', async () => {
      const { code, stdout, stderr } = await apply(
        `${container({ name: 'left' })}---\n${container({ name: 'right', uid: 'left' })}`,
      );
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(
        stderr,
        /^stdin:\d+:\d+: critical .*\nerror: dashboards with critical findings are not applied\n"kubectl monitoring dashboards lint" shows how to fix each\.\n$/s,
      );
      assert.equal(await stored('left'), undefined);
    });

    test('two objects of one kind and name are refused', async () => {
      const twin = container({ name: 'twin' });
      assert.deepEqual(await apply(`${twin}---\n${twin}`), {
        code: 1,
        stdout: '',
        stderr: `stdin:14:9: critical object-twice: the ConfigMap twin is there twice in this file; first at stdin:4
error: dashboards with critical findings are not applied
"kubectl monitoring dashboards lint" shows how to fix each.
`,
      });
    });

    test('if admission rejects one dashboard, its words are printed, and none is applied', async () => {
      const said = 'admission webhook "a.example" denied the request: not on a Friday';
      assert.deepEqual(
        await applyBehind(
          {
            before: ({ method, path }) =>
              method === 'PATCH' && path.includes('/wrong?') ? refusal(403, 'Forbidden', said) : undefined,
          },
          `${container({ name: 'good' })}---\n${container({ name: 'wrong' })}`,
        ),
        {
          code: 1,
          stdout: '',
          stderr: `error: the dashboard "good" is not applied, because another dashboard is refused
error: the server rejects the dashboard "wrong"; nothing was applied: Error from server (Forbidden): ${said}
This is not a missing permission: an admission webhook rejected the request. Do what it says, or ask its owner.
`,
        },
      );
      assert.equal(await stored('good'), undefined);
    });

    test('an immutable container is not changed', async () => {
      await apply(container({ name: 'fixed' }).replace('\ndata:', '\nimmutable: true\ndata:'));
      const { code, stderr } = await apply(
        container({ name: 'fixed', title: 'New fixed' }).replace('\ndata:', '\nimmutable: true\ndata:'),
      );
      assert.equal(code, 1);
      assert.match(
        stderr,
        /^error: the server rejects the dashboard "fixed"; nothing was applied: .*immutable/,
      );
    });

    test('a dashboard that is being deleted is not applied', async () => {
      const held = container({ name: 'leaving' }).replace(
        '  labels:',
        '  finalizers: [a.example/b]\n  labels:',
      );
      await apply(held);
      await call(stage.server.admin, { method: 'DELETE', path: pathOf('leaving') });
      assert.deepEqual(await apply(held), {
        code: 1,
        stdout: '',
        stderr:
          'error: the dashboard "leaving" is being deleted; nothing was applied\nWait until it is gone, then run the same command again.\n',
      });
      await patch('leaving', { metadata: { finalizers: null } });
    });

    test('what "dashboards new" prints can be applied', async () => {
      const words = ['dashboards', 'new', 'fresh', '--names', 'upstream', '--kubeconfig', config];
      const { stdout: printed } = await runCommand(program, words);
      assert.deepEqual(
        [(await apply(printed)).stdout, (await stored('fresh')).metadata.labels],
        [`configmap/fresh created, ${WRITTEN}\n`, { grafana_dashboard: '1' }],
      );
    });

    test('a template of a chart is refused, and nothing is sent', async () => {
      const chart = join(stage.folder, 'chart');
      mkdirSync(join(chart, 'templates'), { recursive: true });
      writeFileSync(join(chart, 'Chart.yaml'), 'name: chart\n');
      writeFileSync(join(chart, 'templates', 'a.yaml'), container({ name: 'raw', title: '{{`{{pod}}`}}' }));
      assert.deepEqual(await run([chart, '-y']), {
        code: 1,
        stdout: '',
        stderr:
          'error: FOLDER/chart/templates/a.yaml is a template of a chart\nPass the rendered output of the chart: helm template CHART.\n',
      });
      assert.equal(await stored('raw'), undefined);
    });

    test('plain JSON is refused with the commands that make a container of it', async () => {
      assert.deepEqual(await apply('{"title": "Shop", "schemaVersion": 39, "panels": []}'), {
        code: 1,
        stdout: '',
        stderr: `error: stdin has a dashboard that is not in a ConfigMap or Secret
"kubectl monitoring dashboards new" puts a file into one with --file; "kubectl monitoring dashboards export" does it with one of the UI.
`,
      });
    });

    test('files without a dashboard are refused', async () => {
      assert.deepEqual(await apply('groups: []\n'), {
        code: 1,
        stdout: '',
        stderr: `error: no dashboard containers found in stdin
Pass ConfigMaps or Secrets that have dashboards: "kubectl monitoring dashboards new" prints one.
`,
      });
    });
  });
