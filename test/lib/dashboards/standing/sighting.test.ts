import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { linesOf } from '../../../../lib/dashboards/standing/sidecar-log.ts';
import { type PodLog, sightingsIn } from '../../../../lib/dashboards/standing/sighting.ts';
import { sidecarWith, stored } from '../cluster.ts';

const written = (time: string): string =>
  `${time} ${JSON.stringify({ level: 'INFO', msg: 'Writing /tmp/dashboards/shop.json (ascii)' })}\n`;
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
