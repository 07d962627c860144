import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { addDeployment } from '../../scenarios/deployments.ts';
import { create } from '../../scenarios/requests.ts';
import { allowUser, permissions } from '../../support/allowed-user.ts';
import { call } from '../../support/http.ts';
import { writeKubeconfig } from '../../support/kubeconfig.ts';
import { type Ran, runCommand } from '../../support/run-command.ts';
import type { Endpoint, TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';

const client = `Client Version: ${program.version}\n`;

const OPERATOR = 'quay.io/metal3-io/baremetal-operator:v0.12.0';
const IRONIC = 'quay.io/metal3-io/ironic:v32.0';
const helm = (name: string, namespace: string) => ({
  'meta.helm.sh/release-name': name,
  'meta.helm.sh/release-namespace': namespace,
});

for (const kind of servers())
  describe(`kubectl bmh version on the ${kind.name} server`, () => {
    let server: TestServer;
    let folder: string;
    let serverVersion: { gitVersion: string };
    const suffix = randomBytes(3).toString('hex');
    const [first, second, empty] = [`metal-${suffix}`, `metal-two-${suffix}`, `no-metal-${suffix}`];
    before(async () => {
      server = await kind.start();
      folder = await mkdtemp(join(tmpdir(), 'bmh-version-'));
      serverVersion = (await call(server.admin, { path: '/version' })).json;
      const { admin } = server;
      for (const name of [first, second, empty]) {
        const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
        await create(admin, '/api/v1/namespaces', namespace);
      }
      const labels = { 'helm.sh/chart': 'baremetal-operator-0.9.2' };
      const marks = { labels, annotations: helm('bmo', first) };
      await addDeployment(admin, { namespace: first, name: 'controller', image: OPERATOR, ...marks });
      await addDeployment(admin, { namespace: first, name: 'ironic', image: IRONIC, ...marks });
      await addDeployment(admin, { namespace: first, name: 'web', image: 'web:v1', ...marks });
      await addDeployment(admin, { namespace: second, name: 'other', image: 'baremetal-operator@sha256:ab' });
    });
    after(async () => {
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const version = async (words: string[], endpoint: Endpoint = server.admin, namespace?: string) => {
      const file = join(folder, randomBytes(4).toString('hex'));
      await writeKubeconfig(file, endpoint, { ...(namespace && { namespace }) });
      return runCommand(program, ['version', '--kubeconfig', file, ...words]);
    };
    const good = (stdout: string): Ran => ({ code: 0, stdout, stderr: '' });
    const serverLine = () => `Server Version: ${serverVersion.gitVersion}\n`;

    test('lists every operator and Ironic in all namespaces, and each chart once', async () => {
      assert.deepEqual(
        await version([]),
        good(`${client}${serverLine()}Operator Version: baremetal-operator v0.12.0 (Deployment ${first}/controller)
Operator Version: baremetal-operator sha256:ab (Deployment ${second}/other)
Component Version: ironic v32.0 (Deployment ${first}/ironic)
Chart Version: baremetal-operator 0.9.2 (Helm release "${first}/bmo")
`),
      );
    });

    test('-n lists one namespace', async () => {
      assert.deepEqual(
        await version(['-n', second]),
        good(
          `${client}${serverLine()}Operator Version: baremetal-operator sha256:ab (Deployment ${second}/other)\n`,
        ),
      );
      assert.deepEqual(await version(['-n', empty]), {
        code: 0,
        stdout: `${client}${serverLine()}`,
        stderr:
          'Warning: no Deployment of the bare-metal operator was found.\nChoose the cluster that it runs in (--context); with -n, only one namespace is searched.\n',
      });
    });

    test('JSON and YAML have everything', async () => {
      const { stdout } = await version(['-o', 'json', '-n', first]);
      assert.deepEqual(JSON.parse(stdout), {
        apiVersion: 'bmh.kubectl/v1',
        kind: 'VersionList',
        verdict: 'clean',
        exitCode: 0,
        clientVersion: { gitVersion: program.version },
        serverVersion,
        items: [
          {
            metadata: { name: 'controller', namespace: first },
            kind: 'Deployment',
            type: 'operator',
            program: 'baremetal-operator',
            version: 'v0.12.0',
            image: OPERATOR,
          },
          {
            metadata: { name: 'ironic', namespace: first },
            kind: 'Deployment',
            type: 'component',
            program: 'ironic',
            version: 'v32.0',
            image: IRONIC,
          },
          {
            metadata: { name: 'baremetal-operator', namespace: first },
            kind: 'Chart',
            type: 'chart',
            version: '0.9.2',
            source: `Helm release "${first}/bmo"`,
          },
        ],
        unread: [],
      });
      const yaml = await version(['-oyaml', '-n', first]);
      assert.match(yaml.stdout, /\nclientVersion:\n {2}gitVersion: .*\nserverVersion:\n {2}major: "1"\n/);
    });

    test('warns about what cannot be read and prints the rest', async () => {
      const none = await version([], server.weak, first);
      assert.equal(none.code, 0);
      assert.equal(none.stdout, `${client}${serverLine()}`);
      assert.match(
        none.stderr,
        /^Warning: deployments: they could not be read: Error from server \(Forbidden\): deployments\.apps is forbidden: User "weak" cannot list resource "deployments" in API group "apps" at the cluster scope\nUse -n to name a namespace that you can read\. Ask the cluster administrator .*\n$/,
      );
      await allowUser(
        server,
        { name: 'weak', namespace: first },
        permissions(first, ['apps', 'deployments'], 'list'),
      );
      const some = await version(['-o', 'json'], server.weak, first);
      const { verdict, items, unread } = JSON.parse(some.stdout);
      const operators = items.filter(({ type }: { type: string }) => type === 'operator');
      assert.deepEqual([verdict, operators.length, unread], ['unknown', 1, ['deployments']]);
      assert.match(
        some.stderr,
        new RegExp(`^Warning: deployments: only those of namespace ${first} were read: `),
      );
    });

    test('prints the plugin version, then the error, without server, login or context', async () => {
      const away = await version(['--server', 'https://127.0.0.1:1']);
      assert.deepEqual([away.code, away.stdout], [1, client]);
      assert.match(away.stderr, /^The connection to the server 127\.0\.0\.1:1 was refused - did you specify/);
      const json = await version(['--server', 'https://127.0.0.1:1', '-ojson']);
      const { message, hint, ...failed } = JSON.parse(json.stdout);
      assert.deepEqual(
        [json.code, failed],
        [
          1,
          {
            apiVersion: 'bmh.kubectl/v1',
            kind: 'VersionList',
            verdict: 'failed',
            exitCode: 1,
            clientVersion: { gitVersion: program.version },
            items: [],
          },
        ],
      );
      assert.ok(json.stderr.startsWith(message), json.stderr);
      const stranger = await version([], { ...server.admin, token: 'nobody-knows-this' });
      assert.deepEqual([stranger.code, stranger.stdout], [1, client]);
      assert.match(stranger.stderr, /^error: You must be logged in to the server \(Unauthorized\)\n/);
      const context = await version(['--context', 'nowhere']);
      assert.deepEqual([context.code, context.stdout], [1, client]);
      assert.match(context.stderr, /^error: context "nowhere" does not exist\n/);
    });
  });
