import { INI_KEYS } from '../../keys.ts';
import { type Level, level } from './level.ts';
import { ingress, RESOURCES, RETENTION } from './parts.ts';

/** The chart grafana, 6 to 12, and what the monitoring chart adds. */
const UI = `additionalDataSources additionalDataSourcesString adminPassword adminUser affinity alerting
  annotations args assertNoLeakedSecrets automountServiceAccountToken autoscaling command configMapAnnotations
  containerSecurityContext createConfigmap dashboardProviders dashboards dashboardsConfigMaps datasources
  defaultCurlOptions defaultDashboardsEditable defaultDashboardsEnabled defaultDashboardsInterval
  defaultDashboardsTimezone defaultShellOptions deleteDatasources deploymentStrategy dnsConfig dnsPolicy
  downloadDashboards downloadDashboardsImage enableKubeBackwardCompatibility enableServiceLinks enabled env
  envFromConfigMaps envFromSecret envFromSecrets envRenderSecret envValueFrom extraConfigmapMounts
  extraContainerVolumes extraContainers extraEmptyDirMounts extraExposePorts extraInitContainers extraLabels
  extraObjects extraSecretMounts extraVolumeMounts extraVolumes forceDeployDashboards forceDeployDatasources
  fullnameOverride global goMemLimit gossipPortName headlessService hostAliases hostUsers image imageRenderer
  initChownData labels ldap lifecycleHooks listenerSet livenessProbe nameOverride namespaceOverride
  networkPolicy nodeSelector notifiers operator plugins podAnnotations podDisruptionBudget podLabels
  podPortName priorityClassName progressDeadlineSeconds prune rbac readinessProbe replicas
  revisionHistoryLimit route schedulerName securityContext service serviceAccount serviceMonitor
  shadowBundledPlugins shareProcessNamespace smtp startupProbe terminationGracePeriodSeconds testFramework
  tolerations topologySpreadConstraints useStatefulSet verticalPodAutoscaler`;

const ADMIN = 'existingSecret passwordKey userKey';
const PERSISTENCE = `accessModes annotations disableWarning enabled existingClaim extraPvcLabels finalizers
  inMemory lookupVolumeName selectorLabels size snapShotName storageClassName subPath type volumeName`;

const SIDECARS = `alerts enableUniqueFilenames image imagePullPolicy livenessProbe logLevel notifiers plugins
  readinessProbe resources securityContext skipTlsVerify`;
const SIDECAR = `annotations args enabled env envValueFrom extraMounts ignoreAlreadyProcessed label labelValue
  logLevel maxConnectRetries maxReadRetries maxTotalRetries reloadURL resource resourceName restartPolicy
  script searchNamespace sizeLimit skipReload skipTlsVerify startupProbe watchClientTimeout watchMethod
  watchServerTimeout`;
const DASHBOARDS = `${SIDECAR} SCProvider defaultFolderName enableNewTablePanelSyntax folder folderAnnotation
  initDashboards multicluster provider`;
const DATASOURCES = `${SIDECAR} alertmanager createPrometheusReplicasDatasources customQueryParameters
  defaultDatasourceEnabled defaultDatasourceScrapeInterval exemplarTraceIdDestinations extraJsonData
  httpMethod initDatasources isDefaultDatasource name prometheusServiceName timeout uid url`;

/** The section `server` of Grafana's own configuration. */
const SERVER = `cdn_url cert_file cert_key cert_pass certs_watch_interval domain enable_gzip enforce_domain
  http_addr http_port min_tls_version protocol read_timeout root_url router_logging serve_from_sub_path socket
  socket_gid socket_mode static_root_path`;

/** The section of the UI. `at` is the index of its name, and of the name that the file in it has then. */
export function ui(at: number): Level {
  const ini = level('', { below: { server: level(SERVER) }, places: { server: SERVER } });
  const name = INI_KEYS[at] ?? INI_KEYS[0];
  return level(UI, {
    below: {
      ...Object.fromEntries(INI_KEYS.map((key) => [key, ini])),
      admin: level(ADMIN),
      ingress: ingress('path'),
      persistence: level(PERSISTENCE, {
        below: { persistentVolumeClaimRetentionPolicy: RETENTION },
        renamed: { storageClass: 'storageClassName' },
      }),
      resources: RESOURCES,
      sidecar: level(SIDECARS, {
        below: { dashboards: level(DASHBOARDS), datasources: level(DATASOURCES) },
      }),
    },
    places: { admin: ADMIN, [name]: 'server', [`${name}/server`]: SERVER },
    renamed: { replicaCount: 'replicas' },
  });
}
