import type { PrometheusKind } from '../metrics/rule-server.ts';
import { type MonitoringOptions, openMonitoring } from './monitoring.ts';
import type { MonitoringStage } from './monitoring-stage.ts';
import { type RuleLoader, startRuleLoader } from './rule-loader.ts';
import type { TestServer } from './server.ts';

/** A metrics server `k8s` of two replicas that load the rules it selects. */
export interface RuleStage {
  stage: MonitoringStage;
  loader: RuleLoader;
  /** A kubeconfig of the administrator. */
  config: string;
  /** Merges into the spec of the metrics server. */
  select(spec: object): Promise<unknown>;
  /** Stops all of it, and the server. */
  stop(): Promise<void>;
}

/** @param matchLabels what the metrics server selects rules by. */
export async function openRules(
  server: TestServer,
  matchLabels: Record<string, string>,
  { prometheus, ...options }: MonitoringOptions & { prometheus?: PrometheusKind } = {},
): Promise<RuleStage> {
  const stage = await openMonitoring(server, { components: [{ name: 'k8s', replicas: 2 }], ...options });
  const loader = await startRuleLoader(stage, prometheus);
  const select = (spec: object) => stage.patch(stage.path('prometheuses', 'k8s'), { spec });
  await select({ ruleSelector: { matchLabels }, ruleNamespaceSelector: null });
  return {
    stage,
    loader,
    config: await stage.kubeconfig(),
    select,
    async stop() {
      await loader.stop();
      await stage.stop();
      await server.stop();
    },
  };
}
