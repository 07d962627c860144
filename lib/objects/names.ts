/** Names of objects as a message lists them. */
export const names = (objects: readonly { name: string }[]): string =>
  objects.map(({ name }) => name).join(', ');

/**
 * Every name that the platform document neutralises ("<vendor>", "metrics"…), in one place.
 * The group of host records is discovered from the cluster, so what depends on it is a function of it.
 */

/** Resource, version and kind of host records (§2.1); their group is whichever one serves them. */
export const HOST_RESOURCE = 'baremetalhosts';
export const HOST_VERSION = 'v1alpha1';
export const HOST_KIND = 'BareMetalHost';

/** A host as `-o name` prints it: `baremetalhost.metal3.io/worker-0`. */
export const hostResource = (group: string, name: string): string =>
  `${HOST_KIND.toLowerCase()}.${group}/${name}`;

/** The group that serves host records unless somebody has built the operator for another: a guess, never taken unasked. */
export const USUAL_HOST_GROUP = 'metal3.io';

/** The annotation whose presence pauses the operator's reconciliation of a host (§2.1). */
export const pausedAnnotation = (group: string): string => `baremetalhost.${group}/paused`;

/** What the document's pause sets the annotation to (§4.A step 3). */
export const PAUSED_VALUE = 'true';

/** What `kubectl bmh pause` sets it to: its pause is told by that from one of a run, which has the document's value. */
export const HELD_VALUE = 'kubectl-bmh';

/** The annotation that holds an unfinished run's record, written with the pause and removed with the resume. */
export const RECORD_ANNOTATION = 'kubectl-bmh/repair';

/** The annotation whose presence has the operator delete a host's node in Ironic and let go of the host. */
export const detachedAnnotation = (group: string): string => `baremetalhost.${group}/detached`;

/** The annotation in which a move saves a host's status; the operator reads it into an empty one. */
export const STATUS_ANNOTATION = 'baremetalhost.metal3.io/status';

/** What a re-enrolment sets it to: a deletion that comes meanwhile waits until the host is attached again. */
export const DETACHED_VALUE = '{"deleteAction":"delay"}';

/** The operational status of a host that the operator has let go of. */
export const DETACHED = 'detached';

/** The annotation that holds the record of an unfinished re-enrolment, written and removed with that one. */
export const REENROLL_ANNOTATION = 'kubectl-bmh/reenroll';

/** Who our writes are, in `managedFields` of what they touch. */
export const FIELD_MANAGER = 'kubectl-bmh';

/** The stable in-cluster address that images are served at (§2.1). */
export const IMAGE_SERVICE = 'httpd-http';

/** The error type that the procedure repairs (§3). */
export const REGISTRATION_ERROR = 'provisioned registration error';

/** Reason of the Event that the operator publishes each time that it reports that error. */
export const REGISTRATION_ERROR_EVENT = 'ProvisionedRegistrationError';

/** Name of the Lease that the operator renews while it runs, in the namespace where it runs. */
export const OPERATOR_LEASE = 'baremetal-operator';

/** The state that the procedure requires and never leaves (§3). */
export const PROVISIONED = 'provisioned';

/** The state of hosts whose image is somebody else's. */
export const EXTERNALLY_PROVISIONED = 'externally provisioned';

/** Group of the metrics server, the alert manager and the ruler (`<monitoring_group>/v1`, §2.2). */
export const MONITORING_GROUP = 'monitoring.coreos.com';

/** The namespace of the building block (§1): the folder of the same name in the platform repository puts it there. */
export const MONITORING_NAMESPACE = 'monitoring-system';

/** Name of the alert that always fires (§1). */
export const WATCHDOG = 'Watchdog';

/** Who our writes in the building block are, in `managedFields` of what they touch. */
export const MONITORING_MANAGER = 'kubectl-monitoring';

/**
 * Where a chart's values describe the volumes of a component (§2.4, §4.C step 5): `SECTION.SPEC.STORAGE.…`, in the
 * chart's own names and in the document's. The resource that the chart makes of it has `storage` in its spec.
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
