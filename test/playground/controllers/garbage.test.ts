import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, watch } from '../../support/http.ts';
import { type Playground, startPlayground } from '../server.ts';

const API = '/api/v1/namespaces/default/configmaps';
const HOLD = 'garbage.example/hold';

let server: Playground;
before(async () => {
  server = await startPlayground();
});
after(() => server.stop());

interface Reference {
  uid: string;
  name?: string;
  blockOwnerDeletion?: boolean;
}

interface Meta {
  name: string;
  uid: string;
  deletionTimestamp?: string;
  finalizers?: string[];
  ownerReferences?: Reference[];
}

/** Makes a ConfigMap that these own. */
async function make(name: string, owners: Reference[] = [], finalizers: string[] = []): Promise<Meta> {
  const ownerReferences = owners.map((owner) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: 'owner',
    ...owner,
  }));
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ownerReferences, finalizers } };
  const { json, status, text } = await call(server.admin, { method: 'POST', path: API, body });
  assert.equal(status, 201, text);
  return json.metadata;
}

const blocking = ({ uid }: Meta): Reference => ({ uid, blockOwnerDeletion: true });

const remove = (name: string, propagationPolicy: string) =>
  call(server.admin, { method: 'DELETE', path: `${API}/${name}`, body: { propagationPolicy } });

const release = (name: string) =>
  call(server.admin, { method: 'PATCH', path: `${API}/${name}`, body: { metadata: { finalizers: null } } });

/** Waits until an object is seen in a state, or gone where that is what is looked for. */
async function until(name: string, seen: (meta: Meta | undefined) => boolean): Promise<void> {
  const path = `${API}?watch=1&fieldSelector=metadata.name%3D${name}`;
  const { status } = await call(server.admin, { path: `${API}/${name}` });
  if (status === 404 && seen(undefined)) return;
  for await (const { type, object } of watch(server.admin, path))
    if (seen(type === 'DELETED' ? undefined : object.metadata)) return;
}

const gone = (name: string) => until(name, (meta) => meta === undefined);
const read = async (name: string): Promise<Meta> =>
  (await call(server.admin, { path: `${API}/${name}` })).json.metadata;

test('background: deletes dependents after the owner', async () => {
  const owner = await make('back-owner');
  await make('back-owned', [owner]);
  await remove('back-owner', 'Background');
  await gone('back-owned');
});

test('keeps a dependent of another owner, without the reference to the deleted one', async () => {
  const owner = await make('one-owner');
  const other = await make('other-owner');
  await make('two-owned', [owner, other]);
  await remove('one-owner', 'Background');
  await until('two-owned', (meta) => meta?.ownerReferences?.length === 1);
  assert.equal((await read('two-owned')).ownerReferences?.[0]?.uid, other.uid);
});

test('collects an object whose owner does not exist, also after an update', async () => {
  await make('stray', [{ uid: '00000000-0000-4000-8000-000000000000' }]);
  await gone('stray');
  await make('strays-later');
  const reference = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: 'x',
    uid: '00000000-0000-4000-8000-000000000001',
  };
  const body = { metadata: { ownerReferences: [reference] } };
  await call(server.admin, { method: 'PATCH', path: `${API}/strays-later`, body });
  await gone('strays-later');
});

test('foreground: the owner waits only for dependents that block it', async () => {
  const owner = await make('fore-owner');
  await make('fore-blocking', [blocking(owner)], [HOLD]);
  await make('fore-free', [owner], [HOLD]);
  await remove('fore-owner', 'Foreground');
  for (const name of ['fore-blocking', 'fore-free'])
    await until(name, (meta) => meta?.deletionTimestamp !== undefined);
  assert.deepEqual((await read('fore-owner')).finalizers, ['foregroundDeletion']);
  await release('fore-blocking');
  await gone('fore-owner');
  assert.deepEqual((await read('fore-free')).finalizers, [HOLD]);
  await release('fore-free');
  await gone('fore-free');
});

test('foreground: a dependent waits for its own dependents', async () => {
  const owner = await make('deep-owner');
  const middle = await make('deep-middle', [blocking(owner)]);
  await make('deep-leaf', [blocking(middle)], [HOLD]);
  await remove('deep-owner', 'Foreground');
  await until('deep-leaf', (meta) => meta?.deletionTimestamp !== undefined);
  assert.deepEqual((await read('deep-middle')).finalizers, ['foregroundDeletion']);
  assert.deepEqual((await read('deep-owner')).finalizers, ['foregroundDeletion']);
  await release('deep-leaf');
  await gone('deep-owner');
});

test('foreground: orphans a dependent with another owner, and does not wait for it', async () => {
  const owner = await make('shared-owner');
  const other = await make('shared-other');
  await make('shared-owned', [blocking(owner), blocking(other)]);
  await remove('shared-owner', 'Foreground');
  await gone('shared-owner');
  const { ownerReferences = [], deletionTimestamp } = await read('shared-owned');
  assert.deepEqual([ownerReferences.map(({ uid }) => uid), deletionTimestamp], [[other.uid], undefined]);
});

test('orphan: removes the references before the owner, and keeps the dependents', async () => {
  const owner = await make('orphan-owner');
  const owned = await make('orphan-owned', [blocking(owner)]);
  await remove('orphan-owner', 'Orphan');
  await gone('orphan-owner');
  const { ownerReferences, uid, deletionTimestamp } = await read('orphan-owned');
  assert.deepEqual([ownerReferences, uid, deletionTimestamp], [undefined, owned.uid, undefined]);
});
