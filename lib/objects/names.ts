export const names = (objects: readonly { name: string }[]): string =>
  objects.map(({ name }) => name).join(', ');

/**
 * The real names behind the platform document's placeholders (`<vendor>`, `metrics`…). The API group of hosts is discovered from the
 * cluster, so names that depend on it are functions.
 */

/** Resource, version and kind of hosts (§2.1). Their group is discovered. */
export const HOST_RESOURCE = 'baremetalhosts';
export const HOST_VERSION = 'v1alpha1';
export const HOST_KIND = 'BareMetalHost';

/** A host as `-o name` prints it: `baremetalhost.metal3.io/worker-0`. */
export const hostResource = (group: string, name: string): string =>
  `${HOST_KIND.toLowerCase()}.${group}/${name}`;

/** The usual API group of hosts: a custom build of the operator can have another. A guess, never used without confirmation. */
export const USUAL_HOST_GROUP = 'metal3.io';

/** The annotation that pauses the operator's reconciliation of a host (§2.1). */
export const pausedAnnotation = (group: string): string => `baremetalhost.${group}/paused`;

/** The value of that annotation in a repair (§4.A step 3). */
export const PAUSED_VALUE = 'true';

/** The value that `kubectl bmh pause` sets, to distinguish its pause from that of a repair. */
export const HELD_VALUE = 'kubectl-bmh';

/** The annotation with the record of an unfinished run, written with the pause and removed with the resume. */
export const RECORD_ANNOTATION = 'kubectl-bmh/repair';

/** The annotation that makes the operator delete a host's node in Ironic and release the host. */
export const detachedAnnotation = (group: string): string => `baremetalhost.${group}/detached`;

/** The annotation in which a move saves a host's status. The operator restores an empty status from it. */
export const STATUS_ANNOTATION = 'baremetalhost.metal3.io/status';

/** The value of the detached annotation in a re-enrollment: a deletion waits until the host is attached again. */
export const DETACHED_VALUE = '{"deleteAction":"delay"}';

/** The operational status of a host that the operator has released. */
export const DETACHED = 'detached';

/** The annotation with the record of an unfinished re-enrollment, written and removed with the detached annotation. */
export const REENROLL_ANNOTATION = 'kubectl-bmh/reenroll';

/** The field manager of our writes to hosts. */
export const FIELD_MANAGER = 'kubectl-bmh';

/** The stable in-cluster service of the image server (§2.1). */
export const IMAGE_SERVICE = 'httpd-http';

/** The error type that the procedure repairs (§3). */
export const REGISTRATION_ERROR = 'provisioned registration error';

/** The reason of the Event that the operator publishes whenever it reports that error. */
export const REGISTRATION_ERROR_EVENT = 'ProvisionedRegistrationError';

/** The Lease that the operator renews while it runs, in its own namespace. */
export const OPERATOR_LEASE = 'baremetal-operator';

/** The provisioning state that the procedure requires and keeps (§3). */
export const PROVISIONED = 'provisioned';

/** The provisioning state of hosts whose image the operator does not manage. */
export const EXTERNALLY_PROVISIONED = 'externally provisioned';

/** The API group of the metrics server, the alert manager and the ruler (`<monitoring_group>`, §2.2). */
export const MONITORING_GROUP = 'monitoring.coreos.com';

/** The namespace of the monitoring block (§1), after the folder in the platform repository. */
export const MONITORING_NAMESPACE = 'monitoring-system';

/** The alert that always fires (§1). */
export const WATCHDOG = 'Watchdog';

/** The field manager of our writes to the monitoring block. */
export const MONITORING_MANAGER = 'kubectl-monitoring';

/**
 * Where a chart's values describe the volumes of a component (§2.4, §4.C step 5): `SECTION.SPEC.STORAGE.…`, in the chart's own
 * names and in the platform document's. In the resource that the chart renders, it is `spec.storage`.
 */
export const VALUES_KEYS = {
  metrics: {
    sections: ['prometheus', 'metrics'],
    specs: ['prometheusSpec', 'metricsSpec'],
    storage: 'storageSpec',
  },
  alerts: {
    sections: ['alertmanager', 'alerts'],
    specs: ['alertmanagerSpec', 'alertsSpec'],
    storage: 'storage',
  },
  ruler: {
    sections: ['thanosRuler', 'ruler'],
    specs: ['thanosRulerSpec', 'rulerSpec'],
    storage: 'storage',
  },
} as const;
