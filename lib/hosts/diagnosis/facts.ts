import { OPERATOR_LEASE } from '../../objects/names.ts';
import { warningsOf } from '../../procedure/guard.ts';
import { masked } from '../../words/masked.ts';
import { orderOf, PLAIN_OPTIONS } from '../decide.ts';
import { GUARDS } from '../guards/all.ts';
import { NO_TARGET, targetOf } from '../image.ts';
import type { Probe } from '../probe.ts';
import type { Diagnosis } from './diagnose.ts';
import type { Evidence, HostEvent, Operators } from './evidence.ts';
import { keepsNodes } from './running.ts';

/** One piece of evidence, or something else to know about the host. */
export interface Fact {
  about: 'record' | 'image' | 'event' | 'operator' | 'ironic' | 'owner' | 'neighbour' | 'warning' | 'unread';
  /** `state`, `current image`. */
  label: string;
  text: string;
}

/** How many Events are shown. */
const EVENTS = 5;

/** Everything that was read about a host, in display order. Credentials in addresses are masked. */
export function factsOf(evidence: Evidence, { cause }: Diagnosis, now: Date): Fact[] {
  const { observed, events = [], operators, owners, neighbours, unread } = evidence;
  const facts = (about: Fact['about'], rows: Row[]): Fact[] =>
    rows.flatMap(([label, text]) => (text ? [{ about, label, text: masked(text) }] : []));
  return [
    ...facts('record', recordRows(evidence)),
    ...facts('image', imageRows(evidence)),
    ...facts(
      'event',
      events.slice(0, EVENTS).map((event) => [event.reason, eventText(event, now)]),
    ),
    ...facts('operator', operators ? operatorRows(operators, now) : []),
    ...facts('ironic', operators ? ironicRows(operators) : []),
    ...facts('owner', [
      ...(owners?.chain ?? []).map((owner, at): Row => [at === 0 ? 'consumer' : 'owned by', owner]),
      ['source', owners?.source && `${owners.source} manages it`],
      ['applied', owners?.applied],
    ]),
    ...facts('neighbour', [
      [
        'same address',
        neighbours && `${neighbours.count === 0 ? 'no other host' : others(neighbours)} ${where(neighbours)}`,
      ],
    ]),
    ...facts('warning', cause === 'fixed-address' ? warningRows(observed) : []),
    ...facts(
      'unread',
      unread.map(({ what, reason }) => [what, reason]),
    ),
  ];
}

function recordRows({ observed: { host, record } }: Evidence): Row[] {
  const { operationalStatus, errorType, errorMessage, errorCount, image, statusImage, state } = host;
  return [
    ['state', state || 'none'],
    ['status', operationalStatus || 'none'],
    ['error', errorType],
    ['message', errorMessage],
    ['error count', errorCount ? String(errorCount) : undefined],
    ['last updated', host.lastUpdated],
    ['paused', host.paused !== undefined && `by annotation value "${host.paused}"`],
    [
      'run',
      typeof record === 'object' &&
        (record.goal === 'undo'
          ? `undo of a repair, back to ${record.original.spec.url}; the repair started ${record.started} by version ${record.version}`
          : `repair started ${record.started} by version ${record.version}, to ${record.target.url}`),
    ],
    ['image', image?.url],
    ['in status', (statusImage.url || undefined) !== image?.url && (statusImage.url || 'no image')],
    ['checksum', image?.checksum],
  ];
}

function imageRows({ observed, present }: Evidence): Row[] {
  const { host, context } = observed;
  const { probe } = context;
  const target = targetOf(host.image?.url, PLAIN_OPTIONS, host.image);
  return [
    ['current image', present && probeText(present.image)],
    ['current checksum', present?.checksum && probeText(present.checksum)],
    ['repaired image', probe && `${target?.url}: ${probeText(probe.image)}`],
    ['repaired checksum', probe?.checksum && `${target?.checksum}: ${probeText(probe.checksum)}`],
  ];
}

function probeText(probe: Probe): string {
  switch (probe.kind) {
    case 'served':
      return 'served';
    case 'absent':
      return 'the image server answers 404';
    case 'unknown':
      return `unknown: ${probe.reason}`;
  }
}

const eventText = ({ message, count, last }: HostEvent, now: Date): string =>
  [count > 1 && `${count} times`, last && `last ${age(last, now)}`, message].filter(Boolean).join(', ');

function warningRows(observed: Evidence['observed']): Row[] {
  const { image } = observed.host;
  const target = targetOf(image?.url, PLAIN_OPTIONS, image) ?? NO_TARGET;
  return warningsOf(GUARDS.warnings, observed, {
    goal: 'repair',
    target,
    order: orderOf(observed, undefined),
  }).map(({ name, reason, hint }): Row => [name, `${reason}; ${hint}`]);
}

function others({ count, names }: { count: number; names: readonly string[] }): string {
  const more = count - names.length;
  return `${count} other ${count === 1 ? 'host' : 'hosts'} (${names.join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}

const where = ({ address, namespace }: { address: string; namespace: string | undefined }): string =>
  `at ${address}${namespace === undefined ? '' : `, in namespace ${namespace} only`}`;

/** A label and its text; a row without text is left out. */
export type Row = [label: string, text: string | undefined | false];

function operatorRows({ operators, leases = [] }: Operators, now: Date): Row[] {
  return [
    ...operators.map(({ install, ready, wanted }): Row => {
      const { name, version, kind, namespace, resource } = install;
      return [
        'version',
        `${name} ${version ?? 'unknown'} (${kind} ${namespace}/${resource}), ${ready} of ${wanted} pods ready`,
      ];
    }),
    ...leases.map(({ namespace, holder, renewTime }): Row => {
      const renewed = renewTime ? `renewed ${age(renewTime, now)} by this machine's clock` : 'never renewed';
      return [
        'lease',
        `${namespace}/${OPERATOR_LEASE}, ${holder ? `held by ${holder}, ${renewed}` : 'not held'}`,
      ];
    }),
  ];
}

const ironicRows = ({ operators, ironics }: Operators): Row[] => [
  ...operators.map(({ endpoint }): Row => {
    const text = endpoint && `${endpoint.url} (${endpoint.from})`;
    return ['endpoint', text ?? 'no readable object says which Ironic the operator uses'];
  }),
  ...ironics.map(({ install, hostNetwork, clusterDns }): Row => {
    const { version, kind, namespace, resource } = install;
    const network = hostNetwork ? 'on the host network' : 'on the pod network';
    const names = clusterDns
      ? ''
      : ': it does not use the cluster DNS, so service names do not resolve there';
    return [
      'version',
      `ironic ${version ?? 'unknown'} (${kind} ${namespace}/${resource}), ${network}${names}`,
    ];
  }),
  [
    'database',
    operators.some(({ install }) => keepsNodes(install.version)) &&
      'operators from 0.11 on do not send the image when they register a node: a node in the Ironic database keeps the old address; "kubectl bmh reenroll" replaces the node',
  ],
];

/** How long ago a time is, like kubectl's ages; an invalid time is returned unchanged. */
export function age(time: string, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(time)) / 1000));
  if (Number.isNaN(seconds)) return time;
  const units: [number, string][] = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'm'],
  ];
  const [size, unit] = units.find(([length]) => seconds >= 2 * length) ?? [1, 's'];
  return `${Math.floor(seconds / size)}${unit} ago`;
}
