import { SECTIONS } from '../../keys.ts';
import { ALERTS_CONFIG, CONFIG, ROUTING } from './alerts-config.ts';
import { type Level, level } from './level.ts';
import { ingress, RESOURCES, RETENTION, STORAGE } from './parts.ts';

/** Of the specs of all resources. */
const SPEC = `additionalArgs additionalConfig additionalConfigString affinity automountServiceAccountToken
  containers dnsConfig dnsPolicy enableServiceLinks hostAliases hostNetwork hostUsers image initContainers
  listenLocal logFormat logLevel minReadySeconds nodeSelector paused podAntiAffinity
  podAntiAffinityTopologyKey podManagementPolicy podMetadata portName priorityClassName replicas resources
  retention routePrefix schedulerName securityContext serviceName terminationGracePeriodSeconds tolerations
  topologySpreadConstraints updateStrategy version volumeMounts volumes web`;
const SPECS = {
  metrics: `${SPEC} additionalAlertManagerConfigs additionalAlertManagerConfigsSecret
    additionalAlertRelabelConfigs additionalAlertRelabelConfigsSecret additionalPrometheusSecretsAnnotations
    additionalRemoteRead additionalRemoteWrite additionalScrapeConfigs additionalScrapeConfigsSecret
    alertingEndpoints allowOverlappingBlocks apiserverConfig arbitraryFSAccessThroughSMs bodySizeLimit
    configMaps convertClassicHistogramsToNHCB disableAlerting disableCompaction enableAdminAPI enableFeatures
    enableOTLPReceiver enableRemoteWriteReceiver enforcedBodySizeLimit enforcedKeepDroppedTargets
    enforcedLabelLimit enforcedLabelNameLengthLimit enforcedLabelValueLengthLimit enforcedNamespaceLabel
    enforcedSampleLimit enforcedTargetLimit evaluationInterval excludedFromEnforcement exemplars
    externalLabels externalUrl ignoreNamespaceSelectors keepDroppedTargets labelLimit labelNameLengthLimit
    labelValueLengthLimit maximumStartupDurationSeconds nameEscapingScheme nameValidationScheme otlp
    overrideHonorLabels overrideHonorTimestamps persistentVolumeClaimRetentionPolicy
    podMonitorNamespaceSelector podMonitorSelector podMonitorSelectorNilUsesHelmValues podTargetLabels
    probeNamespaceSelector probeSelector probeSelectorNilUsesHelmValues prometheusExternalLabelName
    prometheusExternalLabelNameClear prometheusRulesExcludedFromEnforce query queryLogFile reloadStrategy
    remoteRead remoteWrite remoteWriteDashboards remoteWriteReceiverMessageVersions replicaExternalLabelName
    replicaExternalLabelNameClear retentionPercentage retentionSize ruleNamespaceSelector ruleQueryOffset
    ruleSelector ruleSelectorNilUsesHelmValues runtime sampleLimit scrapeClasses scrapeClassicHistograms
    scrapeConfigNamespaceSelector scrapeConfigSelector scrapeConfigSelectorNilUsesHelmValues
    scrapeFailureLogFile scrapeInterval scrapeNativeHistograms scrapeProtocols scrapeTimeout secrets
    serviceDiscoveryRole serviceMonitorNamespaceSelector serviceMonitorSelector
    serviceMonitorSelectorNilUsesHelmValues shardRetentionPolicy shardingStrategy shards storageSpec
    targetLimit thanos tracingConfig tsdb walCompression`,
  alerts: `${SPEC} additionalPeers alertmanagerConfigMatcherStrategy alertmanagerConfigNamespaceSelector
    alertmanagerConfigSelector alertmanagerConfiguration clusterAdvertiseAddress clusterGossipInterval
    clusterLabel clusterPeerName clusterPeerTimeout clusterPushpullInterval clusterTLS configMaps configSecret
    externalUrl forceEnableClusterMode persistentVolumeClaimRetentionPolicy scheme secrets storage
    tlsConfig useExistingSecret`,
  ruler: `${SPEC} alertDropLabels alertQueryUrl alertRelabelConfigFile alertRelabelConfigs alertmanagersConfig
    alertmanagersUrl enableFeatures enforcedNamespaceLabel evaluationInterval excludedFromEnforcement
    externalPrefix externalPrefixNilUsesHelmValues extraEnv grpcServerTlsConfig imagePullPolicy
    objectStorageConfig objectStorageConfigFile queryConfig queryEndpoints remoteWrite resendDelay
    ruleConcurrentEval ruleGracePeriod ruleNamespaceSelector ruleOutageTolerance ruleQueryOffset ruleSelector
    ruleSelectorNilUsesHelmValues storage tracingConfig tracingConfigFile`,
};

/** Of the specs as well, but in a section they are more likely something else. */
const COMMON_WORDS = { metrics: 'rules', alerts: 'limits', ruler: 'labels' };

const OWN = `enabled annotations extraSecret ingress podDisruptionBudget route service serviceAccount
  serviceMonitor`;
/** Of the sections, apart from the spec. */
const OWNS = {
  metrics: `${OWN} additionalLabels additionalPodMonitors additionalRulesForClusterRole
    additionalServiceMonitors agentMode ingressPerReplica networkPolicy podSecurityPolicy routePerReplica
    servicePerReplica thanosIngress thanosRoute thanosService thanosServiceExternal thanosServiceMonitor
    verticalPodAutoscaler`,
  alerts: `${OWN} additionalLabels apiVersion config enableFeatures forceDeployDashboards ingressPerReplica
    namespaceOverride networkPolicy routePerReplica secret servicePerReplica stringConfig templateFiles
    tplConfig verticalPodAutoscaler`,
  ruler: OWN,
};

/** The section of a component with a resource. `at` is the index of its name, and of the name that the spec in it has then. */
export function withSpec(component: 'metrics' | 'alerts' | 'ruler', at: number): Level {
  const names = SECTIONS[component].specs ?? [];
  const isAlerts = component === 'alerts';
  const spec = level(`${SPECS[component]} ${COMMON_WORDS[component]}`, {
    below: {
      resources: RESOURCES,
      [component === 'metrics' ? 'storageSpec' : 'storage']: STORAGE,
      ...(component === 'ruler' ? {} : { persistentVolumeClaimRetentionPolicy: RETENTION }),
    },
    places: { ...(isAlerts && { '../config': CONFIG }), '..': OWNS[component] },
    renamed: {
      replicaCount: 'replicas',
      ...(component === 'metrics' ? { storage: 'storageSpec' } : { storageSpec: 'storage' }),
      ...(isAlerts && { secret: 'secrets' }),
    },
  });
  return level(OWNS[component], {
    below: {
      ...Object.fromEntries(names.map((name) => [name, spec])),
      ingress: ingress('paths serviceName servicePort'),
      ...(isAlerts && { config: ALERTS_CONFIG }),
    },
    places: {
      [names[at] ?? '']: SPECS[component],
      ...(isAlerts && { config: CONFIG, 'config/route': ROUTING }),
    },
  });
}
