import assert from 'node:assert/strict';
import { fails, host, type Kubectl, masked, prints } from './kubectl.ts';
import type { KubectlCase } from './kubectl-reads.ts';

const NAME = 'baremetalhost.metal3.io/a';
const make = async (kubectl: Kubectl, spec?: Record<string, unknown>) =>
  prints(await kubectl.given(host('a', spec))('create -f -'), [`${NAME} created`]);
const field = async (kubectl: Kubectl, path: string) =>
  (await kubectl(`get bmh a -o jsonpath={${path}}`)).stdout;

export const writes: KubectlCase[] = [
  {
    name: 'create: once; again, with a wrong value or an unknown field it says what is wrong',
    async run(kubectl) {
      await make(kubectl);
      fails(
        await kubectl.given(host('a'))('create -f -'),
        'Error from server (AlreadyExists): error when creating "STDIN": baremetalhosts.metal3.io "a" already exists',
      );
      fails(
        await kubectl.given(host('b', { online: 'yes' }))('create -f -'),
        'The BareMetalHost "b" is invalid: spec.online: Invalid value: "string": spec.online in body must be of type boolean: "string"',
      );
      fails(
        await kubectl.given(host('b', { bogus: 1 }))('create -f -'),
        'Error from server (BadRequest): error when creating "STDIN": BareMetalHost in version "v1alpha1" cannot be handled as a BareMetalHost: strict decoding error: unknown field "spec.bogus"',
      );
    },
  },
  {
    name: 'create from flags: a namespace, a config map, a secret, a role and its binding',
    async run(kubectl) {
      const other = `${kubectl.namespace}-other`;
      prints(await kubectl(`create namespace ${other}`), [`namespace/${other} created`]);
      prints(await kubectl(`get namespace ${other}`), ['NAME STATUS AGE', `${other} Active AGE`]);
      prints(await kubectl('create configmap c --from-literal=a=1 --from-literal=b=2'), [
        'configmap/c created',
      ]);
      prints(await kubectl('get configmap c'), ['NAME DATA AGE', 'c 2 AGE']);
      prints(await kubectl('create secret generic s --from-literal=p=q'), ['secret/s created']);
      prints(await kubectl('get secret s'), ['NAME TYPE DATA AGE', 's Opaque 1 AGE']);
      prints(await kubectl('get secret s -o jsonpath={.data.p}'), ['cQ==']);
      prints(await kubectl('create role r --verb=get --resource=configmaps'), [
        'role.rbac.authorization.k8s.io/r created',
      ]);
      prints(await kubectl('create rolebinding r --role=r --user=jane'), [
        'rolebinding.rbac.authorization.k8s.io/r created',
      ]);
      prints(await kubectl('get rolebinding r -o wide'), [
        'NAME ROLE AGE USERS GROUPS SERVICEACCOUNTS',
        'r Role/r AGE jane',
      ]);
    },
  },
  {
    name: 'apply: makes, leaves alone, changes, drops what is no longer said; a config map too',
    async run(kubectl) {
      const apply = (spec: Record<string, unknown>) => kubectl.given(host('a', spec))('apply -f -');
      prints(await apply({ architecture: 'x86_64' }), [`${NAME} created`]);
      prints(await apply({ architecture: 'x86_64' }), [`${NAME} unchanged`]);
      prints(await apply({ online: false }), [`${NAME} configured`]);
      assert.deepEqual(
        [await field(kubectl, '.spec.online'), await field(kubectl, '.spec.architecture')],
        ['false', ''],
      );
      const configMap = (data: Record<string, string>) =>
        kubectl.given({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data })('apply -f -');
      prints(await configMap({ a: '1', b: '2' }), ['configmap/c created']);
      prints(await configMap({ b: '3', c: '4' }), ['configmap/c configured']);
      prints(await kubectl('get configmap c -o jsonpath={.data}'), ['{"b":"3","c":"4"}']);
    },
  },
  {
    name: 'patch: merge, JSON, of the status; a stale resourceVersion, a failed test and a strategic patch are refused',
    async run(kubectl) {
      await make(kubectl);
      const before = await field(kubectl, '.metadata.resourceVersion');
      const merge = (body: unknown) => kubectl('patch bmh a --type=merge -p', JSON.stringify(body));
      prints(await merge({ spec: { architecture: 'aarch64' } }), [`${NAME} patched`]);
      prints(await merge({ spec: { architecture: 'aarch64' } }), [`${NAME} patched (no change)`]);
      fails(
        await merge({ metadata: { resourceVersion: before }, spec: { online: false } }),
        'Error from server (Conflict): Operation cannot be fulfilled on baremetalhosts.metal3.io "a": the object has been modified; please apply your changes to the latest version and try again',
      );
      const json = (operations: unknown[]) =>
        kubectl('patch bmh a --type=json -p', JSON.stringify(operations));
      prints(await json([{ op: 'replace', path: '/spec/online', value: false }]), [`${NAME} patched`]);
      fails(
        await json([{ op: 'test', path: '/spec/online', value: true }]),
        'The request is invalid: the server rejected our request due to an error in our request',
      );
      fails(
        await kubectl('patch bmh a -p', '{"spec":{"online":true}}'),
        'error: application/strategic-merge-patch+json is not supported by metal3.io/v1alpha1, Kind=BareMetalHost: the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
      );
      fails(
        await kubectl('patch bmh a --type=merge --subresource=status -p', '{"status":{"errorType":""}}'),
        /^The BareMetalHost "a" is invalid: .*status\.errorType: Unsupported value: "": supported values: "provisioned registration error",/s,
      );
      assert.equal(await field(kubectl, '.metadata.generation'), '3');
    },
  },
  {
    name: 'label, annotate, replace',
    async run(kubectl) {
      await make(kubectl);
      prints(await kubectl('label bmh a site=x'), [`${NAME} labeled`]);
      prints(await kubectl('annotate bmh a baremetalhost.metal3.io/paused=true'), [`${NAME} annotated`]);
      prints(await kubectl('annotate bmh a baremetalhost.metal3.io/paused-'), [`${NAME} annotated`]);
      const read = JSON.parse((await kubectl('get bmh a -o json')).stdout);
      assert.deepEqual([read.metadata.labels, read.metadata.annotations], [{ site: 'x' }, undefined]);
      const replaced = await kubectl.given({ ...read, spec: { online: false } })('replace -f -');
      prints(replaced, [`${NAME} replaced`]);
      assert.equal(await field(kubectl, '.spec.online'), 'false');
    },
  },
  {
    name: '--dry-run=server answers as if done, and nothing is',
    async run(kubectl) {
      prints(await kubectl.given(host('a'))('create -f - --dry-run=server'), [
        `${NAME} created (server dry run)`,
      ]);
      fails(await kubectl('get bmh a'), /NotFound/);
      await make(kubectl);
      const printed = await kubectl(
        'patch bmh a --type=merge --dry-run=server -p',
        '{"spec":{"online":false}}',
      );
      prints(printed, [`${NAME} patched`]);
      assert.equal(await field(kubectl, '.spec.online'), 'true');
    },
  },
  {
    name: 'delete: by name, by label, held by a finalizer, missing',
    async run(kubectl) {
      const isDeleted = (name: string) =>
        new RegExp(`^baremetalhost.metal3.io "${name}" deleted( from \\S+ namespace)?$`);
      const items = [host('a'), host('b', { labels: { site: 'x' } }), host('c')];
      await kubectl.given({ apiVersion: 'v1', kind: 'List', items })('create -f -');
      const [named] = masked((await kubectl('delete bmh a')).stdout);
      assert.match(String(named), isDeleted('a'));
      const [labelled] = masked((await kubectl('delete bmh -l site=x')).stdout);
      assert.match(String(labelled), isDeleted('b'));
      await kubectl('patch bmh c --type=merge -p', '{"metadata":{"finalizers":["contract.example/hold"]}}');
      await kubectl('delete bmh c --wait=false');
      assert.match((await kubectl('get bmh c -o jsonpath={.metadata.deletionTimestamp}')).stdout, /^\d{4}-/);
      await kubectl('patch bmh c --type=merge -p', '{"metadata":{"finalizers":null}}');
      fails(await kubectl('get bmh c'), /NotFound/);
      fails(
        await kubectl('delete bmh c'),
        'Error from server (NotFound): baremetalhosts.metal3.io "c" not found',
      );
    },
  },
];
