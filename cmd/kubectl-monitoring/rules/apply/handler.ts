import type { Handler, Host } from '../../../../lib/cli/command.ts';
import { isDocument } from '../../../../lib/cli/output.ts';
import { showProgress } from '../../../../lib/cli/progress.ts';
import { confirm } from '../../../../lib/cli/prompt.ts';
import { screenOf } from '../../../../lib/cli/style.ts';
import { table } from '../../../../lib/cli/table.ts';
import { type ServedRuleKind, servedRuleKind } from '../../../../lib/cluster/rules/read-ground.ts';
import { openSession, type Session } from '../../../../lib/cluster/session.ts';
import { isRefused } from '../../../../lib/kube/api/errors.ts';
import type { KubeObject } from '../../../../lib/kube/api/types.ts';
import type { RuleManifest } from '../../../../lib/rules/manifests.ts';
import { asPart, exitCodes, reportable, usageError } from '../../../../lib/words/errors.ts';
import { listed, oneLine } from '../../../../lib/words/text.ts';
import { exitCodeOf } from '../../../shared/change/change.ts';
import { durationOf, REQUEST_LIMIT } from '../../../shared/durations.ts';
import { type Ending, renderItems } from '../../../shared/render.ts';
import { commandText } from '../../../shared/words.ts';
import { MONITORING } from '../../shared/plugin.ts';
import { ruleKindOf } from '../shared/rule-state.ts';
import type { ApplyValues } from './flags.ts';
import { acceptsAnything, type Plan, placeOf, planOf } from './plan.ts';
import { readManifests } from './read-files.ts';
import { standingsBefore, waitUntilLoaded } from './wait.ts';

const KIND = 'RuleApplyList';

/** `rules apply PATH…`: applies rule objects, and waits until every replica has loaded them. */
export const apply: Handler<ApplyValues> = async ({ args: paths, values }, host) => {
  const timeout = durationOf('timeout', values.timeout);
  const manifests = await readManifests(paths, host);
  const { requestTimeout = REQUEST_LIMIT } = values;
  const session = await openSession({ ...values, requestTimeout }, host);
  const run: Run = { values, session, host };
  try {
    const kind = await kindOf(session, manifests);
    const isGiven = values.namespace !== undefined;
    const places = manifests.map((manifest) =>
      placeOf(manifest, { kind, namespace: session.connection.namespace, isGiven }),
    );
    refuseTwins(places);
    const tries = values.dryRun !== 'client';
    const plans = await Promise.all(
      manifests.map((manifest, at) =>
        planOf(session.client, manifest, { kind, tries, ...(places[at] as (typeof places)[number]) }),
      ),
    );
    const [first] = plans as [Plan];
    if (values.dryRun === 'server' && (await acceptsAnything(session.client, first)))
      session.warn(
        'the server accepts a rule that Prometheus cannot read: the webhook of prometheus-operator is not installed, or not reachable and ignored',
      );
    const refused = plans.map((plan) => refusalOf(run, plan));
    if (refused.some((ending) => ending !== undefined))
      return await rendered(
        run,
        plans.map(
          (plan, at) => refused[at] ?? ending(run, plan, { verdict: 'blocked', message: notApplied(plan) }),
        ),
      );
    if (values.diff || values.dryRun !== 'none') return await previewed(run, plans);
    if (plans.every(({ change }) => change === 'unchanged'))
      return await carriedOut(run, { kind, plans, timeout });
    host.stderr.write(planText(plans, host));
    if (!values.yes && !(await confirm(questionOf(run, plans), host)))
      return await rendered(
        run,
        plans.map((plan) =>
          ending(run, plan, { verdict: 'declined', message: 'not applied: nothing was changed' }),
        ),
      );
    return await carriedOut(run, { kind, plans, timeout });
  } finally {
    session.client.close();
  }
};

/** The prompt; it names what will revert the change. */
function questionOf({ values }: Run, plans: readonly Plan[]): string {
  const what = plans.length === 1 ? 'this rule' : `these ${plans.length} rules`;
  const sources = new Set(plans.flatMap((plan) => revertedBy(plan, values) ?? []));
  return sources.size === 0
    ? `Apply ${what}?`
    : `${oneLine(listed([...sources]))} will revert the change. Apply ${what} anyway?`;
}

