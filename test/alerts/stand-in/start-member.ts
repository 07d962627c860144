import type { IncomingMessage } from 'node:http';
import { dump } from 'js-yaml';
import { fieldsOf } from '../../../lib/objects/fields.ts';
import { itemsOf } from '../../../lib/versions/install.ts';
import { listen } from '../../support/listen.ts';
import type { Reply } from '../ask.ts';
import type { ManagerOptions, ManagerWeb } from '../options.ts';
import { createAlertStore } from './alert-store.ts';
import { answerWith } from './answer.ts';
import { createCounters } from './counters.ts';
import { createDispatcher } from './dispatcher.ts';
import { createLog } from './log.ts';
import { type Cluster, type Member, settingsFrom } from './member.ts';
import { notifyReceiver } from './notify.ts';
import { RELEASES, type Release } from './release.ts';
import { plain } from './replies.ts';

export interface RunningMember {
  port: number;
  log(): string;
  /** Cuts what is under way. */
  stop(): Promise<void>;
}

/** Starts one stand-in. With a name it is a member of the cluster; `peerTimeout` is in milliseconds. */
export async function startMember(
  name: string,
  cluster: Cluster,
  { config, web = {}, like = 'newest' }: ManagerOptions,
  peerTimeout: number,
): Promise<RunningMember> {
  const release = RELEASES[like];
  const { fields, ...settings } = settingsFrom(config);
  const wait = (): number =>
    Math.max(
      0,
      cluster.members.findIndex((member) => member.name === name),
    ) * peerTimeout;
  const member: Member = {
    name,
    release,
    ...settings,
    alerts: createAlertStore((fingerprint, alert) => dispatcher.take(fingerprint, alert)),
    cluster,
    wait,
    counters: createCounters(release.tellsMuted),
    log: createLog(release),
  };
  const dispatcher = createDispatcher(member.config.route, wait, (group, alerts, signal) =>
    notifyReceiver(member, group, alerts, signal),
  );
  const answer = answerWith(member, dispatcher, toldConfig(fields, release));
  const { port, stop } = await listen(async (request, response) => {
    const { status, type, text } = isAllowed(request, web)
      ? await replyTo(request, web.prefix ?? '', answer)
      : plain(401);
    response.writeHead(status, {
      ...(type !== '' && { 'content-type': type }),
      ...(status === 401 && { 'www-authenticate': 'Basic' }),
    });
    response.end(text);
  }, web.tls);
  member.log.write('info', 'tls_config.go:354', 'Listening on', { address: `127.0.0.1:${port}` });
  if (name !== '') cluster.members.push({ name, port });
  let stopped: Promise<void> | undefined;
  return {
    port,
    log: member.log.text,
    stop() {
      cluster.members = cluster.members.filter((one) => one.name !== name);
      dispatcher.stop();
      stopped ??= stop();
      return stopped;
    },
  };
}

function isAllowed({ headers }: IncomingMessage, { user }: ManagerWeb): boolean {
  if (!user) return true;
  const credentials = Buffer.from(`${user.name}:${user.password}`).toString('base64');
  return headers.authorization === `Basic ${credentials}`;
}

async function replyTo(
  request: IncomingMessage,
  prefix: string,
  answer: ReturnType<typeof answerWith>,
): Promise<Reply> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (!pathname.startsWith(`${prefix}/`)) return plain(404, '404 page not found\n');
  return answer({
    method: request.method ?? 'GET',
    path: pathname.slice(prefix.length),
    query: searchParams,
    type: request.headers['content-type'] ?? '',
    body,
  });
}

/** The configuration as it is told, without secrets. The real ones write it with their defaults. */
function toldConfig(fields: Record<string, unknown>, { hidesUrls }: Release): string {
  const told = structuredClone(fields);
  if (hidesUrls)
    for (const { webhook_configs } of itemsOf(told.receivers))
      for (const webhook of Array.isArray(webhook_configs) ? webhook_configs : [])
        Object.assign(fieldsOf(webhook) ?? {}, { url: '<secret>' });
  return dump(told);
}
