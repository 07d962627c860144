import { fieldsOf } from '../objects/fields.ts';
import { isDryRun } from './command.ts';
import { type Fields, inText, namedIn, objectsIn, pathOf, textIn } from './read.ts';

/** What a page needs to know of each kind of result. */
export interface Kind {
  /** What its objects are called. */
  noun: string;
  /** Whether the command changes its objects. */
  isChange: boolean;
  title(result: Fields, items: readonly Fields[]): string;
}

/** Every kind of result that has a page, by its name. */
export const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['RepairList', { noun: 'host', isChange: true, title: (_, items) => `Repair${ofText(items)}` }],
  [
    'UndoList',
    {
      noun: 'host',
      isChange: true,
      title: (_, items) => (items.length === 0 ? 'Undo of a repair' : `Undo of the repair${ofText(items)}`),
    },
  ],
  ['DiagnosisList', { noun: 'host', isChange: false, title: (_, items) => `Diagnosis${ofText(items)}` }],
  ['AuditReport', { noun: 'finding', isChange: false, title: () => 'Audit of addresses' }],
  ['ResizeList', { noun: 'instance', isChange: true, title: resizeTitle }],
  [
    'MonitoringStatus',
    {
      noun: 'finding',
      isChange: false,
      title: ({ namespace }) => `Status of the monitoring${inText(namespace)}`,
    },
  ],
  ['CapacityList', { noun: 'volume', isChange: false, title: () => 'Capacity of the volumes' }],
]);

/** ` of host metal3/worker-0`, ` of 37 hosts`; empty without objects. */
function ofText(items: readonly Fields[]): string {
  const [only] = items;
  if (!only) return '';
  return items.length === 1 ? ` of host ${pathOf(namedIn(only))}` : ` of ${items.length} hosts`;
}

/** `Resize of prometheus monitoring-system/main to 100Gi`; of an undo, without the size. */
function resizeTitle({ run }: Fields, items: readonly Fields[]): string {
  const isUndo =
    items.some(({ verdict }) => verdict === 'undone') || / undo( |$)/.test(textIn(fieldsOf(run)?.command));
  const what = isUndo ? 'Undo of the resize' : 'Resize';
  const [only] = items;
  if (!only || items.length > 1) return items.length > 1 ? `${what} of ${items.length} instances` : what;
  const [kind = ''] = textIn(only.resource).split(/[./]/);
  const size = textIn(only.size);
  return `${what} of ${[kind, pathOf(namedIn(only))].filter(Boolean).join(' ')}${isUndo || size === '' ? '' : ` to ${size}`}`;
}

/** The title of a page: of a dry run, it says so. */
export function titleOf(kind: Kind, result: Fields): string {
  const title = kind.title(result, objectsIn(result.items));
  return kind.isChange && isDryRun(result)
    ? `Dry run of the ${title.charAt(0).toLowerCase()}${title.slice(1)}`
    : title;
}

/** Whether a result is an error that left nothing to report, or of a run that has not finished. */
export const isBare = ({ kind, items, message, components, instances }: Fields): boolean =>
  objectsIn(items).length === 0 &&
  (textIn(message) !== '' || kind === 'RepairList') &&
  components === undefined &&
  instances === undefined;
