import type { KubeObject } from '../kube/api/types.ts';
import { fieldsOf } from '../objects/fields.ts';
import { pausedAnnotation, RECORD_ANNOTATION } from '../objects/names.ts';

/** A host as the API sends it. No field is trusted to have its type: read it with `readHost`. */
export type HostObject = KubeObject & { spec?: unknown; status?: unknown };

/** An image in the spec or the status; a part that is missing or not a string is undefined. */
export interface Image {
  url: string | undefined;
  checksum: string | undefined;
  checksumType: string | undefined;
  format: string | undefined;
}

/** The fields of a host that decisions read (§2.1 and others), with checked types. */
export interface Host {
  name: string;
  namespace: string;
  uid: string | undefined;
  resourceVersion: string | undefined;
  created: string | undefined;
  deleting: boolean;
  annotations: Record<string, string>;
  labels: Record<string, string>;
  /** Value of the paused annotation; undefined if the key is absent. Any value, even an empty one, pauses the host. */
  paused: string | undefined;
  /** The unparsed record of an unfinished run. */
  recordText: string | undefined;
  online: boolean | undefined;
  externallyProvisioned: boolean;
  /** Undefined if `spec.image` is absent or not an object. */
  image: Image | undefined;
  customDeploy: string | undefined;
  consumer: { apiVersion: string; kind: string; name: string; namespace: string } | undefined;
  state: string | undefined;
  statusImage: Image;
  /** ID of its node in Ironic; it changes when the host is enrolled again. */
  nodeId: string | undefined;
  /** Whether the spec has the address of the BMC and the Secret with its credentials. */
  hasBmc: boolean;
  statusCustomDeploy: string | undefined;
  errorType: string | undefined;
  errorMessage: string | undefined;
  errorCount: number | undefined;
  operationalStatus: string | undefined;
  lastUpdated: string | undefined;
}

/** Reads a host of API group `group`. A part of the wrong type reads as absent; it never throws. */
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
    created: text(metadata.creationTimestamp),
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
 * Whether the operator, reconciling this host, would cancel its provisioning because of the image: the status has an
 * address that differs from the spec's. Only the addresses count, not checksum or format.
 */
export function urlsDiffer({ image, statusImage }: Pick<Host, 'image' | 'statusImage'>): boolean {
  return Boolean(statusImage.url) && statusImage.url !== image?.url;
}

/**
 * Whether the operator would deprovision this host in state `provisioned`: the address or deploy method in the status
 * differs from the spec's, or the spec has neither.
 */
export const isUnwanted = (host: Host): boolean =>
  specDiffers(host) || (!host.image?.url && !host.customDeploy);

/** Whether the image address or deploy method in the spec differs from the provisioned one. */
export const specDiffers = (host: Host): boolean => urlsDiffer(host) || methodsDiffer(host);

export const methodsDiffer = ({ customDeploy = '', statusCustomDeploy }: Host): boolean =>
  Boolean(statusCustomDeploy) && statusCustomDeploy !== customDeploy;

/** Whether the host was deployed by a custom method alone: without an image in spec or status, the operator cancels nothing. */
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
