import { level } from './level.ts';

const RULES = `alertmanager configReloaders etcd general k8s k8sContainerCpuLimits k8sContainerCpuRequests
  k8sContainerCpuUsageSecondsTotal k8sContainerMemoryCache k8sContainerMemoryLimits k8sContainerMemoryRequests
  k8sContainerMemoryRss k8sContainerMemorySwap k8sContainerMemoryWorkingSetBytes k8sContainerResource
  k8sPodOwner kubeApiserver kubeApiserverAvailability kubeApiserverBurnrate kubeApiserverError
  kubeApiserverHistogram kubeApiserverSlos kubeControllerManager kubeProxy kubePrometheusGeneral
  kubePrometheusNodeAlerting kubePrometheusNodeRecording kubeScheduler kubeSchedulerAlerting
  kubeSchedulerRecording kubeStateMetrics kubelet kubernetesAbsent kubernetesApps kubernetesResources
  kubernetesStorage kubernetesSystem network node nodeExporterAlerting nodeExporterRecording prometheus
  prometheusOperator time windows`;
/** The alert rules of the chart. */
export const DEFAULT_RULES = level(
  `additionalAggregationLabels additionalRuleAnnotations additionalRuleGroupAnnotations
    additionalRuleGroupLabels additionalRuleLabels annotations appNamespacesOperator appNamespacesTarget
    create disabled keepFiringFor kubeletClientCertificateExpiration kubeletServerCertificateExpiration labels
    node runbookUrl`,
  { below: { rules: level(RULES) }, places: { rules: RULES } },
);
