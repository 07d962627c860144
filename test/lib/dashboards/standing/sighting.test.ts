import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { linesOf } from '../../../../lib/dashboards/standing/sidecar-log.ts';
import { type PodLog, sightingsIn } from '../../../../lib/dashboards/standing/sighting.ts';
import { sidecarWith, stored } from '../cluster.ts';

const written = (time: string): string =>
  `${time} ${JSON.stringify({ level: 'INFO', msg: 'Writing /tmp/dashboards/shop.json (ascii)' })}\n`;
const failed = (path: string): string =>
  `2026-01-02T03:04:05.500Z ${JSON.stringify({ level: 'ERROR', msg: `[Errno 28] No space left: '${path}'` })}\n`;
const logged = (text: string, pod = 'grafana-0'): PodLog => ({ pod, log: { lines: linesOf(text) } });

const [EARLIER, LATER] = [written('2026-01-02T03:04:05.100Z'), written('2026-01-02T03:04:05.900Z')];
const sought = { ...stored(), files: ['shop.json'], since: new Date('2026-01-02T03:04:05Z') };

describe('sightingsIn', () => {
  for (const [title, now, before, verdicts] of [
    ['a file that was written since', [logged(EARLIER + LATER)], [logged(EARLIER)], ['seen']],
    [
      'a file that was written before, in the second of the change',
      [logged(EARLIER)],
      [logged(EARLIER)],
      ['not-yet'],
    ],
    [
      'a file that was written since, by a clock that is behind',
      [logged(written('2026-01-02T03:04:00Z') + written('2026-01-02T03:04:01Z'))],
      [logged(written('2026-01-02T03:04:00Z'))],
      ['seen'],
    ],
    [
      'a file that an error names later',
      [logged(EARLIER + failed('/tmp/dashboards/shop.json'))],
      [],
      ['failed'],
    ],
    [
      'an error that names another file',
      [logged(EARLIER + failed('/tmp/dashboards/shop.json.url'))],
      [],
      ['seen'],
    ],
    ['an error that comes before', [logged(failed('/tmp/dashboards/shop.json') + LATER)], [], ['seen']],
    ['a line about the writing that is an error', [logged(EARLIER.replace('INFO', 'ERROR'))], [], ['failed']],
    ['a pod that has started since', [logged(LATER, 'grafana-1')], [logged(EARLIER)], ['seen']],
    [
      'a log that could not be read before',
      [logged(EARLIER)],
      [{ pod: 'grafana-0', log: { unread: 'no' } }],
      ['seen'],
    ],
    ['a log that cannot be read', [{ pod: 'grafana-0', log: { unread: 'no' } }], [], ['unknown']],
    ['each pod for itself', [logged(EARLIER), logged('', 'grafana-1')], [], ['seen', 'not-yet']],
    ['no pod', [], [logged(EARLIER)], []],
  ] as const)
    test(title, () =>
      assert.deepEqual(
        sightingsIn(sidecarWith(), sought, { now, before }).map(({ verdict }) => verdict),
        verdicts,
      ),
    );

  test('a sidecar that only reads when its pod starts proves nothing', () => {
    const [sighting] = sightingsIn(sidecarWith({ METHOD: 'LIST' }), sought, {
      now: [logged(EARLIER)],
      before: [],
    });
    assert.deepEqual(
      [sighting?.verdict, sighting?.message],
      ['unknown', 'it reads only when the pod starts (METHOD=LIST)'],
    );
  });
});
