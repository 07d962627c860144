import assert from 'node:assert/strict';
import { fails, type Kubectl, type KubectlCase, masked, prints } from './kubectl.ts';
import { claim, sized, storageClass } from './storage.ts';

const statefulSet = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 's' },
  spec: {
    selector: { matchLabels: { app: 'a' } },
    template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'main', image: 'x' }] } },
  },
};

async function makeClaim(kubectl: Kubectl): Promise<void> {
  const { namespace } = kubectl;
  const made = storageClass(namespace, { allowVolumeExpansion: true });
  prints(await kubectl.given(made)('create -f -'), [`storageclass.storage.k8s.io/${namespace} created`]);
  const bound = claim(namespace, 'c', { volumeName: `${namespace}-c` });
  prints(await kubectl.given(bound)('create -f -'), ['persistentvolumeclaim/c created']);
  const status = { status: { phase: 'Bound', accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' } } };
  const patch = await kubectl('patch pvc c --subresource=status --type=merge -p', JSON.stringify(status));
  prints(patch, ['persistentvolumeclaim/c patched']);
}

/** Deletes something. What kubectl says to that differs from release to release. */
async function deletes(kubectl: Kubectl, what: string): Promise<void> {
  const { code, stderr } = await kubectl(`delete ${what} --wait=false`);
  assert.deepEqual([code, stderr], [0, '']);
}

export const volumeWrites: KubectlCase[] = [
  {
    name: 'get and patch of a claim, as in a manual resize',
    async run(kubectl) {
      const { namespace } = kubectl;
      await makeClaim(kubectl);
      prints(await kubectl('get pvc'), [
        'NAME STATUS VOLUME CAPACITY ACCESS MODES STORAGECLASS VOLUMEATTRIBUTESCLASS AGE',
        `c Bound ${namespace}-c 1Gi RWO ${namespace} <unset> AGE`,
      ]);
      const resize = (size: string) => kubectl('patch pvc c -p', JSON.stringify({ spec: sized(size) }));
      fails(
        await resize('500Mi'),
        'The PersistentVolumeClaim "c" is invalid: spec.resources.requests.storage: Forbidden: field can not be less than status.capacity',
      );
      prints(await resize('1024Mi'), ['persistentvolumeclaim/c patched (no change)']);
      await deletes(kubectl, 'pvc c');
      const [, row] = masked((await kubectl('get pvc')).stdout);
      assert.match(String(row), /^c Terminating /);
    },
  },
  {
    name: 'scale, set image, rollout and deletion of a StatefulSet',
    async run(kubectl) {
      prints(await kubectl.given(statefulSet)('create -f -'), ['statefulset.apps/s created']);
      prints(await kubectl('scale sts s --replicas=3'), ['statefulset.apps/s scaled']);
      prints(await kubectl('set image sts/s main=y'), ['statefulset.apps/s image updated']);
      prints(await kubectl('get sts s -o wide'), ['NAME READY AGE CONTAINERS IMAGES', 's 0/3 AGE main y']);
      prints(await kubectl('get sts s -o jsonpath={.metadata.generation}'), ['3']);
      await deletes(kubectl, 'sts s --cascade=orphan');
    },
  },
];
