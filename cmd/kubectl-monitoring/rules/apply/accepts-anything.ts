import type { KubeClient } from '../../../../lib/kube/api/types.ts';
import type { RuleManifest } from '../../../../lib/rules/manifests.ts';
import { reportable } from '../../../../lib/words/errors.ts';
import type { Plan } from '../../shared/apply/description.ts';

/** Whether the server accepts a rule that Prometheus cannot read, because no webhook checks rules or the one that does is ignored. */
export async function acceptsAnything(client: KubeClient, { request }: Plan): Promise<boolean> {
  const { apiVersion, kind, metadata } = request.body as RuleManifest;
  const name = `${metadata.name.slice(0, 240)}-probe`;
  const body = {
    ...{ apiVersion, kind },
    metadata: { name, namespace: metadata.namespace, labels: metadata.labels },
    spec: { groups: [{ name: 'probe', rules: [{ alert: 'Probe', expr: 'sum(' }] }] },
  };
  try {
    await client.send({
      ...request,
      path: request.path.replace(/[^/]+$/, name),
      query: { ...request.query, dryRun: 'All' },
      body,
    });
    return true;
  } catch (error) {
    reportable(error);
    return false;
  }
}
