import type { Content } from '../html/html.ts';
import { fieldsOf } from '../objects/fields.ts';
import { countText } from '../words/text.ts';
import { againTodos } from './again.ts';
import { capacityTodos, instanceSection, missingSection } from './capacity.ts';
import { commandOf } from './command.ts';
import { type Detail, FEW } from './details.ts';
import { causesIn, causeTable, causeTodos } from './diagnosis.ts';
import { diagnosticSection, findingSections, findingTodos } from './finding-html.ts';
import { groupsIn, levelCounts } from './findings.ts';
import { type Item, itemsIn } from './item.ts';
import { itemCard } from './item-card.ts';
import { itemTables } from './item-tables.ts';
import { changeTodos } from './item-todos.ts';
import type { Kind } from './kinds.ts';
import { orderSection } from './order.ts';
import { type Fields, numberIn, objectsIn, textIn } from './read.ts';
import {
  componentSection,
  problemSection,
  severityCounts,
  statusTodos,
  unreadSection,
  watchdogSection,
} from './status.ts';
import { type Count, verdictCounts } from './summary.ts';
import type { Facts } from './table.ts';
import { sentence, type Todo } from './todo.ts';
import { byVerdict, severityTone, verdictIn } from './verdicts.ts';
import { volumeSection } from './volumes.ts';

/** What a page shows of a kind of result, besides what all have. */
interface Parts {
  facts: Facts;
  counts: Count[];
  todos: Todo[];
  sections: Content;
}

export function partsOf(result: Fields, kind: Kind, detail: Detail): Parts {
  const makeParts = PARTS.get(textIn(result.kind)) ?? changeParts;
  const { todos, ...rest } = makeParts(result, kind, detail);
  return { ...rest, todos: [...againTodos(result, kind), ...todos] };
}

type MakeParts = (result: Fields, kind: Kind, detail: Detail) => Parts;

const changeParts: MakeParts = (result, { noun }, detail) => {
  const items = bySeverity(itemsIn(result));
  const { mode } = objectsIn(result.items)[0] ?? {};
  const name = sentence(noun);
  return {
    facts: [['Mode', items.length === 1 && textIn(mode)]],
    counts: itemCounts(items),
    todos: changeTodos(result, items),
    sections:
      items.length > FEW
        ? itemTables(items, { name, noun }, detail)
        : [orderSection(items, { name, isBrief: true }), ...items.map(itemCard)],
  };
};

const diagnosisParts: MakeParts = (result) => {
  const items = bySeverity(itemsIn(result));
  const causes = causesIn(result, items);
  return {
    facts: [],
    counts: itemCounts(items),
    todos: causeTodos(causes),
    sections: items.length > FEW ? causeTable(causes) : items.map(itemCard),
  };
};

const auditParts: MakeParts = (result, _, detail) => {
  const groups = groupsIn(result);
  return {
    facts: [['Audited', auditedText(result.scope)]],
    counts: levelCounts(groups).map(([level, count]) => ({
      count,
      what: count === 1 ? level : `${level}s`,
      tone: severityTone(level),
    })),
    todos: [...findingTodos(groups), ...gapTodos(result)],
    sections: [
      findingSections(groups, detail),
      diagnosticSection('Could not be read', result.unread),
      diagnosticSection('Notes', result.notes),
    ],
  };
};

/** What to do about what an audit could not read. */
function gapTodos(result: Fields): Todo[] {
  const hints = objectsIn(result.unread).flatMap(({ hint }) => textIn(hint) || []);
  return hints.length === 0
    ? []
    : [{ about: 'Before you run it again', texts: hints, commands: [commandOf(result)] }];
}

const statusParts: MakeParts = (result) => ({
  facts: [
    ['Namespace', result.namespace === null ? 'all' : textIn(result.namespace)],
    ['Nodes', textIn(result.nodes)],
  ],
  counts: severityCounts(result).map(([what, count]) => ({ count, what, tone: severityTone(what) })),
  todos: statusTodos(result),
  sections: [
    problemSection(result),
    componentSection(result),
    volumeSection(result.volumes, result),
    watchdogSection(result),
    unreadSection(result),
  ],
});

const capacityParts: MakeParts = (result) => ({
  facts: [
    ['Growth measured over', daysText(result.overDays)],
    ['Sized for', daysText(result.forDays)],
    ...objectsIn(result.sources).map(({ namespace, via }): [string, string] => [
      `Metrics of ${textIn(namespace)}`,
      textIn(via),
    ]),
  ],
  counts: verdictCounts(objectsIn(result.items).map(verdictIn)),
  todos: capacityTodos(result),
  sections: [volumeSection(result.items, result), instanceSection(result), missingSection(result)],
});

const PARTS: ReadonlyMap<string, MakeParts> = new Map([
  ['DiagnosisList', diagnosisParts],
  ['AuditReport', auditParts],
  ['MonitoringStatus', statusParts],
  ['CapacityList', capacityParts],
]);

/** Of a single item, the title has the verdict. */
const itemCounts = (items: readonly Item[]): Count[] =>
  items.length > 1 ? verdictCounts(items.map(({ verdict }) => verdict)) : [];

const bySeverity = (items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => byVerdict(one.verdict, other.verdict));

const daysText = (days: unknown): string => {
  const count = numberIn(days);
  return count === undefined ? '' : countText(count, 'day');
};

/** `12 objects of 3 files`. */
function auditedText(scope: unknown): string {
  const { objects, files, namespace } = fieldsOf(scope) ?? {};
  const count = numberIn(objects);
  if (count === undefined) return '';
  const fileCount = numberIn(files);
  const place =
    fileCount === undefined
      ? textIn(namespace) === ''
        ? 'all namespaces'
        : `namespace ${textIn(namespace)}`
      : countText(fileCount, 'file');
  return `${countText(count, 'object')} of ${place}`;
}
