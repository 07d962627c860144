import type { KubeObject } from '../kube/api/types.ts';
import { fieldsOf } from '../objects/fields.ts';
import { pausedAnnotation, RECORD_ANNOTATION } from '../objects/names.ts';

/** A host record as the API sends it. Nothing in it is trusted to have its type: read it through `readHost`. */
export type HostObject = KubeObject & { spec?: unknown; status?: unknown };

/** An image as the spec or the status names it; a part that is missing or no string is undefined. */
export interface Image {
  url: string | undefined;
  checksum: string | undefined;
  checksumType: string | undefined;
  format: string | undefined;
}

/** What the decisions read of a host record (§2.1 and the fields around it), each part with a sure type. */
export interface Host {
  name: string;
  namespace: string;
  /** Undefined where the server gave none. */
  uid: string | undefined;
  resourceVersion: string | undefined;
  deleting: boolean;
  annotations: Record<string, string>;
  labels: Record<string, string>;
  /** Value of the paused annotation; undefined where the key is absent, which is the only state that is not paused. */
  paused: string | undefined;
  /** The unparsed record of an unfinished run. */
  recordText: string | undefined;
  online: boolean | undefined;
  externallyProvisioned: boolean;
  /** Undefined where `spec.image` is absent or no object. */
  image: Image | undefined;
  customDeploy: string | undefined;
  consumer: { apiVersion: string; kind: string; name: string; namespace: string } | undefined;
  state: string | undefined;
  statusImage: Image;
  /** ID of its node in Ironic: one that is enrolled anew has another. */
  nodeId: string | undefined;
  /** Whether the spec says where its BMC is and which Secret has the credentials. */
  hasBmc: boolean;
  statusCustomDeploy: string | undefined;
  errorType: string | undefined;
  errorMessage: string | undefined;
  errorCount: number | undefined;
  operationalStatus: string | undefined;
  lastUpdated: string | undefined;
}

/** Reads a host record of API group `group`. Wrong-typed parts read as absent; it never throws. */
export function readHost(object: HostObject, group: string): Host {
  const metadata = fieldsOf(object.metadata) ?? {};
  const spec = fieldsOf(object.spec) ?? {};
  const status = fieldsOf(object.status) ?? {};
  const provisioning = fieldsOf(status.provisioning) ?? {};
  const bmc = fieldsOf(spec.bmc) ?? {};
  const annotations = strings(metadata.annotations);
  const namespace = text(metadata.namespace) ?? '';
  return {
    name: text(metadata.name) ?? '',
    namespace,
    uid: text(metadata.uid),
    resourceVersion: text(metadata.resourceVersion),
    deleting: metadata.deletionTimestamp !== undefined && metadata.deletionTimestamp !== null,
    annotations,
    labels: strings(metadata.labels),
    paused: annotations[pausedAnnotation(group)],
    recordText: annotations[RECORD_ANNOTATION],
    online: typeof spec.online === 'boolean' ? spec.online : undefined,
    externallyProvisioned: spec.externallyProvisioned === true,
    image: fieldsOf(spec.image) && readImage(spec.image),
    customDeploy: text(fieldsOf(spec.customDeploy)?.method),
    consumer: readConsumer(spec.consumerRef, namespace),
    state: text(provisioning.state),
    statusImage: readImage(provisioning.image),
    nodeId: text(provisioning.ID),
    hasBmc: Boolean(text(bmc.address) && text(bmc.credentialsName)),
    statusCustomDeploy: text(fieldsOf(provisioning.customDeploy)?.method),
    errorType: text(status.errorType) || undefined,
    errorMessage: text(status.errorMessage),
    errorCount: typeof status.errorCount === 'number' ? status.errorCount : undefined,
    operationalStatus: text(status.operationalStatus),
    lastUpdated: text(status.lastUpdated),
  };
}

/**
 * Whether the operator, reconciling this host, would take provisioning for cancelled because of its image: the
 * status names an address and it is not the spec's. Only the addresses count, not checksum or format.
 */
export function urlsDiffer({ image, statusImage }: Pick<Host, 'image' | 'statusImage'>): boolean {
  return Boolean(statusImage.url) && statusImage.url !== image?.url;
}

/**
 * Whether the operator, looking at a host in state `provisioned`, would take what it provisioned for unwanted: an address or a
 * deploy method of the status that is not the spec's, or a spec with neither.
 */
export const isUnwanted = (host: Host): boolean =>
  specDiffers(host) || (!host.image?.url && !host.customDeploy);

/** Whether a host's image address or deploy method is not the one that it was provisioned with. */
export const specDiffers = (host: Host): boolean => urlsDiffer(host) || methodsDiffer(host);

export const methodsDiffer = ({ customDeploy = '', statusCustomDeploy }: Host): boolean =>
  Boolean(statusCustomDeploy) && statusCustomDeploy !== customDeploy;

/** Whether a deploy method alone put a host's system there: with no image in spec or status, the operator cancels nothing. */
export const isDeployedByMethod = ({
  image,
  statusImage,
  customDeploy,
}: Pick<Host, 'image' | 'statusImage' | 'customDeploy'>): boolean =>
  Boolean(customDeploy) && !image?.url && !statusImage.url;

function readImage(value: unknown): Image {
  const image = fieldsOf(value) ?? {};
  return {
    url: text(image.url),
    checksum: text(image.checksum),
    checksumType: text(image.checksumType),
    format: text(image.format),
  };
}

function readConsumer(value: unknown, namespace: string): Host['consumer'] {
  const reference = fieldsOf(value);
  const name = text(reference?.name);
  const kind = text(reference?.kind);
  if (!reference || !name || !kind) return undefined;
  return {
    apiVersion: text(reference.apiVersion) ?? '',
    kind,
    name,
    namespace: text(reference.namespace) || namespace,
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function strings(value: unknown): Record<string, string> {
  const entries = Object.entries(fieldsOf(value) ?? {}).filter(([, item]) => typeof item === 'string');
  return Object.assign(Object.create(null), Object.fromEntries(entries)) as Record<string, string>;
}
