import type { Finding } from '../http/status.ts';
import { at, isFields, type Obj, text } from '../objects/model.ts';
import { age } from '../read/age.ts';
import { integer, object, string } from '../schema/shorthand.ts';
import type { Schema } from '../schema/types.ts';
import { core } from './built-in.ts';
import { nameColumn, told, wide } from './columns.ts';

/** The fields that the type of events always writes. */
const eventBlanks = { eventTime: null, reportingComponent: '', reportingInstance: '' };

const reference: Schema = {
  'x-kubernetes-map-type': 'atomic',
  ...object({
    kind: string,
    namespace: string,
    name: string,
    uid: string,
    apiVersion: string,
    resourceVersion: string,
    fieldPath: string,
  }),
};

const eventColumns = [
  told('Last Seen', 'how long ago it happened last', lastSeen),
  told('Type', 'Normal or Warning', ({ type }) => type),
  told('Reason', 'why it was told, in one word', ({ reason }) => reason),
  told('Object', 'what it is about', subject),
  wide(
    told('Subobject', 'the part of the object that it is about', (event) =>
      text(event, 'involvedObject', 'fieldPath'),
    ),
  ),
  wide(told('Source', 'who told it', source)),
  told('Message', 'what happened', (event) => text(event, 'message').trim()),
  wide(told('First Seen', 'how long ago it happened first', firstSeen)),
  wide(told('Count', 'how often it happened', ({ count, series }) => at(series, 'count') ?? (count || 1))),
  wide(nameColumn),
];

/** What happened to objects, as controllers tell it. */
export const event = core({
  plural: 'events',
  singular: 'event',
  kind: 'Event',
  namespaced: true,
  shortNames: ['ev'],
  schema: object({
    involvedObject: reference,
    reason: string,
    message: string,
    source: object({ component: string, host: string }),
    firstTimestamp: { ...string, nullable: true },
    lastTimestamp: { ...string, nullable: true },
    count: integer,
    type: string,
    eventTime: { ...string, nullable: true },
    series: object({ count: integer, lastObservedTime: string }),
    action: string,
    related: reference,
    reportingComponent: string,
    reportingInstance: string,
  }),
  blank: { metadata: {}, source: {}, ...eventBlanks },
  columns: eventColumns,
  selectableFields: [
    ...Object.keys(reference.properties ?? {}).map((field) => `involvedObject.${field}`),
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
  defaults(event) {
    Object.assign(event, { source: {}, ...eventBlanks, ...event });
  },
  validate(event) {
    const subject = isFields(event.involvedObject) ? event.involvedObject : {};
    const inside = (subject.namespace ?? '') === event.metadata.namespace;
    // What is cluster-scoped has its events in the namespace "default".
    if (inside || (!subject.namespace && event.metadata.namespace === 'default')) return [];
    const finding: Finding = {
      reason: 'FieldValueInvalid',
      field: 'involvedObject.namespace',
      value: subject.namespace ?? '',
      detail: 'does not match event.namespace',
    };
    return [finding];
  },
});

function firstSeen({ firstTimestamp, eventTime }: Obj): string {
  return age(firstTimestamp ?? eventTime);
}

function lastSeen(event: Obj): string {
  const { lastTimestamp, series } = event;
  if (isFields(series)) return age(series.lastObservedTime);
  return typeof lastTimestamp === 'string' ? age(lastTimestamp) : firstSeen(event);
}

function subject({ involvedObject }: Obj): string {
  const kind = text(involvedObject, 'kind').toLowerCase();
  return text(involvedObject, 'name') === '' ? kind : `${kind}/${text(involvedObject, 'name')}`;
}

function source(event: Obj): string {
  const component = text(event, 'source', 'component') || text(event, 'reportingComponent');
  const instance = text(event, 'source', 'host') || text(event, 'reportingInstance');
  return instance === '' ? component : `${component}, ${instance}`;
}
