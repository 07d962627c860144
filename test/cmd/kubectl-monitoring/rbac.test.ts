import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { type Permission, policyRule, type Right } from '../../../lib/kube/api/access.ts';
import { COMPONENTS } from '../../../lib/objects/components.ts';
import { permissions } from '../../../lib/volumes/action.ts';
import { RIGHTS } from '../../../lib/volumes/rbac.ts';
import { allowUser } from '../../support/allowed-user.ts';
import { runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openResizing, type Resizing } from './resizing.ts';

const rbac = (...words: string[]) => runCommand(program, ['rbac', ...words]);

/** What the rights allow, one by one, in this namespace. */
const permissionsOf = (rights: readonly Right[], namespace: string): Permission[] =>
  rights.flatMap(({ group, resources, verbs, scope }) =>
    resources.flatMap((full) => {
      const [resource = '', subresource] = full.split('/');
      const where = scope === 'namespace' ? { namespace } : {};
      return verbs.map((verb) => ({ verb, group, resource, ...(subresource && { subresource }), ...where }));
    }),
  );
const textOf = ({ verb, group, resource }: Permission): string => `${verb} ${group}/${resource}`;

test('prints a comment on each rule, and the same roles as JSON', async () => {
  const { code, stdout, stderr } = await rbac();
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  assert.ok(stdout.startsWith(HEAD), stdout);
  const [role, ...others] = parseAllDocuments(stdout).map((document) => document.toJS());
  assert.deepEqual(others, []);
  const uses = stdout.match(/^ {2}# (Required|Optional): without it, .*\.$/gm) ?? [];
  assert.equal(uses.length, role.rules.length);
  const json = await rbac('-o', 'json');
  assert.deepEqual(JSON.parse(json.stdout).items, [role]);
});

test('with a namespace, prints a Role there and a ClusterRole for the rest', async () => {
  const { stdout } = await rbac('-n', 'blocks');
  const [role, clusterRole, ...others] = parseAllDocuments(stdout).map((document) => document.toJS());
  assert.deepEqual(others, []);
  assert.deepEqual([role.kind, role.metadata], ['Role', { name: 'kubectl-monitoring', namespace: 'blocks' }]);
  assert.deepEqual(
    [clusterRole.kind, clusterRole.metadata],
    ['ClusterRole', { name: 'kubectl-monitoring-cluster' }],
  );
  const rules = [...role.rules, ...clusterRole.rules];
  assert.deepEqual(rules, RIGHTS.map(policyRule));
  const usual = await rbac('--namespaced');
  assert.equal(usual.stdout, stdout.replaceAll('blocks', 'monitoring-system'));
});

test('the required rules are exactly what a resize checks before it starts', () => {
  const required = permissionsOf(
    RIGHTS.filter(({ without }) => without === undefined),
    'blocks',
  );
  const { metrics, alerts, ruler } = COMPONENTS;
  const checked = [metrics, alerts, ruler].flatMap((component) =>
    (['offline', 'online'] as const).flatMap((mode) => permissions(component, 'blocks', mode)),
  );
  const unique = (all: Permission[]): string[] => [...new Set(all.map(textOf))].toSorted();
  assert.deepEqual(unique(required), unique(checked));
});

for (const kind of servers())
  describe(`the roles of kubectl monitoring rbac, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    before(async () => {
      server = await kind.start();
      stage = await openResizing(server, { components: [{ name: 'k8s', replicas: 1 }] });
      const { namespace } = stage;
      await allowUser(server, { name: 'jane', namespace }, permissionsOf(RIGHTS, namespace));
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const run = async (...words: string[]) => {
      const config = await stage.kubeconfig(server.admin);
      return runCommand(program, [
        ...words,
        ...['--kubeconfig', config, '-n', stage.namespace, '--as', 'jane'],
      ]);
    };
    const DENIED = /is forbidden: |not allowed|cannot be read|cannot list/i;

    for (const words of [['status'], ['capacity'], ['sizing']])
      test(`a user with all rules gets no permission error from ${words.join(' ')}`, async () => {
        const { stdout, stderr } = await run(...words);
        // No pod answers here: the last way to one needs a right that the others do without.
        const said = `${stdout}${stderr}`.replaceAll(/by\s+port-forward:[\s\S]*?"pods\/portforward"/g, '');
        assert.doesNotMatch(said, DENIED);
      });

    test('a user with all rules can resize in both modes, and undo', async () => {
      for (const [mode, size] of [
        ['offline', '60Gi'],
        ['online', '70Gi'],
      ] as const) {
        const { code, stderr } = await stage.resize([size, 'k8s', '-y', '--mode', mode, '--as', 'jane']);
        assert.equal(code, 0, stderr);
        assert.doesNotMatch(stderr, DENIED);
      }
      const undo = await stage.undo(['--as', 'jane']);
      assert.deepEqual(
        [undo.code, undo.stderr],
        [0, 'unchanged: there is no unfinished resize to undo in namespace "NS"\n'],
      );
    });

    test('a user with all rules can scale', async () => {
      const { code, stdout, stderr } = await run('scale', 'metrics', '2', '-y');
      assert.equal(code, 0, stderr);
      assert.match(stdout, /both replicas are ready/);
      assert.doesNotMatch(stderr, DENIED);
    });

    test('a user without the right to list ConfigMaps is told to name the instance, and can undo it', async () => {
      const { namespace } = stage;
      const some = permissionsOf(RIGHTS, namespace).filter(
        ({ resource, verb }) => resource !== 'configmaps' || verb !== 'list',
      );
      await allowUser(server, { name: 'joe', namespace }, some);
      const { code, stdout, stderr } = await stage.undo(['--as', 'joe']);
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.equal(
        stderr,
        'error: not allowed: list configmaps\nWithout it, unfinished resizes cannot be found: give the name of the instance.\n',
      );
      const named = await stage.undo(['k8s', '--as', 'joe']);
      assert.deepEqual([named.code, named.stderr], [0, '']);
    });
  });

const HEAD = `# To grant it to a user: kubectl create clusterrolebinding kubectl-monitoring --clusterrole=kubectl-monitoring --user=NAME
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: "kubectl-monitoring"
rules:
  # all commands: find and read the instances.
  # Required: without it, they refuse.
  - apiGroups: ["monitoring.coreos.com"]
    resources: ["prometheuses", "alertmanagers", "thanosrulers"]
    verbs: ["get", "list"]
`;