/** The GitOps source that reverts a change, unless the user has accepted that. */
const revertedBy = ({ source, change }: Plan, { accept }: ApplyValues): string | undefined =>
  source?.syncs && change !== 'unchanged' && !accept.includes('gitops') ? source.text : undefined;

const notApplied = ({ name }: Plan): string =>
  `the rule "${name}" is not applied, because another rule is refused`;

interface Run {
  values: ApplyValues;
  session: Session;
  host: Host;
}

/** The kind that the rules are of, if the cluster serves it, or else the one that it serves. */
const kindOf = async ({ client }: Session, [first]: readonly RuleManifest[]) =>
  (await servedRuleKind(client, first?.kind === 'MetricsRule' ? 'platform' : 'upstream')) ??
  ruleKindOf(client, undefined);

/** @throws {CommandError} if two objects are one: the second would replace the first. */
function refuseTwins(places: readonly { namespace: string; name: string }[]): void {
  const seen = new Set<string>();
  for (const { namespace, name } of places) {
    if (seen.has(`${namespace}/${name}`))
      throw usageError(`the files have several rule objects ${namespace}/${name}`, 'Keep one of them.');
    seen.add(`${namespace}/${name}`);
  }
}

/** Why a rule is not applied: the server rejects it, or a GitOps source would revert it and no user is asked. */
function refusalOf(run: Run, plan: Plan): Ending | undefined {
  const { name, rejection, before } = plan;
  if (before?.metadata.deletionTimestamp !== undefined)
    return ending(run, plan, {
      verdict: 'blocked',
      reason: 'deleting',
      message: `the rule "${name}" is being deleted; nothing was applied\nWait until it is gone, then run the same command again.`,
    });
  if (rejection) {
    const [reason, what] = isRefused(rejection)
      ? ['rejected', `the server rejects the rule "${name}"`]
      : ['not-tried', `the server could not try the rule "${name}"`];
    return ending(run, plan, {
      ...{ verdict: 'blocked', reason },
      message: [`${what}; nothing was applied: ${asPart(rejection)}`, rejection.hint]
        .filter(Boolean)
        .join('\n'),
    });
  }
  const { values } = run;
  const source = revertedBy(plan, values);
  // A user is asked, and a preview changes nothing.
  if (source === undefined || !values.yes || values.diff || values.dryRun !== 'none') return undefined;
  return ending(run, plan, {
    verdict: 'blocked',
    reason: 'gitops',
    message: `a GitOps source manages the rule "${name}"; nothing was applied`,
    refusals: [
      {
        guard: 'gitops',
        acceptable: true,
        reason: `${source} will revert the change`,
        hint: 'change the rule in its source; to apply it until the next sync, run this again with --accept=gitops',
      },
    ],
  });
}

/** Prints what would be sent, or what it would change. */
async function previewed({ values, session, host }: Run, plans: readonly Plan[]): Promise<number> {
  const { writePreview } = await import('../../../shared/change/preview.ts');
  const previews = plans.map((plan, at) => ({
    report: ending({ values, session, host }, plan, {
      verdict: 'unchanged',
      reason: 'dry-run',
      message: 'dry run: nothing was changed',
    }),
    writes:
      plan.change === 'unchanged'
        ? []
        : [
            {
              step: at + 1,
              title: `Apply ${plan.resource} in namespace ${plan.namespace}`,
              request: plan.request,
              before: plan.before && asGiven(plan.before),
              after: plan.before && plan.after ? asGiven(plan.after) : (plan.request.body as KubeObject),
              isBack: true,
              ...(values.dryRun === 'server' && { server: { answer: 'accepted' as const, changes: [] } }),
            },
          ],
  }));
  const style = { diff: values.diff, paint: session.stdoutPaint, plugin: MONITORING, kind: KIND };
  await writePreview(previews, host, { ...style, output: values.output });
  if (values.output === undefined && previews.every(({ writes }) => writes.length === 0))
    host.stdout.write('Nothing would change.\n');
  return 0;
}

