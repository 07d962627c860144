import { auditedDefinitions } from '../crds/definitions.ts';
import type { TestServer } from '../support/server.ts';
import { brokenHost, GPU, HPC, healthyHost, image, STANDARD, served, stale } from './hosts.ts';
import { define, install } from './install.ts';
import { create, ensure, status } from './requests.ts';
import type { Scenario } from './scenario.ts';

/** The addresses of the service and of the pod behind it. */
const SERVICE_IP = '10.0.0.77';
const POD_IP = '10.244.3.9';

const INFRASTRUCTURE = 'infrastructure.cluster.x-k8s.io/v1beta1';
const HOSTS = 'metal3.io/v1alpha1';

/**
 * A platform with a violation in every place for an image address, and with addresses that follow all rules. `metal3` has the
 * service and a ready pod, `edge` a service without a ready pod, `empty` nothing.
 */
const scenario = (): Scenario => ({
  nodes: [],
  clusters: [{ namespace: 'metal3', name: 'production', paused: false }],
  hosts: [
    brokenHost('worker-0', 1, { cluster: 'production' }),
    healthyHost('worker-1', 2),
    healthyHost('worker-2', 3, { image: image(`http://${SERVICE_IP}/images/${HPC}`) }),
    healthyHost('worker-3', 4, { annotations: appliedBefore }),
    healthyHost('worker-4', 5, { image: image(served('acme-rescue-ubuntu2204.qcow2')) }),
    healthyHost('worker-5', 6, {
      image: { url: 'http://[fd00:1101::3]:6180/images/rescue.iso', format: 'live-iso' },
    }),
    healthyHost('edge-0', 7, { namespace: 'edge', image: image(`http://images.example.com/${GPU}`) }),
  ],
  images: [],
  deadBmcs: [],
});

/** The `kubectl apply` annotation of a host that was repaired afterwards. */
const appliedBefore = {
  'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({
    apiVersion: HOSTS,
    kind: 'BareMetalHost',
    spec: { online: true, image: image(stale(STANDARD)) },
  }),
};

interface Placed {
  path: string;
  object: Record<string, unknown>;
  status?: object;
}

const objects: Placed[] = [
  {
    path: `/apis/${HOSTS}/namespaces/metal3/hostclaims`,
    object: claim('claim-0', {
      poweredOn: true,
      image: image(stale(GPU)),
      userData: { name: 'claim-0-user-data' },
    }),
  },
  {
    path: `/apis/${INFRASTRUCTURE}/namespaces/metal3/metal3machinetemplates`,
    object: {
      apiVersion: INFRASTRUCTURE,
      kind: 'Metal3MachineTemplate',
      metadata: { name: 'workers' },
      spec: {
        template: { spec: { image: { url: stale(STANDARD), checksum: 'd41d8cd98f00b204e9800998ecf8427e' } } },
      },
    },
  },
  {
    path: `/apis/${HOSTS}/namespaces/metal3/dataimages`,
    object: {
      apiVersion: HOSTS,
      kind: 'DataImage',
      metadata: { name: 'worker-1' },
      spec: { url: `http://${POD_IP}/images/tools.iso` },
    },
  },
  {
    path: `/apis/${HOSTS}/namespaces/metal3/hostfirmwarecomponents`,
    object: {
      apiVersion: HOSTS,
      kind: 'HostFirmwareComponents',
      metadata: { name: 'worker-1' },
      spec: {
        updates: [
          { component: 'bios', url: 'https://firmware.example.com/bios.bin' },
          { component: 'bmc', url: 'http://172.22.0.1/bmc.bin' },
        ],
      },
    },
  },
  {
    path: `/apis/${HOSTS}/namespaces/metal3/preprovisioningimages`,
    object: {
      apiVersion: HOSTS,
      kind: 'PreprovisioningImage',
      metadata: { name: 'worker-1' },
      spec: { acceptFormats: ['initrd'] },
    },
    status: {
      format: 'initrd',
      imageUrl: 'http://172.22.0.1/ipa.initramfs',
      kernelUrl: 'http://ironic.metal3.svc/ipa.kernel',
    },
  },
  {
    path: '/apis/ironic.metal3.io/v1alpha1/namespaces/metal3/ironics',
    object: {
      apiVersion: 'ironic.metal3.io/v1alpha1',
      kind: 'Ironic',
      metadata: { name: 'ironic' },
      spec: {
        networking: { ipAddress: '172.22.0.2' },
        database: { host: 'mariadb', name: 'ironic', credentialsName: 'db' },
      },
    },
  },
  configMap('ironic-bmo-configmap', {
    PROVISIONING_IP: '172.22.0.2',
    DHCP_RANGE: '172.22.0.10,172.22.0.100',
    CACHEURL: 'http://172.22.0.1/images',
    DEPLOY_KERNEL_URL: 'http://ironic.metal3.svc/ipa.kernel',
  }),
  configMap('unrelated', { CACHEURL: 'http://172.22.0.1/images' }),
  secret('worker-1-user-data', {
    userData: `#!/bin/sh\ncurl -u me:hunter2 http://172.22.0.1/setup.sh | sh\n`,
  }),
  secret('claim-0-user-data', { value: 'nameserver 172.22.0.1' }),
  secret('unrelated', { userData: 'http://172.22.0.1/' }),
];

function claim(name: string, spec: object): Record<string, unknown> {
  return { apiVersion: HOSTS, kind: 'HostClaim', metadata: { name }, spec };
}

function configMap(name: string, data: Record<string, string>): Placed {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data };
  return { path: '/api/v1/namespaces/metal3/configmaps', object };
}

function secret(name: string, stringData: Record<string, string>): Placed {
  const object = { apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData };
  return { path: '/api/v1/namespaces/metal3/secrets', object };
}

/** Creates the hosts of the platform and their owners on a server. */
export const installHosts = (server: Pick<TestServer, 'admin'>): Promise<void> => install(server, scenario());

/** Creates the rest of the platform. */
export async function installAround({ admin }: Pick<TestServer, 'admin'>): Promise<void> {
  for (const definition of await auditedDefinitions()) await define(admin, definition);
  await ensure(admin, '/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'empty' },
  });
  for (const { path, object, status: value } of objects) {
    await create(admin, path, object);
    const { name } = object.metadata as { name: string };
    if (value) await status(admin, `${path}/${name}`, value);
  }
  await addService({ admin }, 'metal3', { clusterIP: SERVICE_IP }, true);
  await addService({ admin }, 'edge', {}, false);
}

/** The service, and a slice with its pod. */
async function addService(
  { admin }: Pick<TestServer, 'admin'>,
  namespace: string,
  spec: object,
  ready: boolean,
): Promise<void> {
  await create(admin, `/api/v1/namespaces/${namespace}/services`, {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'httpd-http' },
    spec: { ...spec, selector: { app: 'httpd-http' }, ports: [{ port: 80 }] },
  });
  await create(admin, `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`, {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: 'httpd-http-1', labels: { 'kubernetes.io/service-name': 'httpd-http' } },
    addressType: 'IPv4',
    endpoints: [{ addresses: [ready ? POD_IP : '10.244.4.4'], conditions: { ready } }],
    ports: [{ port: 8080 }],
  });
}
