import type { KubeObject } from '../../kube/api/types.ts';
import { fieldsOf, textOf } from '../../objects/fields.ts';
import { imageReference, itemsOf } from '../../versions/install.ts';
import { PARTS } from '../../versions/monitoring.ts';

/** A value of a pod's environment: itself, or the key of a Secret that has it. */
export type EnvValue = { text: string } | { secret: string; key: string };

/** How a dashboard UI is asked in its pod. */
export interface UiPod {
  port: number;
  /** Whether it speaks TLS. */
  secure: boolean;
  /** Its administrator, as the pod is given it; undefined if the pod does not say. */
  login: { user: EnvValue; password: EnvValue } | undefined;
}

/** The port of a dashboard UI unless its container has another. */
const PORT = 3000;

/** The dashboard UI in a pod; undefined if no container runs one. */
export function uiPodOf(pod: KubeObject): UiPod | undefined {
  const containers = itemsOf(fieldsOf(fieldsOf(pod)?.spec)?.containers);
  const container = containers.find(({ image }) =>
    PARTS.some(
      ([part, software]) => part === 'ui' && software.image.test(imageReference(textOf(image)).name),
    ),
  );
  if (!container) return undefined;
  const password = variableOf(container, 'GF_SECURITY_ADMIN_PASSWORD');
  const user = variableOf(container, 'GF_SECURITY_ADMIN_USER');
  return {
    port: portOf(container),
    secure: isSecure(container),
    login: password && user !== null ? { user: user ?? { text: 'admin' }, password } : undefined,
  };
}

/** The port that its probe asks, the one with a usual name, or the first. */
function portOf({ ports, readinessProbe }: Record<string, unknown>): number {
  const all = itemsOf(ports).filter(({ protocol = 'TCP' }) => protocol === 'TCP');
  const probed = fieldsOf(fieldsOf(readinessProbe)?.httpGet)?.port;
  const found =
    all.find(
      ({ name, containerPort }) => probed !== undefined && (name === probed || containerPort === probed),
    ) ??
    all.find(({ name }) => NAMES.has(textOf(name))) ??
    all[0];
  const port = found?.containerPort ?? probed;
  return typeof port === 'number' ? port : PORT;
}

const NAMES = new Set(['grafana', 'grafana-http', 'http', 'https', 'http-web', 'service', 'web']);

/** By its protocol, which a chart's values may set, or by the scheme of its probe. */
function isSecure(container: Record<string, unknown>): boolean {
  const protocol = variableOf(container, 'GF_SERVER_PROTOCOL');
  const { scheme } = fieldsOf(fieldsOf(container.readinessProbe)?.httpGet) ?? {};
  return scheme === 'HTTPS' || (!!protocol && 'text' in protocol && protocol.text === 'https');
}

/** A variable of a container; undefined if it is absent, null if its value is somewhere else. Of two with one name, the last one counts. */
function variableOf({ env }: Record<string, unknown>, wanted: string): EnvValue | undefined | null {
  const found = itemsOf(env).findLast(({ name }) => name === wanted);
  if (!found) return undefined;
  const { value, valueFrom } = found;
  const { name, key } = fieldsOf(fieldsOf(valueFrom)?.secretKeyRef) ?? {};
  if (typeof name === 'string' && typeof key === 'string') return { secret: name, key };
  return valueFrom === undefined && typeof value === 'string' && !value.includes('$(')
    ? { text: value }
    : null;
}
