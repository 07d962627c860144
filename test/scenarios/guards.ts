import { REGISTRATION_ERROR, STATUS } from '../operators/host.ts';
import { brokenHost, detached, type HostOptions, image, paused, STANDARD, served, stale } from './hosts.ts';
import type { Scenario, ScenarioHost } from './scenario.ts';

/** The annotation by which clusterctl holds a host back from being moved. */
const BLOCK_MOVE = 'clusterctl.cluster.x-k8s.io/block-move';

/** A host on which the BMC, not the image, is what fails. */
const DEAD_BMC = 'redfish-virtualmedia+https://192.168.222.9/redfish/v1/Systems/9';

/**
 * What makes each host one that must be refused. A host that the operator would wipe, delete or change in this state
 * is paused as well, by hand: that alone is a refusal, and the reason in its name is another.
 */
const hosts: Record<string, HostOptions> = {
  'paused-by-hand': { annotations: paused('true') },
  'paused-by-capm3': { annotations: paused('metal3.io/capm3') },
  'paused-by-hostclaim': { annotations: paused('metal3.io/hostclaim') },
  detached: { annotations: detached },
  'saved-status': {
    annotations: { ...paused('metal3.io/capm3'), [STATUS]: '{"provisioning":{"state":"provisioned"}}' },
  },
  'block-move': { annotations: { [BLOCK_MOVE]: '' } },
  'cluster-paused': { cluster: 'edge' },
  'externally-provisioned': {
    spec: { externallyProvisioned: true },
    provisioning: { state: 'externally provisioned', image: { url: '' } },
  },
  deleting: { annotations: paused('true'), deleted: true },
  'no-image': { annotations: paused('true'), spec: { image: undefined } },
  'urls-differ': { annotations: paused('true'), spec: { image: image(served(STANDARD)) } },
  'not-provisioned': {
    spec: { online: false },
    status: {
      operationalStatus: 'OK',
      errorType: undefined,
      errorMessage: '',
      errorCount: 0,
      poweredOn: false,
    },
    provisioning: { state: 'available', image: { url: '' } },
  },
  'bmc-fault': {
    spec: { bmc: { address: DEAD_BMC, credentialsName: 'bmc-fault-bmc-secret' } },
    status: { errorType: REGISTRATION_ERROR, errorMessage: `the BMC at ${DEAD_BMC} does not answer` },
  },
  'address-not-ip': { image: image(`http://images.example.com/${STANDARD}`) },
  'live-iso': {
    image: { url: 'http://172.22.0.1:6180/images/acme-standard-rescue.iso', format: 'live-iso' },
  },
  'checksum-type': {
    image: { ...image(stale(STANDARD)), checksum: `${stale(STANDARD)}.sha256sum`, checksumType: 'sha256' },
  },
  'custom-deploy-changed': {
    annotations: paused('true'),
    spec: { customDeploy: { method: 'install_coreos' } },
    provisioning: { customDeploy: { method: 'install_other' } },
  },
  argocd: {
    manager: 'argocd-controller',
    annotations: { 'argocd.argoproj.io/tracking-id': 'hosts:metal3.io/BareMetalHost:metal3/argocd' },
  },
  'argocd-manager-only': { manager: 'argocd-controller' },
  flux: {
    manager: 'kustomize-controller',
    labels: {
      'kustomize.toolkit.fluxcd.io/name': 'hosts',
      'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
    },
  },
  'flux-manager-only': { manager: 'kustomize-controller' },
  helm: {
    manager: 'helm',
    labels: { 'app.kubernetes.io/managed-by': 'Helm' },
    annotations: { 'meta.helm.sh/release-name': 'hosts', 'meta.helm.sh/release-namespace': 'metal3' },
  },
};

/** Hosts that must be refused, each named by the reason, which persists while the operator runs. */
export const guardsScenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [{ namespace: 'metal3', name: 'edge', paused: true }],
  hosts: Object.entries(hosts).map(
    ([name, options], index): ScenarioHost => brokenHost(name, index + 1, options),
  ),
  images: [served(STANDARD)],
  deadBmcs: [DEAD_BMC],
});
