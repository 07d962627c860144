import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditedDefinitions, type Definition, definitions, monitoringDefinitions } from './definitions.ts';

interface Schema {
  required?: string[];
  enum?: string[];
  properties?: Record<string, Schema>;
}

/** The schema at a path such as `status.provisioning`. */
function at(definition: Definition | undefined, path: string): Schema {
  let schema = definition?.spec.versions[0]?.schema.openAPIV3Schema as Schema | undefined;
  for (const key of path.split('.')) schema = schema?.properties?.[key];
  assert.ok(schema, `no schema at ${path}`);
  return schema;
}

const all = [...(await definitions()), ...(await auditedDefinitions()), ...(await monitoringDefinitions())];
const byKind = new Map(all.map((definition) => [definition.spec.names.kind, definition]));

const required: [string, string, string[]][] = [
  ['BareMetalHost', 'spec', ['online']],
  ['BareMetalHost', 'spec.bmc', ['address', 'credentialsName']],
  ['BareMetalHost', 'spec.image', ['url']],
  [
    'BareMetalHost',
    'status',
    ['errorCount', 'errorMessage', 'operationalStatus', 'poweredOn', 'provisioning', 'provisioningFailCount'],
  ],
  ['BareMetalHost', 'status.provisioning', ['ID', 'state']],
  ['BareMetalHost', 'status.provisioning.image', ['url']],
  ['BareMetalHost', 'status.lastAttemptedImage', ['url']],
  ['Metal3Machine', 'spec.image', ['url']],
  ['Metal3MachineTemplate', 'spec', ['template']],
  ['Metal3MachineTemplate', 'spec.template.spec.image', ['url']],
  ['HostClaim', 'spec', ['poweredOn']],
  ['HostClaim', 'spec.image', ['url']],
  ['DataImage', 'spec', ['url']],
  ['HostFirmwareComponents', 'spec', ['updates']],
  ['Ironic', 'spec.database', ['credentialsName', 'host', 'name']],
  ['Machine', 'spec', ['bootstrap', 'clusterName', 'infrastructureRef']],
  ['MachineHealthCheck', 'spec', ['clusterName', 'selector']],
  ...['Prometheus', 'PrometheusAgent', 'Alertmanager', 'ThanosRuler'].flatMap(
    (kind): [string, string, string[]][] => [
      [kind, 'status', ['availableReplicas', 'paused', 'replicas', 'unavailableReplicas', 'updatedReplicas']],
      [kind, 'spec.storage.ephemeral.volumeClaimTemplate', ['spec']],
    ],
  ),
];

for (const [kind, path, fields] of required) {
  test(`${kind} ${path} requires ${fields.join(', ')}`, () => {
    assert.deepEqual(at(byKind.get(kind), path).required, fields);
  });
}

const enums: [string, string, string[]][] = [
  [
    'BareMetalHost',
    'status.errorType',
    [
      'provisioned registration error',
      'registration error',
      'inspection error',
      'preparation error',
      'provisioning error',
      'power management error',
      'servicing error',
    ],
  ],
  [
    'BareMetalHost',
    'status.operationalStatus',
    ['', 'OK', 'discovered', 'error', 'delayed', 'detached', 'servicing'],
  ],
  ['BareMetalHost', 'spec.image.checksumType', ['md5', 'sha256', 'sha512', 'auto']],
  ['BareMetalHost', 'status.provisioning.image.format', ['raw', 'qcow2', 'vdi', 'vmdk', 'live-iso']],
  ['Metal3Machine', 'spec.image.checksumType', ['md5', 'sha256', 'sha512']],
];

for (const [kind, path, values] of enums) {
  test(`${kind} ${path} is one of its real values`, () => {
    assert.deepEqual(at(byKind.get(kind), path).enum, values);
  });
}

test('only what prometheus-operator gives claims of a policy has one', () => {
  const policy = 'persistentVolumeClaimRetentionPolicy';
  const kinds = ['Prometheus', 'PrometheusAgent', 'Alertmanager', 'ThanosRuler'];
  const having = kinds.filter((kind) => at(byKind.get(kind), 'spec').properties?.[policy] !== undefined);
  assert.deepEqual(having, ['Prometheus', 'PrometheusAgent', 'Alertmanager']);
});

test('the state of a host is any string, as in the real definition', () => {
  assert.equal(at(byKind.get('BareMetalHost'), 'status.provisioning.state').enum, undefined);
});
