import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { readHost } from '../../../lib/hosts/host.ts';
import { rights } from '../../../lib/hosts/rbac.ts';
import { newRecord } from '../../../lib/hosts/record.ts';
import { policyRule, type Right } from '../../../lib/kube/api/access.ts';
import { PAUSED_VALUE, pausedAnnotation, RECORD_ANNOTATION } from '../../../lib/objects/names.ts';
import { brokenHost, STANDARD, served } from '../../scenarios/hosts.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { call } from '../../support/http.ts';
import { type Ran, runCommand } from '../../support/run-command.ts';
import type { Endpoint, TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openStage, type Stage } from '../../support/stage.ts';

interface Role {
  kind: 'ClusterRole' | 'Role';
  metadata: { name: string; namespace?: string };
  rules: { apiGroups: string[]; resources: string[]; resourceNames?: string[]; verbs: string[] }[];
}

const all = rights('metal3.io', { scheme: 'http', name: 'httpd-http', port: 80, path: '/' });
const titleOf = ({ verbs, resources }: Right): string => `${verbs} ${resources}`;

/** A host for each right that is taken away, and some for users who have them all. */
const scenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [{ namespace: 'metal3', name: 'production', paused: false }],
  hosts: [...all.map((_, index) => `host-${index}`), 'whole', 'half', 'namespaced'].map((name, index) =>
    brokenHost(name, index + 1, { cluster: 'production' }),
  ),
  images: [served(STANDARD)],
  deadBmcs: [],
});

const API = '/apis/rbac.authorization.k8s.io/v1';

