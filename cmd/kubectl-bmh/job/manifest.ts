/** What a Job runs, and as whom. */
export interface JobSpec {
  /** Of the Job or CronJob. */
  name: string;
  namespace: string;
  /** What it runs: `repair`. */
  command: string;
  /** Name of its ServiceAccount. */
  account: string;
  image: string;
  args: string[];
  /** How often a pod that failed is started again. */
  retries: number;
  /** Undefined: one pod for all. */
  shards: number | undefined;
  /** Undefined: it runs once. */
  schedule: string | undefined;
}

export type Identity = Pick<JobSpec, 'namespace' | 'command' | 'account'>;

export const accountObject = ({ namespace, command, account: name }: Identity): object => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name, namespace, labels: labelsOf({ command }) },
  // Only the pods below get its token.
  automountServiceAccountToken: false,
});

/** A Job or, with a schedule, a CronJob. */
export function jobObject(spec: JobSpec): object {
  const { name, namespace, schedule } = spec;
  const labels = labelsOf(spec);
  const metadata = { name, namespace, labels };
  if (schedule === undefined)
    return {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata,
      spec: { ...runOf(spec), ttlSecondsAfterFinished: KEPT },
    };
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata,
    spec: {
      schedule,
      concurrencyPolicy: 'Forbid',
      startingDeadlineSeconds: LATEST,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 3,
      jobTemplate: { metadata: { labels }, spec: runOf(spec) },
    },
  };
}

/** How long a finished Job and its log are kept, in seconds: a week. */
const KEPT = 604_800;

/** How late a scheduled Job may start, in seconds. */
const LATEST = 3_600;

/** How long a pod that is told to end may finish the hosts in the middle of their steps, in seconds: longer than one request may take. */
const GRACE = 120;

/** The user of distroless images. */
const NONROOT = 65_532;

const labelsOf = ({ command }: Pick<Identity, 'command'>): Record<string, string> => ({
  'app.kubernetes.io/name': 'kubectl-bmh',
  'app.kubernetes.io/component': command,
});

const runOf = (spec: JobSpec): object => ({
  ...(spec.shards === undefined
    ? { backoffLimit: spec.retries }
    : {
        completionMode: 'Indexed',
        completions: spec.shards,
        parallelism: spec.shards,
        backoffLimitPerIndex: spec.retries,
      }),
  // A drained node is no failure of the run.
  podFailurePolicy: {
    rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }],
  },
  template: { metadata: { labels: labelsOf(spec) }, spec: podOf(spec) },
});

const podOf = ({ account, image, args }: JobSpec): object => ({
  serviceAccountName: account,
  automountServiceAccountToken: true,
  enableServiceLinks: false,
  // A new pod for each attempt: the log of each is kept.
  restartPolicy: 'Never',
  terminationGracePeriodSeconds: GRACE,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: NONROOT,
    runAsGroup: NONROOT,
    fsGroup: NONROOT,
    seccompProfile: { type: 'RuntimeDefault' },
  },
  containers: [
    {
      name: 'kubectl-bmh',
      image,
      args,
      resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '512Mi' } },
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      // For the payload files.
      volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
    },
  ],
  volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }],
});
