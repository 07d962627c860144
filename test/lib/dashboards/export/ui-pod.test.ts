import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type UiPod, uiPodOf } from '../../../../lib/dashboards/export/ui-pod.ts';

const podOf = (container: object, image = 'docker.io/grafana/grafana:12.1.0') => ({
  metadata: { name: 'grafana-0' },
  spec: {
    containers: [
      { name: 'sidecar', image: 'kiwigrid/k8s-sidecar:1' },
      { name: 'main', image, ...container },
    ],
  },
});

const secret = (name: string, key: string) => ({ valueFrom: { secretKeyRef: { name, key } } });
const PASSWORD = 'GF_SECURITY_ADMIN_PASSWORD';
const USER = 'GF_SECURITY_ADMIN_USER';

for (const [what, container, expected] of [
  ['nothing', {}, { port: 3000, secure: false, login: undefined }],
  [
    'the environment of the chart',
    {
      env: [
        { name: USER, ...secret('kps', 'u') },
        { name: PASSWORD, ...secret('kps', 'p') },
      ],
    },
    { login: { user: { secret: 'kps', key: 'u' }, password: { secret: 'kps', key: 'p' } } },
  ],
  [
    'a password alone',
    { env: [{ name: PASSWORD, value: 'x' }] },
    { login: { user: { text: 'admin' }, password: { text: 'x' } } },
  ],
  [
    'a variable twice',
    {
      env: [
        { name: PASSWORD, value: 'x' },
        { name: PASSWORD, ...secret('a', 'b') },
      ],
    },
    { login: { user: { text: 'admin' }, password: { secret: 'a', key: 'b' } } },
  ],
  ['a value of another variable', { env: [{ name: PASSWORD, value: '$(OTHER)' }] }, { login: undefined }],
  [
    'a value of its own fields',
    { env: [{ name: PASSWORD, valueFrom: { fieldRef: {} } }] },
    { login: undefined },
  ],
  [
    'a user from elsewhere',
    {
      env: [
        { name: USER, valueFrom: { fieldRef: {} } },
        { name: PASSWORD, value: 'x' },
      ],
    },
    { login: undefined },
  ],
  ['one port', { ports: [{ containerPort: 8080 }] }, { port: 8080 }],
  [
    'several ports',
    {
      ports: [
        { name: 'gossip-udp', containerPort: 9094, protocol: 'UDP' },
        { name: 'gossip', containerPort: 9094 },
        { name: 'grafana', containerPort: 3001 },
      ],
    },
    { port: 3001 },
  ],
  [
    'a probe by TLS of a port by its name',
    {
      ports: [
        { name: 'a', containerPort: 1 },
        { name: 'b', containerPort: 2 },
      ],
      readinessProbe: { httpGet: { port: 'b', scheme: 'HTTPS' } },
    },
    { port: 2, secure: true },
  ],
  ['a probe of a port that is not listed', { readinessProbe: { httpGet: { port: 3300 } } }, { port: 3300 }],
  ['TLS by its environment', { env: [{ name: 'GF_SERVER_PROTOCOL', value: 'https' }] }, { secure: true }],
  [
    'fields of other types',
    { env: 'x', ports: [1], readinessProbe: { httpGet: [] } },
    { port: 3000, secure: false },
  ],
] as [string, object, Partial<UiPod>][])
  test(`a pod with ${what} is asked so`, () => {
    const found = uiPodOf(podOf(container));
    assert.deepEqual({ ...found, ...expected }, found);
  });

test('a pod without a dashboard UI is no dashboard UI', () =>
  assert.equal(uiPodOf(podOf({}, 'grafana/grafana-image-renderer:4')), undefined));
