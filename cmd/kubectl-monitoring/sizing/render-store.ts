import { counted, mebibytes, type Sizing } from '../../../lib/sizing/sizing.ts';
import type { DiskNeed, StoreSizing } from '../../../lib/sizing/store.ts';
import { oneLine } from '../../../lib/words/text.ts';

/** Writes the lines of a text, those after the first below where it begins. */
export type Line = (lead: string, text: string) => string;

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

function diskText(store: StoreSizing, now: number | null): string {
  const { retention, claim, expected } = store;
  const claims = claim === null ? 'It keeps its data on no claim.' : `Each of its claims is of ${claim}.`;
  const { disk } = expected;
  if (!disk) return `unknown for ${kept(retention)}. ${claims}`;
  const range = [...new Set([gibibytes(disk.lowMiB), gibibytes(disk.highMiB)])].join(' to ');
  return `${range} GiB for ${kept(retention)}: ${reasonText(store, disk, now)}. ${claims}`;
}

/** What the need of disk follows from. */
function reasonText(
  { measured, expected, retention }: StoreSizing,
  { by }: DiskNeed,
  now: number | null,
): string {
  const { samplesPerSecond, walMiB } = expected;
  const wal = walMiB === null ? 'without the WAL' : `and ${gibibytes(walMiB)} GiB of WAL`;
  if (by === 'retentionSize') return 'its retention size caps it, a fifth to spare';
  if (by === 'wal')
    return `${gibibytes(walMiB ?? 0)} GiB of WAL alone${retention.size === null ? '' : ', which no retention size deletes'}, a fifth to spare`;
  return `${perSecond(samplesPerSecond ?? 0)} samples/s${atNow(measured.samplesPerSecond, now, perSecond)} of 1 to 2 bytes, a fifth to spare, ${wal}`;
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
