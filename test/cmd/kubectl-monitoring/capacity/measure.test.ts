import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Host } from '../../../../lib/cli/command.ts';
import { measure } from '../../../../lib/cluster/capacity/measure.ts';
import type { Session } from '../../../../lib/cluster/session.ts';
import type { RawAnswer } from '../../../../lib/kube/api/types.ts';
import { CommandError } from '../../../../lib/words/errors.ts';
import { owned } from './owned.ts';

const USED = 'kubelet_volume_stats_used_bytes';

/** An API server whose proxy leads to a Prometheus in these namespaces with these claims; records the requests. */
function cluster(namespaces: string[], measured: string[]): { asked: string[]; session: Session } {
  const asked: string[] = [];
  const answer = (path: string): RawAnswer => {
    const [, namespace = '', rest = ''] = /namespaces\/([^/]+)\/services\/[^/]+\/proxy(.*)/.exec(path) ?? [];
    if (!namespaces.includes(namespace))
      return json(404, { kind: 'Status', status: 'Failure', code: 404, message: 'no such service' });
    const query = new URL(rest, 'http://localhost').searchParams.get('query') ?? '';
    if (query !== '') asked.push(`${namespace}: ${query.slice(0, 30)}`);
    const result = query.includes('__name__=~')
      ? measured.flatMap((claim) => [
          sample(claim, USED, '10'),
          sample(claim, 'kubelet_volume_stats_capacity_bytes', '20'),
        ])
      : [];
    return json(200, { status: 'success', data: { resultType: 'vector', result } });
  };
  const client = {
    async *list() {
      yield { items: [], metadata: {} };
    },
    ask: async ({ path }: { path: string }) => answer(path),
  };
  return { asked, session: { client, connection: {} } as unknown as Session };
}

const sample = (claim: string, name: string, value: string): object => ({
  metric: { __name__: name, persistentvolumeclaim: claim },
  value: [1_767_323_045, value],
});

const json = (status: number, body: object): RawAnswer => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
});

const host = {
  interrupted: new AbortController().signal,
  clock: { now: () => new Date('2026-01-02T03:04:05Z') },
} as unknown as Host;
const run = { host, prometheus: undefined, over: 14 };

describe('the volumes of several namespaces', () => {
  test('are measured by the Prometheus of each namespace, or else by the first', async () => {
    const { asked, session } = cluster(['b', 'c'], ['db-0']);
    const all = [owned('c', ['db-0']), owned('b', ['db-0']), owned('a', ['db-0'])];
    const found = await measure({ ...run, session }, all);
    assert.deepEqual(
      found.map(({ namespace, volumes, missing }) => [namespace, volumes[0]?.metrics.use?.used, missing]),
      [
        ['a', 10, []],
        ['b', 10, []],
        ['c', 10, []],
      ],
    );
    assert.deepEqual(asked.map((one) => one.slice(0, 1)).toSorted(), ['b', 'b', 'b', 'b', 'c', 'c']);
  });

  test('skips a namespace without volumes, but uses its Prometheus for others', async () => {
    const { asked, session } = cluster(['b'], ['db-0']);
    const found = await measure({ ...run, session }, [owned('a', ['db-0']), owned('b', [])]);
    assert.deepEqual(
      found.map(({ namespace, volumes }) => [namespace, volumes[0]?.metrics.use?.used]),
      [['a', 10]],
    );
    assert.equal(asked.length, 2);
  });

  test('reports why no Prometheus responds', async () => {
    const { session } = cluster([], []);
    await assert.rejects(measure({ ...run, session }, [owned('a', ['db-0'])]), (error) => {
      assert.ok(error instanceof CommandError);
      assert.match(error.message, /no Prometheus in namespace a can be queried/);
      return true;
    });
  });
});

test('queries the reason only if metrics are missing', async () => {
  const { asked, session } = cluster(['a'], ['db-0']);
  const complete = await measure({ ...run, session }, [owned('a', ['db-0'])]);
  assert.deepEqual([complete[0]?.missing, asked.length], [[], 2]);
  const [found] = await measure({ ...run, session }, [owned('a', ['db-0', 'left-1'])]);
  assert.deepEqual(
    found?.missing.map(({ claims }) => claims),
    [['left-1']],
  );
  assert.equal(asked.length, 2 + 5);
});
