import assert from 'node:assert/strict';
import { fails, field, HOST_A, host, type KubectlCase, makeA, prints } from './kubectl.ts';

export const creation: KubectlCase[] = [
  {
    name: 'create: once; again, with a wrong value or an unknown field it says what is wrong',
    async run(kubectl) {
      await makeA(kubectl);
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
    name: 'apply: creates, leaves unchanged, updates, removes dropped fields; also a ConfigMap',
    async run(kubectl) {
      const apply = (spec: Record<string, unknown>) => kubectl.given(host('a', spec))('apply -f -');
      prints(await apply({ architecture: 'x86_64' }), [`${HOST_A} created`]);
      prints(await apply({ architecture: 'x86_64' }), [`${HOST_A} unchanged`]);
      prints(await apply({ online: false }), [`${HOST_A} configured`]);
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
];
