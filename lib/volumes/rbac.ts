import type { Right, Rule } from '../kube/api/access.ts';
import { COMPONENTS, type Component } from '../objects/components.ts';
import { MONITORING_GROUP } from '../objects/names.ts';

const { metrics, alerts, ruler, agent } = COMPONENTS;
const pluralsOf = (...components: Component[]): string[] => components.map(({ plural }) => plural);
const RESIZABLE = pluralsOf(metrics, alerts, ruler);

type Place = Pick<Right, 'scope'> & Rule;

const inNamespace = (group: string, resources: string[], ...verbs: string[]): Place => ({
  ...{ group, resources, names: [], verbs },
  scope: 'namespace',
});
const inCluster = (group: string, resources: string[], ...verbs: string[]): Place => ({
  ...inNamespace(group, resources, ...verbs),
  scope: 'cluster',
});

/**
 * The least permissions for every command: what `resize-pvc`, `undo` and `scale` write with is in `permissions` (action.ts of
 * lib/volumes and lib/scaling), too, and they check it before each run.
 */
export const RIGHTS: readonly Right[] = [
  {
    ...inNamespace(MONITORING_GROUP, RESIZABLE, 'get', 'list'),
    use: 'all commands: find and read the instances',
  },
  {
    ...inNamespace('', ['persistentvolumeclaims', 'pods'], 'list'),
    use: 'all commands: read the claims and the pods of an instance',
  },
  {
    ...inNamespace('apps', ['statefulsets'], 'list'),
    use: 'status, resize-pvc, undo, scale: read the StatefulSets of an instance',
  },
  {
    ...inNamespace(MONITORING_GROUP, RESIZABLE, 'patch'),
    use: 'resize-pvc, undo: set replicas, pause, claim template, retention policy and retentionSize; scale: set replicas',
  },
  {
    ...inNamespace('apps', ['deployments', 'statefulsets'], 'patch'),
    use: 'scale: set the replicas of the dashboard UI, the operator and the cluster-state metrics',
    without: 'scale refuses to scale these parts',
  },
  { ...inNamespace('', ['persistentvolumeclaims'], 'patch'), use: 'resize-pvc: grow the claims' },
  {
    ...inNamespace('', ['configmaps'], 'get', 'create', 'patch', 'delete'),
    use: 'resize-pvc, undo: keep the record of an unfinished run',
  },
  {
    ...inNamespace('apps', ['statefulsets'], 'delete'),
    use: 'resize-pvc --mode online: have a StatefulSet re-created around its pods',
  },
  {
    ...inNamespace('', ['configmaps'], 'list'),
    use: 'status, undo: find unfinished resizes',
    without: 'status says so, and undo needs the name of the instance',
  },
  {
    ...inNamespace(MONITORING_GROUP, RESIZABLE, 'watch'),
    use: 'resize-pvc, undo, scale: see at once what the operator does',
    without: 'they read it again and again',
  },
  {
    ...inNamespace('', ['persistentvolumeclaims', 'pods'], 'watch'),
    use: 'resize-pvc, undo: see at once what the storage and the pods do',
    without: 'they read them again and again',
  },
  {
    ...inNamespace('apps', ['statefulsets'], 'watch'),
    use: 'resize-pvc, undo, scale: see at once when a StatefulSet is back',
    without: 'they read it again and again',
  },
  {
    ...inNamespace('apps', ['deployments'], 'watch'),
    use: 'scale: see at once when the replicas are ready',
    without: 'it reads them again and again',
  },
  {
    ...inNamespace('autoscaling', ['horizontalpodautoscalers'], 'list'),
    use: 'scale: check that no autoscaler puts its own number back; upgrade-check: find APIs that Kubernetes removes',
    without: 'they say that this is unknown',
  },
  {
    ...inNamespace('networking.k8s.io', ['ingresses'], 'list'),
    use: 'upgrade-check: find APIs that Kubernetes removes',
    without: 'it says that they could not be read',
  },
  {
    ...inNamespace('policy', ['poddisruptionbudgets'], 'list'),
    use: 'upgrade-check: find APIs that Kubernetes removes',
    without: 'it says that they could not be read',
  },
  {
    ...inNamespace('', ['resourcequotas'], 'list'),
    use: 'resize-pvc: check that the quotas have room',
    without: 'it finds out when it tries the patches',
  },
  {
    ...inNamespace(MONITORING_GROUP, pluralsOf(agent), 'get', 'list'),
    use: 'status, capacity: read the agents',
    without: 'they say that agents could not be read',
  },
  {
    ...inNamespace('apps', ['deployments', 'daemonsets'], 'list'),
    use: 'status, capacity, scale: find the other parts of the building block',
    without: 'status and capacity say what could not be read, and scale refuses to scale these parts',
  },
  {
    ...inNamespace('', ['services/proxy', 'pods/proxy'], 'get'),
    use: 'status, capacity, sizing, resize-pvc, scale, alert, watchdog: query Prometheus and Alertmanager',
    without:
      'they show no metrics, resize-pvc does not check file systems, scale and alert need port-forward',
  },
  {
    ...inNamespace('', ['pods/portforward'], 'get', 'create'),
    use: 'alert test: send the alert by a forwarded port; all others: query pods where pods/proxy is not allowed',
    without: 'alert test sends the alert through the API server',
  },
  {
    ...inNamespace('', ['pods/proxy'], 'create', 'delete'),
    use: 'alert test, alert silence: send alerts and silences through the API server',
    without: 'they need pods/portforward',
  },
  {
    ...inNamespace('', ['pods/log'], 'get'),
    use: 'alert test: read why a notification failed',
    without: 'it shows how many requests failed, without the reason',
  },
  {
    ...inCluster(MONITORING_GROUP, ['prometheusrules', metrics.plural], 'get', 'list'),
    use: 'rules: read the rules, and the selectors of every Prometheus',
    without: 'rules new uses the labels of the platform, and the other commands of rules need it',
  },
  {
    ...inCluster(MONITORING_GROUP, ['prometheusrules'], 'create', 'patch'),
    use: 'rules apply: apply the rules',
    without: 'rules apply is refused',
  },
  {
    ...inCluster('', ['configmaps', 'events', 'namespaces', 'pods'], 'get', 'list'),
    use: 'rules list, rules doctor, rules apply: follow a rule from the operator to a replica',
    without: 'they say what could not be read',
  },
  {
    ...inCluster('', ['pods/proxy'], 'get'),
    use: 'rules list, rules doctor, rules apply: ask a replica in any namespace for its rules',
    without: 'they say which replicas could not be asked',
  },
  {
    ...inCluster('apps', ['deployments', 'statefulsets'], 'list'),
    use: 'dashboards list, dashboards doctor, dashboards apply: find the dashboard UIs and their sidecars',
    without: 'they look in one namespace alone, and say so',
  },
  {
    ...inCluster('', ['configmaps', 'pods'], 'get', 'list'),
    use: 'dashboards list, dashboards doctor, dashboards apply: read the dashboards in ConfigMaps, and the pods of the UI',
    without: 'they say what could not be read',
  },
  {
    ...inCluster('', ['configmaps'], 'create', 'patch'),
    use: 'dashboards apply: apply the dashboards; those in Secrets take get, create and patch on secrets as well',
    without: 'dashboards apply is refused',
  },
  {
    ...inCluster('', ['pods/log'], 'get'),
    use: 'dashboards doctor, dashboards apply: read in the log of a sidecar what it has written',
    without: 'they say that it could not be read',
  },
  {
    ...inCluster('authorization.k8s.io', ['subjectaccessreviews'], 'create'),
    use: 'dashboards list, dashboards doctor, dashboards apply: ask what the service account of a sidecar may read',
    without: 'they read the roles and bindings where these may be read, or else say that it is unknown',
  },
  {
    ...inCluster('apiextensions.k8s.io', ['customresourcedefinitions'], 'list'),
    use: 'upgrade-check: compare the CRDs with the operator',
    without: 'it says that they could not be read',
  },
  {
    ...inCluster('policy', ['podsecuritypolicies'], 'list'),
    use: 'upgrade-check: find those of the chart, on Kubernetes 1.24 and older',
    without: 'it says that they could not be read',
  },
  {
    ...inCluster('storage.k8s.io', ['volumeattachments'], 'list'),
    use: 'resize-pvc --mode offline: wait until the volumes are detached',
  },
  {
    ...inCluster('storage.k8s.io', ['storageclasses'], 'list'),
    use: 'resize-pvc: check that the storage can resize volumes',
    without: 'it finds out when it tries the patches',
  },
  {
    ...inCluster('storage.k8s.io', ['volumeattachments'], 'watch'),
    use: 'resize-pvc --mode offline: see at once when a volume is detached',
    without: 'it reads them again and again',
  },
  {
    ...inCluster('', ['nodes'], 'list'),
    use: 'status, sizing: count the nodes',
    without: 'status says that they could not be read, and sizing needs --nodes',
  },
  {
    ...inCluster('', ['pods'], 'list'),
    use: 'resize-pvc, scale: check that an operator runs, in any namespace',
    without: 'it does not check it',
  },
  {
    ...inCluster('apps', ['deployments'], 'list'),
    use: 'status: find an operator in another namespace',
    without: 'it says that operators elsewhere could not be read',
  },
];
