import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOMENT, recording, recordingNames } from './recordings.ts';
import { INTERVAL, openMetrics, type RecordedSeries } from './series.ts';
import { DAY } from './volume-series.ts';

const moment = MOMENT.getTime() / 1000;

const valueAt = (series: readonly RecordedSeries[], name: string, claim: string): number =>
  series.find((one) => one.name === name && one.labels.persistentvolumeclaim === claim)?.value(moment) ??
  Number.NaN;

for (const name of recordingNames) {
  const { series, from, to } = recording(name, 'team-1');
  const times = Array.from({ length: 2_000 }, (_, index) => from + (index * (to - from)) / 2_000);

  test(`${name}: has two samples within the last five minutes`, () => {
    assert.ok(moment - to > 0 && moment - (to - INTERVAL) < 300);
  });

  test(`${name}: every series is unique`, () => {
    const keys = series.map((one) => JSON.stringify([one.name, one.labels]));
    assert.equal(new Set(keys).size, keys.length);
  });

  test(`${name}: counters never decrease, and nothing is negative`, () => {
    for (const one of series) {
      const values = times.filter((at) => at >= (one.from ?? from)).map(one.value);
      assert.ok(
        values.every((value) => value >= 0),
        `${one.name} ${JSON.stringify(one.labels)}`,
      );
      if (one.name.endsWith('_total'))
        assert.deepEqual(
          values,
          values.toSorted((a, b) => a - b),
          JSON.stringify(one.labels),
        );
    }
  });

  test(`${name}: is deterministic`, () => {
    const last = (all: readonly RecordedSeries[]) => all.map((one) => [one.name, one.value(to)]);
    assert.deepEqual(last(recording(name, 'team-1').series), last(series));
  });
}

test('full is at 97%, steady at two thirds, and young is steady for three hours', () => {
  const claim = 'prometheus-k8s-db-prometheus-k8s-0';
  const use = recordingNames.map((name) => {
    const { series, from } = recording(name, 'team-1');
    const bytes = (what: string) => valueAt(series, `kubelet_volume_stats_${what}_bytes`, claim);
    return [name, Math.round((100 * bytes('used')) / bytes('capacity')), (moment - from) / DAY];
  });
  assert.deepEqual(use, [
    ['steady', 64, 30],
    ['full', 97, 30],
    ['blind', Number.NaN, 30],
    ['young', 64, 0.125],
  ]);
});

test('blind has no kubelet metrics', () => {
  const { series } = recording('blind', 'team-1');
  assert.deepEqual(
    series.filter(({ name, labels }) => labels.job === 'kubelet' || /^(kubelet|container|kube)_/.test(name)),
    [],
  );
});

test('a series is a block of lines in chronological order', () => {
  const series = [{ name: 'a', labels: { b: 'c "d"' }, value: (at: number) => at * 2 }];
  assert.equal(
    [...openMetrics({ series, from: 1_000, to: 1_500 })].join(''),
    'a{b="c \\"d\\""} 2040 1020\na{b="c \\"d\\""} 2520 1260\na{b="c \\"d\\""} 3000 1500\n# EOF\n',
  );
});
