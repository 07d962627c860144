import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Permission } from '../../../lib/kube/api/access.ts';
import { COMPONENTS } from '../../../lib/objects/components.ts';
import { permissions } from '../../../lib/volumes/action.ts';
import type { Mode } from '../../../lib/volumes/record.ts';
import { allowUser } from '../../support/allowed-user.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openResizing, type Resizing, sizesOf } from './resizing.ts';

for (const kind of servers())
  describe(`what kubectl monitoring resize-pvc has to be allowed, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    before(async () => {
      server = await kind.start();
      stage = await openResizing(server, { components: [{ name: 'k8s', replicas: 1 }] });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const neededFor = (mode: Mode) => permissions(COMPONENTS.metrics, stage.namespace, mode);

    /** A user of this name who may do this and nothing else; gives the words by which one is that user. */
    async function userWith(name: string, allowed: Permission[]): Promise<string[]> {
      await allowUser(server, { name, namespace: stage.namespace }, allowed);
      return ['--as', name];
    }

    test('user weak, who may do nothing, is told every right and the rule that grants them', async () => {
      const { code, stdout, stderr, writes } = await stage.resize(['100Gi', 'k8s', '-y'], {
        as: server.weak,
      });
      assert.deepEqual({ code, stdout, writes }, { code: 1, stdout: '', writes: [] });
      assert.equal(
        stderr,
        `error: not allowed: get prometheuses, list prometheuses, patch prometheuses, list persistentvolumeclaims, patch persistentvolumeclaims, get configmaps, create configmaps, patch configmaps, delete configmaps, list pods, list statefulsets, list volumeattachments
Nothing was changed. Ask for this rule:
# in a Role of namespace NS
- apiGroups: ["monitoring.coreos.com"]
  resources: ["prometheuses"]
  verbs: ["get", "list", "patch"]
- apiGroups: [""]
  resources: ["persistentvolumeclaims"]
  verbs: ["list", "patch"]
- apiGroups: [""]
  resources: ["configmaps"]
  verbs: ["get", "create", "patch", "delete"]
- apiGroups: [""]
  resources: ["pods"]
  verbs: ["list"]
- apiGroups: ["apps"]
  resources: ["statefulsets"]
  verbs: ["list"]
# in a ClusterRole
- apiGroups: ["storage.k8s.io"]
  resources: ["volumeattachments"]
  verbs: ["list"]
`,
      );
    });

    for (const mode of ['offline', 'online'] as const)
      test(`${mode}: refuses a user without one of the rights by its name, and writes nothing`, async () => {
        const all = neededFor(mode);
        // What both orders need is the same.
        const lacked = mode === 'offline' ? all : all.filter(({ verb, group }) => verb === 'delete' && group);
        for (const lack of lacked) {
          const { verb, resource } = lack;
          const user = await userWith(
            `lacks-${verb}-${resource}-${mode}`,
            all.filter((permission) => permission !== lack),
          );
          const { code, stdout, stderr, writes } = await stage.resize([
            '100Gi',
            'k8s',
            '-y',
            '--mode',
            mode,
            ...user,
          ]);
          assert.deepEqual({ code, stdout, writes }, { code: 1, stdout: '', writes: [] });
          assert.match(stderr, new RegExp(`not allowed: ${verb} ${resource}$`, 'm'));
          assert.match(stderr, /Ask for this rule:|ask for this rule:/);
          assert.match(stderr, new RegExp(`resources: \\["${resource}"\\]\\n *verbs: \\["${verb}"\\]\n`));
        }
      });

    test('a dry run needs no right to write, and says what a run would lack', async () => {
      const user = await userWith(
        'reads',
        neededFor('offline').filter(({ verb }) => verb === 'get' || verb === 'list'),
      );
      const ran = await stage.resize(['100Gi', 'k8s', '--dry-run=client', '-o', 'name', ...user]);
      assert.equal(ran.code, 0, ran.stderr);
      assert.match(
        ran.stderr,
        /^Warning: not allowed: patch prometheuses, patch persistentvolumeclaims, create configmaps, patch configmaps, delete configmaps$/m,
      );
    });

    for (const [mode, size] of [
      ['offline', '60Gi'],
      ['online', '70Gi'],
    ] as const)
      test(`${mode}: these rights are enough, without those to watch or to see the rest of the cluster`, async () => {
        const user = await userWith(`enough-${mode}`, neededFor(mode));
        const { code, stderr } = await stage.resize([size, 'k8s', '-y', '--mode', mode, ...user]);
        assert.equal(code, 0, stderr);
        assert.match(stderr, /StorageClasses cannot be read, so it is unknown whether claim .* can grow/);
        assert.deepEqual(Object.values(sizesOf(await stage.claimsOf('k8s'))), [`${size}/${size}`]);
      });
  });
