import { componentPath } from '../operators/monitoring/kinds.ts';
import { DRIVER } from '../operators/volumes/objects.ts';
import type { Endpoint } from '../support/server.ts';
import { type Component, componentObject } from './components.ts';
import { create, ensure } from './requests.ts';

/** How each StorageClass of the tests grows volumes; what it is called as well. */
const BEHAVIOURS = ['instant', 'slow', 'offline', 'refusing', 'cooldown'];

/** Makes a namespace, and the StorageClasses that all namespaces share: one for each behaviour, and `fixed`. */
export async function addGround(admin: Endpoint, namespace: string): Promise<void> {
  const classes = [
    ...BEHAVIOURS.map((behaviour) => storageClass(behaviour, true, { behaviour })),
    storageClass('fixed', false),
  ];
  await Promise.all([
    ensure(admin, '/api/v1/namespaces', namespaceObject(namespace)),
    ...classes.map((one) => ensure(admin, '/apis/storage.k8s.io/v1/storageclasses', one)),
  ]);
}

/** Makes a component's resource, with the given field manager. */
export const addComponent = (admin: Endpoint, namespace: string, component: Component): Promise<unknown> => {
  const { kind = 'Prometheus', manager = 'kubectl-create' } = component;
  const path = `${componentPath(kind, namespace)}?fieldManager=${manager}`;
  return create(admin, path, componentObject(component, namespace));
};

/** Makes a pod that looks like the operator's. */
export const addOperatorPod = (admin: Endpoint, namespace: string): Promise<unknown> =>
  ensure(admin, `/api/v1/namespaces/${namespace}/pods`, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'prometheus-operator-0',
      namespace,
      labels: {
        'app.kubernetes.io/component': 'controller',
        'app.kubernetes.io/name': 'prometheus-operator',
      },
    },
    spec: {
      containers: [
        {
          name: 'prometheus-operator',
          image: 'prometheus-operator:v0.85.0',
        },
      ],
    },
  });

const namespaceObject = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name },
});

const storageClass = (
  name: string,
  allowVolumeExpansion: boolean,
  parameters?: Record<string, string>,
): object => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name },
  provisioner: DRIVER,
  allowVolumeExpansion,
  parameters,
});
