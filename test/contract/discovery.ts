import assert from 'node:assert/strict';
import { type Case, get, type Json, succeeded } from './exchange.ts';
import { API_VERSION, GROUP, RUN, VERSION } from './resources.ts';

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const ALL_VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
const version = { groupVersion: API_VERSION, version: VERSION };
const named = (list: Json[], name: string) =>
  list.find((entry) => (entry.name ?? entry.metadata?.name) === name);
const sorted = ({ verbs, ...rest }: Json) => ({ ...rest, verbs: [...verbs].sort() });

export const discovery: Case[] = [
  {
    name: '/api lists the versions of the core group',
    async run({ admin }) {
      const { kind, versions } = succeeded(await get(admin, '/api'));
      assert.deepEqual({ kind, versions }, { kind: 'APIVersions', versions: ['v1'] });
    },
  },
  {
    name: '/api/v1 lists the core resources',
    async run({ admin }) {
      const { kind, groupVersion, resources } = succeeded(await get(admin, '/api/v1'));
      assert.deepEqual({ kind, groupVersion }, { kind: 'APIResourceList', groupVersion: 'v1' });
      const { namespaced, kind: node, singularName, shortNames } = named(resources, 'nodes');
      assert.deepEqual(
        { namespaced, node, singularName, shortNames },
        { namespaced: false, node: 'Node', singularName: 'node', shortNames: ['no'] },
      );
    },
  },
  {
    name: '/apis lists the groups, those of definitions too',
    async run({ admin }) {
      const { kind, apiVersion, groups } = succeeded(await get(admin, '/apis'));
      assert.deepEqual({ kind, apiVersion }, { kind: 'APIGroupList', apiVersion: 'v1' });
      const group = { name: GROUP, versions: [version], preferredVersion: version };
      assert.deepEqual(named(groups, GROUP), group);
      assert.ok(named(groups, 'rbac.authorization.k8s.io'), 'rbac.authorization.k8s.io is listed');
    },
  },
  {
    name: '/apis/GROUP is the group',
    async run({ admin }) {
      const group = { kind: 'APIGroup', apiVersion: 'v1', name: GROUP };
      const body = succeeded(await get(admin, `/apis/${GROUP}`));
      assert.deepEqual(body, { ...group, versions: [version], preferredVersion: version });
    },
  },
  {
    name: '/apis/GROUP/VERSION lists resources and subresources',
    async run({ admin }) {
      const { resources, ...list } = succeeded(await get(admin, `/apis/${API_VERSION}`));
      assert.deepEqual(list, { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: API_VERSION });
      const { storageVersionHash, ...resource } = sorted(named(resources, 'gauges'));
      assert.match(storageVersionHash, /./);
      assert.deepEqual(resource, {
        name: 'gauges',
        singularName: 'gauge',
        namespaced: true,
        kind: 'Gauge',
        verbs: ALL_VERBS,
        shortNames: [`g${RUN}`],
        categories: [`all${RUN}`],
      });
      assert.deepEqual(sorted(named(resources, 'gauges/status')), {
        name: 'gauges/status',
        singularName: '',
        namespaced: true,
        kind: 'Gauge',
        verbs: ['get', 'patch', 'update'],
      });
      assert.equal(named(resources, 'zones').namespaced, false);
      assert.equal(named(resources, 'zones/status'), undefined);
    },
  },
  {
    name: 'aggregated discovery: one list of groups, versions, resources and subresources',
    async run({ admin }) {
      const accept = `${AGGREGATED},application/json`;
      const answer = await get(admin, '/apis', { accept });
      assert.equal(answer.headers['content-type'], AGGREGATED);
      const { kind, apiVersion, items } = succeeded(answer);
      assert.deepEqual(
        { kind, apiVersion },
        { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2' },
      );
      const [served, ...others] = named(items, GROUP).versions;
      assert.deepEqual(others, []);
      assert.equal(served.version, VERSION);
      const responseKind = { group: GROUP, version: VERSION, kind: 'Gauge' };
      const { subresources, ...resource } = served.resources.find(
        (entry: Json) => entry.resource === 'gauges',
      );
      assert.deepEqual(sorted(resource), {
        resource: 'gauges',
        responseKind,
        scope: 'Namespaced',
        singularResource: 'gauge',
        verbs: ALL_VERBS,
        shortNames: [`g${RUN}`],
        categories: [`all${RUN}`],
      });
      const status = { subresource: 'status', responseKind, verbs: ['get', 'patch', 'update'] };
      assert.deepEqual(subresources.map(sorted), [status]);
    },
  },
  {
    name: 'aggregated discovery: the core group by itself',
    async run({ admin }) {
      const answer = await get(admin, '/api', { accept: AGGREGATED });
      assert.equal(answer.headers['content-type'], AGGREGATED);
      const [core, ...others] = succeeded(answer).items;
      assert.deepEqual(others, []);
      assert.deepEqual(
        core.versions.map((entry: Json) => entry.version),
        ['v1'],
      );
      const nodes = core.versions[0].resources.find((entry: Json) => entry.resource === 'nodes');
      assert.deepEqual(
        { scope: nodes.scope, kind: nodes.responseKind.kind, singular: nodes.singularResource },
        { scope: 'Cluster', kind: 'Node', singular: 'node' },
      );
    },
  },
];
