import assert from 'node:assert/strict';
import { type Case, get, type Json, post, refused, succeeded } from './exchange.ts';
import { API_VERSION, GROUP, gauges, VERSION } from './resources.ts';

const named = (list: Json[], name: string) =>
  list.find((entry) => (entry.name ?? entry.metadata?.name) === name);

export const about: Case[] = [
  {
    name: '/version names the release',
    async run({ admin }) {
      const { gitVersion, major, minor } = succeeded(await get(admin, '/version'));
      assert.match(gitVersion, new RegExp(`^v${major}\\.${minor}\\.`));
    },
  },
  {
    name: '/version is open to all, /api to authenticated users, /metrics to neither',
    async run({ admin: { url, ca }, weak }) {
      succeeded(await get({ url, ca }, '/version'));
      succeeded(await get(weak, '/api'));
      const body = (user: string, path: string) => ({
        code: 403,
        reason: 'Forbidden',
        message: `forbidden: User "${user}" cannot get path "${path}"`,
        details: {},
      });
      refused(await get({ url, ca }, '/api'), body('system:anonymous', '/api'));
      refused(await get(weak, '/metrics'), body('weak', '/metrics'));
    },
  },
  {
    name: '/readyz and /livez return ok to all',
    async run({ admin: { url, ca } }) {
      for (const path of ['/readyz', '/livez', '/healthz']) {
        const { status, text } = await get({ url, ca }, path);
        assert.deepEqual({ path, status, text }, { path, status: 200, text: 'ok' });
      }
    },
  },
  {
    name: 'discovery cannot be written to: 405',
    async run({ admin }) {
      refused(await post(admin, '/version', {}), {
        code: 405,
        reason: 'MethodNotAllowed',
        message: 'the server does not allow this method on the requested resource',
        details: {},
      });
    },
  },
  {
    name: '/openapi/v3 links the spec of a group, whose patch accepts fieldValidation',
    async run({ admin }) {
      const { paths } = succeeded(await get(admin, '/openapi/v3'));
      const { serverRelativeURL } = paths[`apis/${API_VERSION}`];
      const document = succeeded(await get(admin, serverRelativeURL));
      const operation = document.paths[gauges('{namespace}', '{name}')].patch;
      const gvk = { group: GROUP, version: VERSION, kind: 'Gauge' };
      assert.deepEqual(operation['x-kubernetes-group-version-kind'], gvk);
      assert.ok(named(operation.parameters, 'fieldValidation'), 'fieldValidation is a parameter');
    },
  },
];
