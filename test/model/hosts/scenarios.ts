import { overridableNames } from '../../../lib/hosts/guards/all.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import type { Order } from '../../../lib/hosts/record.ts';
import { all, brokenHost, NEW, specImage, statusImage } from '../../support/records.ts';
import type { Command } from './command.ts';

/** Commands that meet, each given as often as one likes; the operator, GitOps, a person and crashes are always there. */
export interface Scenario {
  name: string;
  commands: readonly Command[];
  /** The host records that it begins with. */
  hosts: readonly HostObject[];
}

/** How the commands of a scenario are given: the orders of the first and of any other repair, and what is accepted. */
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
const WINDOW_FREE = ['window-free', 'window-free'] as const;
const MIXED = ['documented', 'window-free'] as const;
const NOTHING = new Set<string>();
const EVERYTHING = new Set(overridableNames());

/** Everything that is explored: three runs at once; two where every judgement is accepted, so that less is refused. */
export const SCENARIOS: readonly Scenario[] = [
  ...scenarios('documented', THREE, { orders: DOCUMENTED, accepted: NOTHING }),
  ...scenarios('documented, all overridableNames accepted', TWO, {
    orders: DOCUMENTED,
    accepted: EVERYTHING,
  }),
  ...scenarios('window-free', THREE, { orders: WINDOW_FREE, accepted: NOTHING }),
  ...scenarios('window-free, all overridableNames accepted', TWO, {
    orders: WINDOW_FREE,
    accepted: EVERYTHING,
  }),
  ...scenarios('documented beside window-free', BESIDE, { orders: MIXED, accepted: NOTHING }),
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

/** A broken host, and one that was repaired while GitOps, which shows on it, still has the old image. */
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

/** An undo knows no order but the window-free one. */
function undo(name: string, accepted: ReadonlySet<string>): Command {
  return { name, goal: 'undo', options: { accepted, preventive: false, order: 'window-free' } };
}
