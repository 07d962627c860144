/** The chart's values for one component's volume, one key a line: `at` is how far they are indented. */
export const chartValues = (
  size: string,
  { retentionSize, at = '' }: { retentionSize?: string; at?: string } = {},
) =>
  [
    'prometheus:',
    '  prometheusSpec:',
    ...(retentionSize === undefined ? [] : [`    retentionSize: ${retentionSize}`]),
    '    storageSpec:',
    '      volumeClaimTemplate:',
    '        spec:',
    '          resources:',
    '            requests:',
    `              storage: ${size}`,
  ]
    .map((line) => `${at}${line}\n`)
    .join('');

/** A Prometheus written out in full. */
export const resource = (name: string, size: string, namespace = 'monitoring-system'): string =>
  `apiVersion: monitoring.coreos.com/v1
kind: Prometheus
metadata: {name: ${name}, namespace: ${namespace}}
spec:
  storage: {volumeClaimTemplate: {spec: {resources: {requests: {storage: ${size}}}}}}
`;

/** Where the chart's values have the size and the limit. */
export const SIZE =
  'prometheus.prometheusSpec.storageSpec.volumeClaimTemplate.spec.resources.requests.storage';
export const RETENTION_SIZE = 'prometheus.prometheusSpec.retentionSize';
