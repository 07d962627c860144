import assert from 'node:assert/strict';
import type { TestServer } from '../support/server.ts';
import {
  asTable,
  type Case,
  eventually,
  get,
  type Json,
  patch,
  post,
  refused,
  succeeded,
} from './exchange.ts';
import { claim, claims, makeBound, makeClass, sized, untilGrows } from './storage.ts';

const quotas = (namespace: string, name?: string): string =>
  [`/api/v1/namespaces/${namespace}/resourcequotas`, name].filter(Boolean).join('/');

const forbidden = (name: string, why: string) => ({
  code: 403,
  reason: 'Forbidden',
  message: `persistentvolumeclaims "${name}" is forbidden: exceeded quota: q, ${why}`,
  details: { name, kind: 'persistentvolumeclaims' },
});

/** Makes quota `q`, with a status as the controller of quotas writes it when nothing is used. */
async function makeQuota(
  { admin }: TestServer,
  namespace: string,
  hard: Record<string, string>,
): Promise<Json> {
  const body = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q' }, spec: { hard } };
  const { status } = succeeded(await post(admin, quotas(namespace), body), 201);
  assert.deepEqual(status, {});
  const used = Object.fromEntries(Object.keys(hard).map((name) => [name, '0']));
  return succeeded(await patch(admin, `${quotas(namespace, 'q')}/status`, { status: { hard, used } }));
}

const used = async ({ admin }: TestServer, namespace: string): Promise<Json> =>
  succeeded(await get(admin, quotas(namespace, 'q'))).status.used;

/** Waits until admission, which learns of a quota some moments after it is made, says no to so large a claim. */
const untilEnforced = ({ admin }: TestServer, namespace: string) =>
  eventually(
    () => post(admin, `${claims(namespace)}?dryRun=All`, claim(namespace, 'large', sized('100Ti'))),
    ({ status }) => status === 403,
  );

export const quotaCases: Case[] = [
  {
    name: 'a quota counts claims and what they ask for, of all classes and of one',
    async run(server, namespace) {
      const ofClass = `${namespace}.storageclass.storage.k8s.io/requests.storage`;
      const hard = { 'requests.storage': '3072Mi', persistentvolumeclaims: '2', [ofClass]: '2.5Gi' };
      const { status } = await makeQuota(server, namespace, hard);
      assert.deepEqual(status.hard, {
        'requests.storage': '3Gi',
        persistentvolumeclaims: '2',
        [ofClass]: '2560Mi',
      });
      await untilEnforced(server, namespace);
      succeeded(await post(server.admin, claims(namespace), claim(namespace, 'a')), 201);
      assert.deepEqual(await used(server, namespace), {
        'requests.storage': '1Gi',
        persistentvolumeclaims: '1',
        [ofClass]: '1Gi',
      });
      const large = claim(namespace, 'b', sized('2Gi'));
      refused(
        await post(server.admin, claims(namespace), large),
        forbidden('b', `requested: ${ofClass}=2Gi, used: ${ofClass}=1Gi, limited: ${ofClass}=2560Mi`),
      );
      succeeded(
        await post(server.admin, claims(namespace), { ...claim(namespace, 'b', { storageClassName: '' }) }),
        201,
      );
      refused(
        await post(server.admin, claims(namespace), claim(namespace, 'c', sized('1Mi'))),
        forbidden(
          'c',
          'requested: persistentvolumeclaims=1, used: persistentvolumeclaims=2, limited: persistentvolumeclaims=2',
        ),
      );
      const { rows } = succeeded(await get(server.admin, quotas(namespace), asTable));
      assert.equal(
        rows[0].cells[1],
        `${ofClass}: 1Gi/2560Mi, persistentvolumeclaims: 2/2, requests.storage: 2Gi/3Gi`,
      );
    },
  },
  {
    name: 'growth is charged when it is written, and not by a dry run',
    async run(server, namespace) {
      await makeClass(server, namespace);
      await makeBound(server, namespace);
      await untilGrows(server, namespace, '2Gi');
      await makeQuota(server, namespace, { 'requests.storage': '2Gi' });
      await untilEnforced(server, namespace);
      const grow = (storage: string, query = '') =>
        patch(server.admin, claims(namespace, 'a') + query, { spec: sized(storage) });
      const why = 'requested: requests.storage=3Gi, used: requests.storage=0, limited: requests.storage=2Gi';
      refused(await grow('4Gi'), forbidden('a', why));
      refused(await grow('4Gi', '?dryRun=All'), forbidden('a', why));
      succeeded(await grow('2Gi', '?dryRun=All'));
      assert.deepEqual(await used(server, namespace), { 'requests.storage': '0' });
      succeeded(await grow('2Gi'));
      assert.deepEqual(await used(server, namespace), { 'requests.storage': '1Gi' });
    },
  },
];
