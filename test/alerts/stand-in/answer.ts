import type { Reply } from '../ask.ts';
import type { Dispatcher } from './dispatcher.ts';
import { listAlerts, listGroups } from './list-alerts.ts';
import type { Member } from './member.ts';
import { postAlerts, postAlertsV1 } from './post-alerts.ts';
import { type Asked, fail, ok, plain } from './replies.ts';
import { answerSilence, listSilences, postSilence } from './silence-api.ts';

type Handlers = Readonly<Record<string, (asked: Asked) => Reply>>;

/** How one Alertmanager answers. `config` is what it says that its configuration is. */
/** What Alertmanager tells of itself beside its counters. */
const gauges = (groups: number, startedAt: string): string =>
  [
    `alertmanager_dispatcher_aggregation_groups ${groups}`,
    `alertmanager_config_last_reload_success_timestamp_seconds ${Date.parse(startedAt) / 1000}`,
    `process_start_time_seconds ${Date.parse(startedAt) / 1000}`,
    '',
  ].join('\n');

export function answerWith(
  member: Member,
  { groups }: Pick<Dispatcher, 'groups'>,
  config: string,
): (asked: Asked) => Reply {
  const startedAt = new Date().toISOString();
  const paths: Readonly<Record<string, Handlers>> = {
    '/-/ready': { GET: () => plain(200, 'OK') },
    '/-/healthy': { GET: () => plain(200, 'OK') },
    '/metrics': {
      GET: () => ({
        status: 200,
        type: 'text/plain; version=0.0.4; charset=utf-8',
        text: `${member.counters.text()}${gauges(groups().length, startedAt)}`,
      }),
    },
    '/api/v1/alerts': { POST: (asked) => postAlertsV1(member, asked) },
    '/api/v2/alerts': {
      GET: ({ query }) => listAlerts(member, query),
      POST: (asked) => postAlerts(member, asked),
    },
    '/api/v2/alerts/groups': { GET: ({ query }) => listGroups(member, groups(), query) },
    '/api/v2/receivers': { GET: () => ok(member.config.receivers.map(({ name }) => ({ name }))) },
    '/api/v2/silences': {
      GET: ({ query }) => listSilences(member, query),
      POST: ({ body }) => postSilence(member, body),
    },
    '/api/v2/status': { GET: () => ok(statusOfMember(member, config, startedAt)) },
  };
  const silence: Handlers = {
    GET: (asked) => answerSilence(member, asked),
    DELETE: (asked) => answerSilence(member, asked),
  };
  return (asked) => {
    const { path, method } = asked;
    const isV2 = path.startsWith('/api/v2/');
    const handlers = /^\/api\/v2\/silence\/[^/]+$/.test(path) ? silence : paths[path];
    if (!handlers) return isV2 ? fail(404, `path ${path} was not found`) : plain(404, '404 page not found\n');
    const handler = handlers[method];
    if (handler) return handler(asked);
    const allowed = Object.keys(handlers).join(',');
    return isV2 ? fail(405, `method ${method} is not allowed, but [${allowed}] are`) : plain(405);
  };
}

const statusOfMember = ({ name, cluster, release }: Member, config: string, uptime: string): object => ({
  cluster:
    name === ''
      ? { peers: [], status: 'disabled' }
      : {
          name,
          peers: cluster.members.map((member) => ({
            address: `127.0.0.1:${member.port}`,
            name: member.name,
          })),
          status: 'ready',
        },
  config: { original: config },
  uptime,
  versionInfo: {
    branch: '',
    buildDate: '',
    buildUser: '',
    goVersion: '',
    revision: '',
    version: release.version,
  },
});
