import type { KubeObject } from '../../lib/kube/api/types.ts';
import { type PrometheusKind, startRuleServer } from '../metrics/rule-server.ts';
import { follow, keyOf } from '../operators/follow.ts';
import { attachPods } from './attached-metrics.ts';
import type { MonitoringStage } from './monitoring-stage.ts';

/** What brings rule files to the metrics servers of a namespace, as kubelet and the reloader do. */
export interface RuleLoader {
  /** Loads nothing until it is called again with false; what was missed is loaded then. */
  hold(isHeld: boolean): Promise<void>;
  /** Puts these files beside those of the operator, instead of those that were put there before. */
  put(files: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
}

type ConfigMap = KubeObject & { data?: Record<string, string> };

/**
 * Has all pods of the metrics servers of a stage answer by one Prometheus, which loads the rule files of the operator's ConfigMaps
 * whenever they change: kwok mounts nothing.
 */
export async function startRuleLoader(
  { server, namespace }: MonitoringStage,
  kind: PrometheusKind = 'stand-in',
): Promise<RuleLoader> {
  const prometheus = await startRuleServer(kind);
  const maps = new Map<string, Record<string, string>>();
  const stopping = new AbortController();
  let held = false;
  let others: Readonly<Record<string, string>> = {};
  let turn: Promise<void> = Promise.resolve();
  let isDue = false;
  /** What changes while files are loaded is loaded together, after that. */
  const load = (): Promise<void> => {
    if (isDue) return turn;
    isDue = true;
    turn = turn.then(async () => {
      isDue = false;
      if (held || stopping.signal.aborted) return;
      await prometheus.load(Object.assign({}, ...maps.values(), others));
    });
    return turn;
  };
  const { ended } = await follow<ConfigMap>(server.admin, `/api/v1/namespaces/${namespace}/configmaps`, {
    seen(map) {
      if (map.metadata.labels?.['prometheus-name'] === undefined) return;
      maps.set(keyOf(map), map.data ?? {});
      void load();
    },
    gone(key) {
      maps.delete(key);
      void load();
    },
    signal: stopping.signal,
    pause: 100,
  });
  const attached = await attachPods(server, namespace, { prometheus: prometheus.port });
  return {
    hold(isHeld) {
      held = isHeld;
      return load();
    },
    put(files) {
      others = files;
      return load();
    },
    async stop() {
      stopping.abort();
      await ended;
      await turn;
      await attached.stop();
      await prometheus.stop();
    },
  };
}
