import { INI_KEYS, SECTIONS, type ValuesComponent } from '../keys.ts';
import { DEFAULT_RULES } from './known/default-rules.ts';
import { type Level, level } from './known/level.ts';
import { RESOURCES } from './known/parts.ts';
import { withSpec } from './known/sections.ts';
import { ui } from './known/ui.ts';
import { CLUSTER_STATE, NODE_EXPORTER, OPERATOR } from './known/workloads.ts';

const ROOT = `additionalPrometheusRules additionalPrometheusRulesMap cleanPrometheusOperatorObjectNames
  commonLabels crds customRules enabled extraManifests fullnameOverride global kubeTargetVersionOverride
  kubeVersionOverride kubernetesServiceMonitors nameOverride namespaceOverride prometheus-windows-exporter
  windowsMonitoring`;

/**
 * The keys of kube-prometheus-stack, 13 to 88, of its subcharts, and of the configuration in it, from the root of its values: a
 * key is known if one of these versions reads it, whether or not its values.yaml lists it.
 *
 * @param naming whose names of sections may be suggested at the root. Both are known.
 */
export function chartKeys(naming: 'upstream' | 'platform'): Level {
  const components = Object.keys(SECTIONS) as ValuesComponent[];
  const nameOf = (component: ValuesComponent): string => {
    const [upstream = '', platform = upstream] = SECTIONS[component].sections;
    return naming === 'platform' ? platform : upstream;
  };
  return level(ROOT, {
    below: {
      ...Object.fromEntries(components.flatMap(sectionsOf)),
      ...Object.fromEntries(SCRAPERS.map((key) => [key, SCRAPER])),
      defaultRules: DEFAULT_RULES,
      kubeStateMetrics: level('enabled serviceMonitor', {
        places: { '../kube-state-metrics': CLUSTER_STATE },
      }),
      nodeExporter: level('enabled forceDeployDashboards jobLabel operatingSystems serviceMonitor', {
        places: { '../prometheus-node-exporter': NODE_EXPORTER },
      }),
    },
    places: {
      ...Object.fromEntries(
        components.map((component) => [nameOf(component), SECTIONS[component].specs?.join(' ') ?? '']),
      ),
      [nameOf('ui')]: `adminPassword adminUser ${INI_KEYS.join(' ')}`,
    },
    unsuggested: naming === 'platform' ? [] : components.flatMap((one) => SECTIONS[one].sections.slice(1)),
  });
}

const sectionsOf = (component: ValuesComponent): [name: string, Level][] =>
  SECTIONS[component].sections.map((name, at) => [name, LEVELS[component](at)]);

/** The section of a component, by the index of its name. */
const LEVELS: Record<ValuesComponent, (at: number) => Level> = {
  metrics: (at) => withSpec('metrics', at),
  alerts: (at) => withSpec('alerts', at),
  ruler: (at) => withSpec('ruler', at),
  ui,
  operator: () => level(OPERATOR, { below: { resources: RESOURCES } }),
  'cluster-state': () =>
    level(CLUSTER_STATE, { below: { resources: RESOURCES }, renamed: { replicaCount: 'replicas' } }),
  'node-exporter': () => level(NODE_EXPORTER, { below: { resources: RESOURCES } }),
};

/** What scrapes a part of Kubernetes. */
const SCRAPER = level(
  'enabled endpoints jobNameOverride metricRelabelings namespace relabelings service serviceMonitor tlsConfig',
);
const SCRAPERS = [
  ...['coreDns', 'kubeApiServer', 'kubeControllerManager', 'kubeDns'],
  ...['kubeEtcd', 'kubeProxy', 'kubeScheduler', 'kubelet'],
];
