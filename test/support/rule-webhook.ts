import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findControllerPrograms } from '../cluster/controller-programs.ts';
import { untilReady } from '../cluster/ready.ts';
import { create } from '../scenarios/requests.ts';
import { createAuthority } from './certificates.ts';
import { call } from './http.ts';
import { freePort } from './ports.ts';
import { startProcess } from './process.ts';
import type { TestServer } from './server.ts';

/** What the API server calls the webhook. */
export const RULE_WEBHOOK = 'prometheusrulevalidate.monitoring.coreos.com';

interface RuleWebhookOptions {
  /** The only namespace whose rules it checks. */
  namespace: string;
  failurePolicy: 'Fail' | 'Ignore';
  /** How long the API server waits for it. */
  timeoutSeconds?: number;
}

interface RuleWebhook {
  /** Ends the program. The API server goes on calling it. */
  end(): Promise<void>;
  /** Stops the program: connections to it stay open, and it answers none. */
  hang(): void;
  /** Removes it from the API server, and ends the program. */
  stop(): Promise<void>;
}

const CONFIGURATIONS = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';

/**
 * Starts the real admission webhook of prometheus-operator on loopback, and has the API server call it for every PrometheusRule of a
 * namespace. Resolves when the webhook rejects an invalid rule.
 *
 * @throws with the end of its log, if it ends before.
 */
export async function startRuleWebhook(
  { admin }: Pick<TestServer, 'admin'>,
  { namespace, failurePolicy, timeoutSeconds = 10 }: RuleWebhookOptions,
): Promise<RuleWebhook> {
  const { admissionWebhook } = await findControllerPrograms();
  const folder = await mkdtemp(join(tmpdir(), 'bmh-webhook-'));
  const authority = await createAuthority();
  const { cert, key } = await authority.serverCertificate();
  const [certFile, keyFile] = [join(folder, 'tls.crt'), join(folder, 'tls.key')];
  await writeFile(certFile, cert, { mode: 0o600 });
  await writeFile(keyFile, key, { mode: 0o600 });
  const port = await freePort();
  const program = await startProcess(
    admissionWebhook,
    [
      `--web.listen-address=127.0.0.1:${port}`,
      '--web.enable-tls=true',
      `--web.cert-file=${certFile}`,
      `--web.key-file=${keyFile}`,
      // Else it looks for one in /etc.
      `--web.client-ca-file=${join(folder, 'none')}`,
    ],
    // A stopped program notices no other signal.
    { stopSignal: 'SIGKILL', env: { HOME: folder } },
  );
  const name = `rules-${namespace}`;
  const stop = async () => {
    await call(admin, { method: 'DELETE', path: `${CONFIGURATIONS}/${name}` });
    await program.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await create(admin, CONFIGURATIONS, {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name },
      webhooks: [
        {
          name: RULE_WEBHOOK,
          clientConfig: {
            url: `https://127.0.0.1:${port}/admission-prometheusrules/validate`,
            caBundle: Buffer.from(authority.ca).toString('base64'),
          },
          rules: [
            {
              apiGroups: ['monitoring.coreos.com'],
              apiVersions: ['*'],
              resources: ['prometheusrules'],
              operations: ['CREATE', 'UPDATE'],
            },
          ],
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          ...{ failurePolicy, timeoutSeconds },
        },
      ],
    });
    // The API server learns of it a moment later.
    await untilReady('The admission webhook', [program], async () => {
      const path = `/apis/monitoring.coreos.com/v1/namespaces/${namespace}/prometheusrules?dryRun=All`;
      const { json } = await call(admin, { method: 'POST', path, body: INVALID });
      return String(json?.message).startsWith(`admission webhook "${RULE_WEBHOOK}" denied the request`);
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { end: () => program.stop(), hang: () => void process.kill(program.pid, 'SIGSTOP'), stop };
}

const INVALID = {
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PrometheusRule',
  metadata: { name: 'invalid' },
  spec: { groups: [{ name: 'invalid', rules: [{ alert: 'Invalid', expr: '(' }] }] },
};
