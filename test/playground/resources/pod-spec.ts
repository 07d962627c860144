import { type Fields, isFields, list, text } from '../objects/model.ts';
import { anything, keyed, open, quantities, string } from '../schema/shorthand.ts';
import type { Schema } from '../schema/types.ts';

const containers = keyed(
  ['name'],
  open({
    ports: keyed(['containerPort', 'protocol'], anything),
    env: keyed(['name'], anything),
    resources: open({ limits: quantities, requests: quantities }),
    volumeMounts: keyed(['mountPath'], anything),
  }),
);

/** The spec of a pod, as far as its lists are owned and merged item by item. */
export const podSpecSchema: Schema = open({
  containers,
  initContainers: containers,
  volumes: keyed(['name'], anything),
  nodeName: string,
});

/** What every pod's spec has unless its writer says otherwise, in a pod as in a template for pods. */
export const filledPodSpec = (given: Fields): Fields => ({
  restartPolicy: 'Always',
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  securityContext: {},
  schedulerName: 'default-scheduler',
  ...given,
  ...withItems(given, 'containers', filledContainer),
  ...withItems(given, 'initContainers', filledContainer),
  ...withItems(given, 'volumes', filledVolume),
});

const withItems = (spec: Fields, field: string, fill: (item: Fields) => Fields): Fields =>
  Array.isArray(spec[field])
    ? { [field]: spec[field].map((item: unknown) => (isFields(item) ? fill(item) : item)) }
    : {};

function filledContainer(container: Fields): Fields {
  const image = text(container, 'image');
  const pinned = /[:@][^/]*$/.test(image) && !image.endsWith(':latest');
  return {
    imagePullPolicy: pinned ? 'IfNotPresent' : 'Always',
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    ...container,
    resources: isFields(container.resources) ? container.resources : {},
    ...withItems(container, 'ports', (port) => ({ protocol: 'TCP', ...port })),
    ...Object.fromEntries(
      probes.flatMap((name) => (isFields(container[name]) ? [[name, filledProbe(container[name])]] : [])),
    ),
  };
}

const probes = ['livenessProbe', 'readinessProbe', 'startupProbe'];

const filledProbe = (probe: Fields): Fields => ({
  timeoutSeconds: 1,
  periodSeconds: 10,
  successThreshold: 1,
  failureThreshold: 3,
  ...probe,
  ...(isFields(probe.httpGet) && { httpGet: { path: '/', scheme: 'HTTP', ...probe.httpGet } }),
});

/** Sources of files whose mode has a default. */
const fileSources = ['configMap', 'secret', 'projected', 'downwardAPI'];

const filledVolume = (volume: Fields): Fields => ({
  ...volume,
  ...Object.fromEntries(
    fileSources.flatMap((source) =>
      isFields(volume[source]) ? [[source, { defaultMode: 0o644, ...volume[source] }]] : [],
    ),
  ),
});

/** The names of a pod spec's containers, and their images, as tables show them. */
export const containerCells = (spec: unknown): { names: string; images: string } => {
  const all = list(spec, 'containers');
  const joined = (field: string) => all.map((one) => text(one, field)).join(',');
  return { names: joined('name'), images: joined('image') };
};
