import type { Endpoint } from '../support/server.ts';
import { create } from './requests.ts';

export interface Marks {
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

/** Makes a Deployment of one container; nothing runs it. */
export const addDeployment = (
  admin: Endpoint,
  { namespace, name, image, ...marks }: { namespace: string; name: string; image: string } & Marks,
): Promise<unknown> =>
  create(admin, `/apis/apps/v1/namespaces/${namespace}/deployments?fieldManager=kubectl-create`, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, ...marks },
    spec: {
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'main', image }] } },
    },
  });
