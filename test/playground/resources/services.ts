import { randomInt } from 'node:crypto';
import { at, type Fields, isFields, list, text } from '../objects/model.ts';
import { anything, keyed, object, open, stringMap } from '../schema/shorthand.ts';
import { core } from './built-in.ts';
import { ageColumn, nameColumn, orNone, told, wide } from './columns.ts';

const conditions = keyed(['type'], anything);

const serviceColumns = [
  nameColumn,
  told('Type', 'how the service is reached', (object) => text(object, 'spec', 'type')),
  told('Cluster-IP', 'its address inside the cluster', (object) => orNone(text(object, 'spec', 'clusterIP'))),
  told('External-IP', 'its addresses outside of the cluster', (object) =>
    orNone(list(object, 'spec', 'externalIPs').join(',')),
  ),
  told('Port(s)', 'the ports that it serves', (object) =>
    orNone(list(object, 'spec', 'ports').map(port).join(',')),
  ),
  ageColumn,
  wide(told('Selector', 'the labels of its pods', ({ spec }) => orNone(pairs(at(spec, 'selector'))))),
];

/** Names for sets of pods. */
export const service = core({
  plural: 'services',
  singular: 'service',
  kind: 'Service',
  namespaced: true,
  shortNames: ['svc'],
  categories: ['all'],
  subresources: ['status'],
  answersDeleted: true,
  connects: { proxy: 'ServiceProxyOptions' },
  nameRule: 'label',
  schema: object({
    spec: open({
      ports: keyed(['port', 'protocol'], anything),
      selector: { ...stringMap, 'x-kubernetes-map-type': 'atomic' },
    }),
    status: open({ conditions }),
  }),
  blank: { metadata: {}, spec: {}, status: { loadBalancer: {} } },
  columns: serviceColumns,
  selectableFields: ['spec.clusterIP', 'spec.type'],
  defaults(service) {
    const given = isFields(service.spec) ? service.spec : {};
    const ports = Array.isArray(given.ports) ? given.ports.filter(isFields) : [];
    service.spec = {
      type: 'ClusterIP',
      sessionAffinity: 'None',
      internalTrafficPolicy: 'Cluster',
      ...given,
      ports: ports.map((port): Fields => ({ protocol: 'TCP', targetPort: port.port, ...port })),
    };
  },
  prepare(service, old) {
    service.status ??= old?.status ?? { loadBalancer: {} };
    if (!isFields(service.spec)) return;
    const clusterIP = text(service.spec, 'clusterIP') || text(old, 'spec', 'clusterIP') || freeAddress();
    const addressed = {
      clusterIP,
      clusterIPs: [clusterIP],
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
    };
    service.spec = { ...addressed, ...service.spec };
  },
});

/** An address of the service network 10.0.0.0/16 that has hardly been given out before. */
const freeAddress = (): string => `10.0.${randomInt(256)}.${randomInt(2, 255)}`;

function port(one: unknown): string {
  const { port, nodePort, protocol } = isFields(one) ? one : ({} as Fields);
  return `${port}${nodePort ? `:${nodePort}` : ''}/${protocol}`;
}

const pairs = (labels: unknown): string =>
  isFields(labels)
    ? Object.entries(labels)
        .map(([key, value]) => `${key}=${value}`)
        .sort()
        .join(',')
    : '';
