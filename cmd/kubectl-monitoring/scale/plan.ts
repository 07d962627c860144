import type { Observed } from '../../../lib/scaling/observed.ts';
import { IDLE } from '../../../lib/scaling/scaled.ts';
import { isSet, stateText } from '../../../lib/scaling/state.ts';
import { quoted } from '../../../lib/words/shell.ts';
import { countText, printable } from '../../../lib/words/text.ts';
import { clusterWords } from '../../shared/words.ts';
import type { Run } from './report.ts';

/** What the user reads before the prompt: cluster, object, replicas, what happens and which files change. */
export function planText(
  { plan, namespace, session: { connection, paint } }: Run,
  observed: Observed,
  valueChanges: string[],
): string {
  const { scaled, name, replicas, shards } = observed;
  const row = (label: string, text: string): string => `  ${label.padEnd(10)} ${text}\n`;
  const perShard = shards > 1 ? `, in each of ${shards} shards` : '';
  return [
    row('Context', printable(connection.context || '(none)')),
    row('Server', printable(connection.server)),
    row('Namespace', printable(namespace)),
    row(scaled.kind, paint('bold', printable(name))),
    row(
      'Replicas',
      isSet(observed, plan)
        ? `${plan.replicas}, already set${perShard}`
        : `${replicas} ${paint('green', '->')} ${plan.replicas}${perShard}`,
    ),
    row(
      'Effect',
      isSet(observed, plan) ? `waits until ${allOf(plan.replicas)} ready` : effectText(observed, plan),
    ),
    ...valueChanges.map((text, index) => row(index === 0 ? 'Values' : '', printable(text))),
  ].join('');
}

/** What the change does, in words. */
function effectText(observed: Observed, { replicas: to }: Run['plan']): string {
  const { scaled, replicas: from, shards } = observed;
  const { component } = scaled;
  if (to === 0) return `all pods stop: ${IDLE[component]}`;
  const pods = Math.abs(to - from) * shards;
  const moves = to > from ? `${countText(pods, 'pod')} ${pods === 1 ? 'starts' : 'start'}` : stopText(pods);
  if (component === 'alerts')
    return to > from && to > 1
      ? `${moves}, and ${to === 2 ? 'both' : `all ${to}`} form one cluster; running pods restart, one after the other`
      : `${moves}; running pods restart, one after the other`;
  if (component === 'metrics' && to > from)
    return `${moves}, and ${pods === 1 ? 'it scrapes' : 'each scrapes'} everything`;
  return moves;
}

const stopText = (pods: number): string => `${countText(pods, 'pod')} ${pods === 1 ? 'stops' : 'stop'}`;

/** `all 3 replicas are`, `the replica is`. */
function allOf(replicas: number): string {
  if (replicas === 1) return 'the replica is';
  return replicas === 2 ? 'both replicas are' : `all ${replicas} replicas are`;
}

export const questionFor = ({ plan }: Run, { scaled, name, replicas }: Observed): string =>
  `Scale ${scaled.kind} ${printable(name)} from ${replicas} to ${countText(plan.replicas, 'replica')}?`;

/** The same command, as a user types it: it resumes an interrupted run. */
export function commandToResume({ word, plan, namespace, values }: Run, { name }: Observed): string {
  return [
    'kubectl monitoring scale',
    quoted(word),
    plan.replicas,
    quoted(name),
    ...clusterWords({ namespace, values }),
    ...values.accept.flatMap((guard) => ['--accept', guard]),
    ...values.values.flatMap((file) => ['--values', quoted(file)]),
    ...(values.commit ? ['--commit'] : []),
    ...(values.httpConfig === undefined ? [] : ['--http-config', quoted(values.httpConfig)]),
  ].join(' ');
}

/** What came of it once the replicas are ready. */
export function doneText(before: Observed, { plan }: Run, last: Observed): string {
  const { replicas } = plan;
  if (!plan.waits) return `set to ${countText(replicas, 'replica')}, without waiting: ${stateText(last)}`;
  const from = before.replicas === replicas ? '' : `from ${before.replicas} `;
  const ready = replicas === 0 ? IDLE[last.scaled.component] : `${allOf(replicas * last.shards)} ready`;
  return `scaled ${from}to ${countText(replicas, 'replica')}${last.shards > 1 ? ` in each of ${last.shards} shards` : ''}; ${ready}`;
}
