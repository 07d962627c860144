import { counted, mebibytes } from '../../../lib/sizing/judge.ts';
import type { Sizing } from '../../../lib/sizing/sizing.ts';
import type { StoreSizing } from '../../../lib/sizing/store.ts';
import { oneLine } from '../../../lib/text.ts';
import type { Line } from './render.ts';

/** What the measured series say that a metrics server needs, with what that is made from. */
export function storeText(store: StoreSizing, nodes: Sizing['nodes'], line: Line): string {
  const isOther = nodes.cluster !== null && nodes.cluster !== nodes.sized;
  const basis = isOther
    ? `, for ${counted(nodes.sized, 'node')}, if all series grow as the nodes do`
    : nodes.cluster === null
      ? ', for as many nodes as there are'
      : '';
  const each = store.pods.length === 1 ? 'its pod' : `each of its ${store.pods.length} pods`;
  return [
    line('', `What the measured series say of Prometheus ${oneLine(store.name)}, for ${each}${basis}:`),
    line('  Disk     ', oneLine(diskText(store, isOther ? nodes.cluster : null))),
    line('  Memory   ', memoryText(store, isOther ? nodes.cluster : null)),
  ].join('');
}

function diskText({ retention, claim, measured, expected }: StoreSizing, now: number | null): string {
  const claims = claim === null ? 'It keeps its data on no claim.' : `Each of its claims is of ${claim}.`;
  const { disk, samplesPerSecond, walMiB } = expected;
  if (!disk) return `unknown for ${kept(retention)}. ${claims}`;
  const range = [...new Set([gibibytes(disk.lowMiB), gibibytes(disk.highMiB)])].join(' to ');
  const samples =
    samplesPerSecond === null || retention.time === null
      ? 'by its retention size, a fifth to spare'
      : `${perSecond(samplesPerSecond)} samples/s${atNow(measured.samplesPerSecond, now, perSecond)} of 1 to 2 bytes, a fifth to spare, ${walMiB === null ? 'without the WAL' : `and ${gibibytes(walMiB)} GiB of WAL`}`;
  return `${range} GiB for ${kept(retention)}: ${samples}. ${claims}`;
}

function memoryText({ measured, expected, bytesPerSeries }: StoreSizing, now: number | null): string {
  const { memoryMiB, series } = expected;
  if (memoryMiB === null || series === null || bytesPerSeries === null) return 'unknown';
  return `${mebibytes(memoryMiB)} MiB: ${series} series${atNow(measured.series, now, String)} of ${Math.round(bytesPerSeries)} bytes each.`;
}

const kept = ({ time, size }: StoreSizing['retention']): string =>
  time !== null && size !== null ? `${time}, at most ${size}` : (time ?? size ?? '');

/** What was measured, where something else is expected. */
const atNow = (value: number | null, now: number | null, text: (value: number) => string): string =>
  value === null || now === null ? '' : ` (${text(value)} on ${counted(now, 'node')})`;

const gibibytes = (mib: number): string => (mib / 1024).toFixed(1);

const perSecond = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