/** An object without what the server sets. */
const asGiven = <T extends KubeObject>(object: T): T => {
  const {
    generation: _generation,
    managedFields: _fields,
    resourceVersion: _version,
    ...metadata
  } = object.metadata;
  return { ...object, metadata };
};

function planText(plans: readonly Plan[], host: Host): string {
  const rows = plans.map(({ namespace, name, change, source }) => [
    namespace,
    name,
    change,
    source ? source.text : '',
  ]);
  const screen = { ...screenOf(host), columns: host.stderr.columns };
  return `${table(['NAMESPACE', 'NAME', 'CHANGE', 'MANAGED BY'], rows, { screen })}\n`;
}

/** Applies the rules, one after the other, and waits until they are loaded. */
async function carriedOut(
  run: Run,
  { kind, plans, timeout }: { kind: ServedRuleKind; plans: readonly Plan[]; timeout: number },
): Promise<number> {
  const { values, session, host } = run;
  const waits = values.wait && !values.noWait;
  const before = waits ? await standingsBefore({ session, host, kind }, plans) : new Map();
  const endings = new Map<number, Ending>();
  const applied = new Map<number, Plan>();
  for (const [index, plan] of plans.entries()) {
    if (host.interrupted.aborted) {
      endings.set(index, ending(run, plan, { verdict: 'interrupted', message: 'Interrupted: not applied' }));
      continue;
    }
    try {
      if (plan.change !== 'unchanged') await session.steady.send(plan.request);
      applied.set(index + 1, plan);
    } catch (error) {
      const { message, hint } = reportable(error);
      endings.set(
        index,
        ending(run, plan, { verdict: 'failed', message: [message, hint].filter(Boolean).join('\n') }),
      );
    }
  }
  if (waits && applied.size > 0) {
    const progress = await showProgress(
      plans.map(({ namespace, name }) => `${namespace}/${name}`),
      host,
      session.paint,
    );
    try {
      const results = await waitUntilLoaded(applied, { session, host, kind, before, timeout, progress });
      for (const [at, { message, ...result }] of results) {
        const plan = plans[at - 1] as Plan;
        endings.set(at - 1, ending(run, plan, { ...result, message: `${plan.change}, ${message}` }));
      }
    } catch (error) {
      if (!host.interrupted.aborted) throw error;
    } finally {
      await progress.end();
    }
  }
  return rendered(
    run,
    plans.map((plan, index) => {
      const known = endings.get(index);
      if (known) return known;
      if (host.interrupted.aborted)
        return ending(run, plan, {
          verdict: 'interrupted',
          message: `Interrupted: ${plan.change}, and not known to be loaded`,
        });
      return ending(run, plan, {
        verdict: plan.change === 'unchanged' ? 'unchanged' : 'applied',
        message: plan.change,
      });
    }),
  );
}

/** The result of one rule; the next command of one that is not loaded is the doctor. */
function ending(
  { values, session: { connection } }: Run,
  { namespace, name, resource }: Plan,
  what: Pick<Ending, 'verdict' | 'message'> & Partial<Ending>,
): Ending {
  const isOpen = ['degraded', 'timed-out', 'interrupted'].includes(what.verdict);
  const words = ['kubectl', 'monitoring', 'rules', 'doctor', name];
  return {
    ...{ name, namespace, resource, context: connection.context, server: connection.server },
    exitCode: exitCodeOf(what.verdict),
    refusals: [],
    ...(isOpen && { next: commandText({ words, namespace }, { values }) }),
    ...what,
  };
}

async function rendered({ values, session, host }: Run, endings: Ending[]): Promise<number> {
  const codes = endings.map((one) => one.exitCode);
  const exitCode = [exitCodes.aborted, 1, exitCodes.timeout].find((code) => codes.includes(code)) ?? 0;
  const named =
    endings.length === 1 || isDocument(values.output)
      ? endings
      : endings.map((one) =>
          one.exitCode === 0 || one.message.includes(`"${one.name}"`)
            ? one
            : { ...one, message: `${one.namespace}/${one.name}: ${one.message}` },
        );
  await renderItems(named, host, {
    output: values.output,
    exitCode,
    paint: session.paint,
    plugin: MONITORING,
    kind: KIND,
  });
  return exitCode;
}
