import type { ComponentName } from '../../objects/components.ts';
import type { Block, InstanceState } from '../block.ts';
import type { Check, Command, Found } from '../finding.ts';
import { describing, lookingAt, mended, ofInstance, patching, podsText } from './found.ts';
import { goingOn, ownerOf } from './resizing.ts';

/** What keeps people from being told of anything. */
export const blind: Check[] = [
  {
    // A replica of every metrics server is ready (§1).
    name: 'metrics-down',
    find: (block) => down(block, 'metrics', 'nothing is measured, and no alert fires'),
  },
  {
    // A replica of every alert manager is ready (§1).
    name: 'alerts-down',
    find: (block) => down(block, 'alerts', 'nobody is told of an alert'),
  },
  {
    // The watchdog alert fires at every metrics server and arrives at every alert manager (§1).
    name: 'watchdog-silent',
    find: (block) =>
      block.instances.flatMap((instance) => {
        const { silent = [], alive = [], unasked = [] } = instance.watchdog ?? {};
        if (silent.length === 0 || (instance.component !== 'metrics' && isSentByNobody(block))) return [];
        const replicas = Math.max(instance.wanted, alive.length + silent.length + unasked.length);
        const hop = instance.component === 'metrics' ? 'does not fire' : 'has not arrived';
        return ofInstance(instance, {
          harm: 'blind',
          text: `the watchdog alert ${hop} at ${silent.length} of ${replicas} replicas: ${podsText(silent)}`,
          ...(instance.component === 'metrics' ? seeToRule() : seeToSending(block)),
        });
      }),
  },
];

/** Whether the alert is known not to fire: that it arrives nowhere follows from it, and the first broken hop is the one to mend. */
function isSentByNobody({ instances }: Block): boolean {
  const seen = instances.flatMap(({ component, watchdog }) =>
    component === 'metrics' && watchdog ? watchdog : [],
  );
  return (
    seen.some(({ silent }) => silent.length > 0) &&
    seen.every(({ alive, unasked }) => alive.length === 0 && unasked.length === 0)
  );
}

/** Whether an instance is one without which people are told of nothing, and has no replica that is ready. */
export const isBlind = ({ component, ready, wanted }: InstanceState): boolean =>
  (component === 'metrics' || component === 'alerts') && (ready === 0 || wanted === 0);

const down = (block: Block, component: ComponentName, meaning: string): Found[] =>
  block.instances
    .filter((instance) => instance.component === component && isBlind(instance))
    .map((instance) =>
      ofInstance(instance, {
        harm: 'blind',
        ...(instance.wanted === 0 ? stopped(block, instance, meaning) : failing(instance, meaning)),
      }),
    );

function stopped(
  block: Block,
  instance: InstanceState,
  meaning: string,
): Pick<Found, 'text' | 'command' | 'advice'> {
  const { resize } = instance;
  const text = `it is set to 0 replicas: ${meaning}`;
  if (typeof resize === 'object')
    return { text, command: goingOn(instance, resize), advice: 'an unfinished resize has stopped it' };
  const replicas = replicasBefore(block, instance);
  return {
    text,
    advice: replicas > 1 ? `it has the volumes of ${replicas} replicas` : undefined,
    ...mended(instance, {
      mend: patching(instance, { replicas }),
      there: `give it as many replicas as it had${replicas > 1 ? `: it has the volumes of ${replicas}` : ''}`,
    }),
  };
}

/** As many as it has volumes for: a claim ends in the number of its replica. */
const replicasBefore = (block: Block, instance: InstanceState): number =>
  block.volumes
    .filter((volume) => ownerOf(block, volume) === instance)
    .reduce((most, { claim }) => Math.max(most, Number(/\d+$/.exec(claim.name)?.[0] ?? 0) + 1), 1);

function failing(
  { troubles, wanted, ...instance }: InstanceState,
  meaning: string,
): Pick<Found, 'text' | 'command'> {
  const why = troubles.length > 0 ? podsText(troubles) : 'there is no pod of it';
  const none = wanted === 1 ? 'its only replica is not ready' : `none of its ${wanted} replicas is ready`;
  return { text: `${none}, so that ${meaning}: ${why}`, command: lookingAt(troubles, instance) };
}

const seeToRule = (): { command: Command; advice: string } => ({
  command: { words: ['kubectl', 'get', 'prometheusrules', '-A', '--show-labels'], namespace: '' },
  advice:
    'see that one of the rules is the watchdog, and that ruleSelector and ruleNamespaceSelector of the Prometheus match it',
});

/** What to see to where the alert did not arrive: first that it is sent at all. */
function seeToSending({ instances }: Block): { command: Command | undefined; advice: string } {
  const servers = instances.filter(({ component }) => component === 'metrics');
  const sender = servers.find(({ watchdog }) => (watchdog?.alive.length ?? 0) > 0);
  const server = sender ?? servers[0];
  return {
    command: server && describing(server.kind, server.name, server.namespace),
    advice: sender
      ? 'it fires at the metrics server: see that spec.alerting of that one names this alert manager'
      : 'it is not seen to fire at any metrics server: see to that first',
  };
}