for (const kind of servers())
  describe(`kubectl bmh rbac on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let namespace: string;
    let admin: string;
    before(async () => {
      server = await kind.start();
      stage = await openStage(server, scenario());
      namespace = stage.namespace('metal3');
      admin = await stage.kubeconfig(server.admin, namespace);
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const rbac = (...words: string[]): Promise<Ran> =>
      runCommand(program, ['rbac', '--kubeconfig', admin, ...words]);
    const printed = async (...words: string[]): Promise<Role[]> => {
      const { code, stderr, stdout } = await rbac(...words);
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      return parseAllDocuments(stdout).map((document) => document.toJS());
    };

    /** Makes these roles and a user of this name who has them, and gives the user's kubeconfig. */
    const userWith = async (name: string, roles: Role[]): Promise<string> => {
      const user: Endpoint = {
        url: server.admin.url,
        ca: server.admin.ca,
        ...(await server.clientCertificate(name)),
      };
      for (const { kind, metadata, rules } of roles) {
        const scope = metadata.namespace ? `${API}/namespaces/${metadata.namespace}` : API;
        const put = async (resource: string, body: object) => {
          const path = `${scope}/${kind === 'Role' ? '' : 'cluster'}${resource}`;
          const answer = await call(server.admin, { method: 'POST', path, body });
          assert.equal(answer.status, 201, answer.text);
        };
        const named = { metadata: { ...metadata, name } };
        await put('roles', { ...named, rules });
        await put('rolebindings', {
          ...named,
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
          subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name }],
        });
        await granted(user, { metadata, rules });
      }
      return stage.kubeconfig(user, namespace);
    };

    /** An authorizer learns of a role a moment after it was made. */
    const granted = async (user: Endpoint, { metadata, rules }: Pick<Role, 'metadata' | 'rules'>) => {
      const { apiGroups, resources, resourceNames, verbs } = rules.at(-1) ?? assert.fail('no rules');
      const [resource, subresource] = (resources[0] ?? '').split('/');
      const attributes = {
        group: apiGroups[0],
        resource,
        subresource,
        name: resourceNames?.[0],
        verb: verbs[0],
      };
      const body = { spec: { resourceAttributes: { ...attributes, namespace: metadata.namespace } } };
      const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
      for (;;) {
        const { status, json, text } = await call(user, { method: 'POST', path, body });
        assert.equal(status, 201, text);
        if (json.status.allowed) return;
      }
    };

    /** Leaves a host as a repair does that ended right after its pause. */
    const beginRepair = async (name: string): Promise<void> => {
      const host = readHost(await stage.host(namespace, name), 'metal3.io');
      const url = served(STANDARD);
      const record = newRecord(host, {
        target: { url, checksum: `${url}.md5sum` },
        order: 'documented',
        run: { run: 'begun', version: 'v0', started: '2026-01-01T00:00:00Z' },
      });
      const annotations = {
        [pausedAnnotation('metal3.io')]: PAUSED_VALUE,
        [RECORD_ANNOTATION]: JSON.stringify(record),
      };
      assert.equal((await stage.patch(namespace, name, { metadata: { annotations } })).status, 200);
    };

    const run = (kubeconfig: string, ...words: string[]): Promise<Ran> =>
      runCommand(program, [...words, '--kubeconfig', kubeconfig]);

    test('comments on each rule which command uses it and what happens without it', async () => {
      const { code, stderr, stdout } = await rbac();
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      assert.equal(stdout, EXPECTED);
    });

    test('JSON has the same roles', async () => {
      const { stdout } = await rbac('-o', 'json');
      const { apiVersion, kind, items } = JSON.parse(stdout);
      assert.deepEqual({ apiVersion, kind }, { apiVersion: 'v1', kind: 'List' });
      assert.deepEqual(items, await printed());
    });

    test('with a namespace, the ClusterRole has only rules for no namespace or for any', async () => {
      const [role, clusterRole, ...others] = await printed('-n', 'metal-9');
      assert.deepEqual(await printed('--namespaced', '-n', 'metal-9'), [role, clusterRole]);
      assert.deepEqual(others, []);
      assert.deepEqual(role?.metadata, { name: 'kubectl-bmh', namespace: 'metal-9' });
      assert.deepEqual(clusterRole?.metadata, { name: 'kubectl-bmh-cluster' });
      assert.deepEqual([role?.kind, clusterRole?.kind], ['Role', 'ClusterRole']);
      assert.deepEqual(
        clusterRole?.rules.map(({ resources }) => resources[0]),
        ['nodes', 'services', 'services/proxy', 'leases'],
      );
      const [whole] = await printed();
      assert.deepEqual([...(role?.rules ?? []), ...(clusterRole?.rules ?? [])], whole?.rules);
    });

    test('--service sets the image service and its port', async () => {
      const [role] = await printed('--service', 'images.infra.svc:8080');
      const named = role?.rules.filter(({ resources }) => resources[0]?.startsWith('services')) ?? [];
      assert.deepEqual(
        named.map(({ resources, resourceNames }) => [resources[0], resourceNames]),
        [
          ['services', ['images']],
          ['services/proxy', ['images:8080']],
        ],
      );
    });

    for (const service of ['a b', '/x', 'a.b.c'])
      test(`--service "${service}" is refused`, async () => {
        const { code, stdout, stderr } = await rbac('--service', service);
        assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
        assert.ok(
          stderr.startsWith(`error: --service "${service}" is not a valid service name\nGive a name `),
        );
      });

    test('without a server, uses the usual API group and warns', async () => {
      const { code, stdout, stderr } = await rbac('--server', 'https://127.0.0.1:1');
      assert.equal(code, 0);
      assert.equal(stdout, EXPECTED);
      assert.match(
        stderr,
        /^Warning: assuming that hosts are in the API group metal3\.io: The connection to /,
      );
    });

    test('a user with all rules can list, repair and undo without permission warnings', async () => {
      const user = await userWith('all', await printed());
      const list = await run(user, 'list', '-A');
      assert.deepEqual({ code: list.code, stderr: list.stderr }, { code: 0, stderr: '' });
      const repair = await run(user, 'repair', 'whole', '-y', '--stable-for=1s');
      assert.equal(repair.code, 0, repair.stderr);
      assert.doesNotMatch(repair.stderr, PERMISSION);
      await beginRepair('half');
      const undo = await run(user, 'undo', 'half', '-y');
      assert.equal(undo.code, 0, undo.stderr);
      assert.match(undo.stderr, /Resume reconciliation: done/);
      assert.doesNotMatch(undo.stderr, PERMISSION);
    });

    test('a user with the rules of one namespace can list and repair there', async () => {
      const user = await userWith('namespaced', await printed('--namespaced', '-n', namespace));
      const list = await run(user, 'list');
      assert.deepEqual({ code: list.code, stderr: list.stderr }, { code: 0, stderr: '' });
      const { code, stderr } = await run(user, 'repair', 'namespaced', '-y', '--stable-for=1s');
      assert.equal(code, 0, stderr);
      assert.doesNotMatch(stderr, PERMISSION);
      assert.equal((await run(user, 'list', '-A')).code, 1);
    });

    for (const [index, right] of all.entries()) {
      const without = async (): Promise<string> => {
        const [role] = await printed();
        assert.ok(role);
        assert.deepEqual(role.rules[index], policyRule(right));
        return userWith(`without-${index}`, [{ ...role, rules: role.rules.toSpliced(index, 1) }]);
      };
      const repair = async () => run(await without(), 'repair', `host-${index}`, '-y', '--no-wait');

      if (right.without === undefined)
        test(`refuses a repair without "${titleOf(right)}", and writes nothing`, async () => {
          const before = await stage.host(namespace, `host-${index}`);
          const { code, stderr } = await repair();
          assert.equal(code, 1, stderr);
          assert.match(stderr, new RegExp(`^(error|  missing-rights): not allowed: ${titleOf(right)}`, 'm'));
          const { metadata, spec } = await stage.host(namespace, `host-${index}`);
          assert.deepEqual([metadata.annotations, spec], [before.metadata.annotations, before.spec]);
        });
      else
        test(`repairs without "${titleOf(right)}": ${right.without}`, async () => {
          const { code, stderr } = await repair();
          assert.equal(code, 0, stderr);
          if (right.without?.includes('warn')) assert.match(stderr, /^Warning: /m);
        });
    }
  });

/** How a command speaks of a permission that is missing. */
const PERMISSION = /forbidden|not allowed|cannot be listed|cannot read/i;

const EXPECTED = `# To grant it to a user: kubectl create clusterrolebinding kubectl-bmh --clusterrole=kubectl-bmh --user=NAME
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: "kubectl-bmh"
rules:
  # list, repair, undo: find the hosts (step 1).
  # Required: without it, they refuse.
  - apiGroups: ["metal3.io"]
    resources: ["baremetalhosts"]
    verbs: ["list"]
  # repair, undo: read a host again after another writer changed it.
  # Required: without it, they refuse.
  - apiGroups: ["metal3.io"]
    resources: ["baremetalhosts"]
    verbs: ["get"]
  # repair, undo: pause, patch the spec, resume (steps 3, 7, 8).
  # Required: without it, they refuse.
  - apiGroups: ["metal3.io"]
    resources: ["baremetalhosts"]
    verbs: ["patch"]
  # repair, undo: patch the status (step 6).
  # Required: without it, they refuse.
  - apiGroups: ["metal3.io"]
    resources: ["baremetalhosts/status"]
    verbs: ["patch"]
  # repair: watch the recovery.
  # Optional: without it, it reads the host every two seconds.
  - apiGroups: ["metal3.io"]
    resources: ["baremetalhosts"]
    verbs: ["watch"]
  # repair: see in the events of a host that its error returned.
  # Optional: without it, it checks only the host.
  - apiGroups: [""]
    resources: ["events"]
    verbs: ["list"]
  # repair, undo: find the Machine and the Cluster behind a host.
  # Optional: without it, they warn that neither could be read.
  - apiGroups: ["infrastructure.cluster.x-k8s.io"]
    resources: ["metal3machines"]
    verbs: ["get"]
  # repair, undo: check whether the Cluster is paused.
  # Optional: without it, they warn that it may be.
  - apiGroups: ["cluster.x-k8s.io"]
    resources: ["clusters"]
    verbs: ["get"]
  # repair, undo: check whether the Machine is being remediated.
  # Optional: without it, they warn that it may be.
  - apiGroups: ["cluster.x-k8s.io"]
    resources: ["machines"]
    verbs: ["get"]
  # repair, undo: find health checks that may delete the Machine.
  # Optional: without it, they warn that one may.
  - apiGroups: ["cluster.x-k8s.io"]
    resources: ["machinehealthchecks"]
    verbs: ["list"]
  # repair, undo: verify the access (step 1).
  # Optional: without it, they warn that the access is less than the procedure requires.
  - apiGroups: [""]
    resources: ["nodes"]
    verbs: ["list"]
  # repair: find the image service in any namespace.
  # Optional: without it, it checks only the namespace of the host.
  - apiGroups: [""]
    resources: ["services"]
    resourceNames: ["httpd-http"]
    verbs: ["list"]
  # repair: request the image and its checksum from that service.
  # Optional: without it, it warns that it cannot check whether they exist.
  - apiGroups: [""]
    resources: ["services/proxy"]
    resourceNames: ["httpd-http:80"]
    verbs: ["get"]
  # repair: check whether the operator is running.
  # Optional: without it, it cannot tell a stopped operator from a slow one.
  - apiGroups: ["coordination.k8s.io"]
    resources: ["leases"]
    resourceNames: ["baremetal-operator"]
    verbs: ["list"]
`;
