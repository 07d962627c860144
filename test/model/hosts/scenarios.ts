import { overridableNames } from '../../../lib/hosts/guards/all.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import type { Order } from '../../../lib/hosts/record.ts';
import { all, brokenHost, NEW, specImage, statusImage } from '../../support/records.ts';
import type { Command } from './command.ts';

/** Concurrent commands, each started any number of times, with the operator, GitOps, a user and crashes. */
export interface Scenario {
  name: string;
  commands: readonly Command[];
  /** The initial hosts. */
  hosts: readonly HostObject[];
}

/** The options of the commands: the order of the first repair and of the others, and what is accepted. */
interface Manner {
  orders: readonly [Order, Order];
  accepted: ReadonlySet<string>;
}

const COMMANDS = {
  repair: ({ orders: [order], accepted }: Manner) => repair('repair', { order, accepted }),
  'second repair': ({ orders: [, order], accepted }: Manner) => repair('second repair', { order, accepted }),
  'other repair': ({ orders: [, order], accepted }: Manner) =>
    repair('repair to another address', { order, accepted, service: 'images' }),
  undo: ({ accepted }: Manner) => undo('undo', accepted),
  'second undo': ({ accepted }: Manner) => undo('second undo', accepted),
};

type Company = readonly (keyof typeof COMMANDS)[];

const THREE: Company[] = [
  ['repair', 'second repair', 'undo'],
  ['repair', 'other repair', 'undo'],
  ['repair', 'undo', 'second undo'],
];
const TWO: Company[] = [
  ['repair', 'second repair'],
  ['repair', 'other repair'],
  ['repair', 'undo'],
];
const BESIDE: Company[] = [
  ['repair', 'second repair', 'undo'],
  ['repair', 'other repair'],
];

const DOCUMENTED = ['documented', 'documented'] as const;
const SAFE = ['safe', 'safe'] as const;
const MIXED = ['documented', 'safe'] as const;
const NOTHING = new Set<string>();
const EVERYTHING = new Set(overridableNames());

/** All scenarios: three concurrent runs; two with every overridable check accepted, so that less is refused. */
export const SCENARIOS: readonly Scenario[] = [
  ...scenarios('documented', THREE, { orders: DOCUMENTED, accepted: NOTHING }),
  ...scenarios('documented, all overridable checks accepted', TWO, {
    orders: DOCUMENTED,
    accepted: EVERYTHING,
  }),
  ...scenarios('safe', THREE, { orders: SAFE, accepted: NOTHING }),
  ...scenarios('safe, all overridable checks accepted', TWO, {
    orders: SAFE,
    accepted: EVERYTHING,
  }),
  ...scenarios('documented beside safe', BESIDE, { orders: MIXED, accepted: NOTHING }),
];

function scenarios(name: string, companies: Company[], manner: Manner): Scenario[] {
  return companies.map((company) => {
    const commands = company.map((command) => COMMANDS[command](manner));
    return {
      name: `${name}: ${commands.map((command) => command.name).join(' + ')}`,
      commands,
      hosts: hosts(),
    };
  });
}

/** A broken host, and a repaired one whose GitOps source still has the old image. */
function hosts(): HostObject[] {
  const held = { metadata: { labels: { 'kustomize.toolkit.fluxcd.io/name': 'hosts' } } };
  return [brokenHost(), brokenHost(all(held, specImage(NEW), statusImage(NEW)))];
}

function repair(
  name: string,
  { accepted, ...wish }: { order: Order; accepted: ReadonlySet<string>; service?: string },
): Command {
  return { name, goal: 'repair', options: { ...wish, accepted, preventive: accepted.size > 0 } };
}

/** An undo always uses the safe order. */
function undo(name: string, accepted: ReadonlySet<string>): Command {
  return { name, goal: 'undo', options: { accepted, preventive: false, order: 'safe' } };
}
