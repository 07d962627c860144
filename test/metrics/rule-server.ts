import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { load } from 'js-yaml';
import { secondsOf } from '../../lib/objects/duration.ts';
import { fieldsOf } from '../../lib/objects/fields.ts';
import { readExpression } from '../../lib/promql/read.ts';
import { groupsOf } from '../../lib/rules/placed.ts';
import { itemsOf } from '../../lib/versions/install.ts';
import { findControllerPrograms } from '../cluster/controller-programs.ts';
import { listen } from '../support/listen.ts';
import type { TestServer } from '../support/server.ts';
import { startServer } from './running-server.ts';

/** A Prometheus whose rule files can be replaced. */
export interface RuleServer {
  /** Of loopback. */
  port: number;
  /** Has it load these files instead of those it has, by their names; it keeps the old ones if one is invalid. */
  load(files: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
}

/** Which Prometheus loads rules: a stand-in, that of the system's package, or the newest. */
export type PrometheusKind = 'stand-in' | 'system' | 'newest';

/** Those that the tests of rules run with on each kind of server. */
export const PROMETHEUSES: Record<TestServer['name'], readonly PrometheusKind[]> = {
  embedded: ['stand-in'],
  real: ['system', 'newest'],
};

export const startRuleServer = (kind: PrometheusKind): Promise<RuleServer> =>
  kind === 'stand-in' ? startStandIn() : startReal(kind);

async function startReal(kind: 'system' | 'newest'): Promise<RuleServer> {
  const program = kind === 'newest' && (await findControllerPrograms()).prometheus;
  const { port, folder, stop } = await startServer('prometheus', {
    ...(program && { program }),
    flags: ['--config.file=prometheus.yaml', '--storage.tsdb.path=data', '--web.enable-lifecycle'],
    files: { 'prometheus.yaml': 'global: { evaluation_interval: 1s }\nrule_files: [rules/*]\n' },
    isReady: async (at) => (await fetch(`http://127.0.0.1:${at}/-/ready`)).ok,
  });
  const rules = join(folder, 'rules');
  const second = (): number => Math.floor(Date.now() / 1000);
  let last = second();
  return {
    port,
    stop,
    async load(files) {
      // It tells the second in which it loaded its configuration; kubelet and the reloader take longer than one.
      while (second() === last) await delay(1000 - (Date.now() % 1000));
      last = second();
      await mkdir(rules, { recursive: true });
      for (const name of await readdir(rules)) if (!(name in files)) await rm(join(rules, name));
      for (const [name, text] of Object.entries(files)) await writeFile(join(rules, name), text);
      await fetch(`http://127.0.0.1:${port}/-/reload`, { method: 'POST' });
    },
  };
}

/** An expression of which the tests say that it fails whenever it is evaluated: two series of one name. */
const FAILING = /\bor label_replace\(/;

async function startStandIn(): Promise<RuleServer> {
  let groups: object[] = [];
  let runtime = { reloadConfigSuccess: true, lastConfigTime: new Date().toISOString() };
  const answers: Record<string, () => object> = {
    '/api/v1/rules': () => ({ groups }),
    '/api/v1/status/runtimeinfo': () => runtime,
    '/api/v1/status/buildinfo': () => ({ version: '3.5.0' }),
  };
  const { port, stop } = await listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/api/v1/format_query') {
      const query = searchParams.get('query') ?? '';
      const error = /^histogram_avg\(/.test(query)
        ? '1:1: parse error: unknown function with name "histogram_avg"'
        : undefined;
      response.writeHead(error ? 400 : 200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(
          error
            ? { status: 'error', errorType: 'bad_data', error: `invalid parameter "query": ${error}` }
            : { status: 'success', data: query },
        ),
      );
      return;
    }
    const answer = answers[pathname];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ? { status: 'success', data: answer() } : { status: 'error' }));
  });
  return {
    port,
    stop,
    async load(files) {
      try {
        groups = Object.entries(files).flatMap(([file, text]) => loadedGroups(`rules/${file}`, load(text)));
        runtime = { reloadConfigSuccess: true, lastConfigTime: new Date().toISOString() };
      } catch {
        runtime = { ...runtime, reloadConfigSuccess: false };
      }
    },
  };
}

function loadedGroups(file: string, content: unknown): object[] {
  const groups = fieldsOf(content)?.groups ?? [];
  if (!Array.isArray(groups)) throw new Error('no groups');
  return groupsOf({ groups, groupsPath: [] }).map(({ fields: { name, rules } }) => ({
    name,
    file,
    rules: itemsOf(rules).map((rule) => {
      const query = String(rule.expr);
      if ('fault' in readExpression(query)) throw new Error(query);
      const failing = FAILING.test(query);
      return {
        name: rule.alert ?? rule.record,
        type: rule.alert ? 'alerting' : 'recording',
        query,
        duration: secondsOf(rule.for) ?? 0,
        labels: rule.labels ?? {},
        annotations: rule.annotations ?? {},
        health: failing ? 'err' : 'ok',
        ...(failing && { lastError: 'found duplicate series for the match group {} on the right side' }),
        state: /^vector\(1\)$/.test(query) ? 'firing' : 'inactive',
      };
    }),
  }));
}
