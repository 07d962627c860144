import assert from 'node:assert/strict';
import { connect } from 'node:tls';
import { createAuthority } from '../support/certificates.ts';
import type { Endpoint } from '../support/server.ts';
import { type Case, eventually, get, post, refused, succeeded } from './exchange.ts';
import { GAUGES, GROUP, gauges, RUN } from './resources.ts';
import { forbidden, grant } from './rights.ts';

const unauthorized = { code: 401, reason: 'Unauthorized', message: 'Unauthorized' };
const readers = [{ apiGroups: [GROUP], resources: ['gauges'], verbs: ['get', 'list'] }];
const WHO = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
const bare = ({ url, ca }: Endpoint): Endpoint => ({ url, ca });

export const authentication: Case[] = [
  {
    name: 'TLS: the certificate is valid for the loopback address and signed by the provided CA',
    async run({ admin }) {
      const { hostname: host, port } = new URL(admin.url);
      const socket = connect({ host, port: Number(port), ca: admin.ca });
      await new Promise<void>((resolve, reject) =>
        socket.once('secureConnect', resolve).once('error', reject),
      );
      assert.equal(socket.authorized, true);
      assert.match(socket.getPeerCertificate().subjectaltname ?? '', /IP Address:127\.0\.0\.1/);
      assert.equal(socket.getProtocol(), 'TLSv1.3');
      socket.destroy();
    },
  },
  {
    name: 'TLS: a client that trusts another CA does not connect',
    async run({ admin }) {
      const { ca } = await createAuthority();
      await assert.rejects(get({ ...admin, ca }, '/version'), /certificate/);
    },
  },
  {
    name: 'a wrong bearer token is 401',
    async run({ admin }, namespace) {
      refused(await get({ ...bare(admin), token: 'wrong' }, gauges(namespace)), unauthorized);
    },
  },
  {
    name: 'a wrong bearer token is 401 even for public paths',
    async run({ admin }) {
      refused(await get({ ...bare(admin), token: 'wrong' }, '/version'), unauthorized);
    },
  },
  {
    name: 'a client certificate of another CA is 401',
    async run({ admin }, namespace) {
      const stranger = await (await createAuthority()).clientCertificate('stranger', ['system:masters']);
      refused(await get({ ...bare(admin), ...stranger }, gauges(namespace)), unauthorized);
    },
  },
  {
    name: 'a request without credentials is system:anonymous',
    async run({ admin }, namespace) {
      const answer = await get(bare(admin), gauges(namespace));
      forbidden(answer, { user: 'system:anonymous', verb: 'list', namespace });
    },
  },
  {
    name: 'a token names its user: a missing permission is 403 and is named',
    async run({ weak }, namespace) {
      refused(await get(weak, gauges(namespace)), {
        code: 403,
        reason: 'Forbidden',
        message: `${GAUGES} is forbidden: User "weak" cannot list resource "gauges" in API group "${GROUP}" in the namespace "${namespace}"`,
        details: { group: GROUP, kind: 'gauges' },
      });
    },
  },
  {
    name: 'the token of system:masters may do everything',
    async run({ admin }, namespace) {
      succeeded(await get(admin, gauges(namespace)));
    },
  },
  {
    name: 'a client certificate names its user',
    async run(server, namespace) {
      const certificate = await server.clientCertificate(`bearer-of-${RUN}`);
      const answer = await get({ ...bare(server.admin), ...certificate }, gauges(namespace));
      forbidden(answer, { user: `bearer-of-${RUN}`, verb: 'list', namespace });
    },
  },
  {
    name: 'SelfSubjectReview: the user of a token and of a certificate',
    async run(server) {
      const jo = { ...bare(server.admin), ...(await server.clientCertificate('jo', ['metal'])) };
      const who = async (as: Endpoint) => {
        const { status } = succeeded(await post(as, WHO, review), 201);
        const { username, groups } = status.userInfo;
        return { username, groups };
      };
      assert.deepEqual(await who(jo), { username: 'jo', groups: ['metal', 'system:authenticated'] });
      assert.deepEqual(await who(server.weak), { username: 'weak', groups: ['system:authenticated'] });
      const { groups } = await who(server.admin);
      assert.deepEqual(groups, ['system:masters', 'system:authenticated']);
    },
  },
  {
    name: 'a client certificate names its groups',
    async run(server, namespace) {
      await grant(server, namespace, readers, { kind: 'Group', name: `readers-${namespace}` });
      const certificate = await server.clientCertificate('reader', ['others', `readers-${namespace}`]);
      const reader = { ...bare(server.admin), ...certificate };
      await eventually(
        () => get(reader, gauges(namespace)),
        ({ status }) => status === 200,
      );
    },
  },
];
