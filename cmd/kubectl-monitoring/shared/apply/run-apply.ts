import type { Handler, Host } from '../../../../lib/cli/command.ts';
import { confirm } from '../../../../lib/cli/prompt.ts';
import { screenOf } from '../../../../lib/cli/style.ts';
import { table } from '../../../../lib/cli/table.ts';
import { openSession } from '../../../../lib/cluster/session.ts';
import { usageError } from '../../../../lib/words/errors.ts';
import { listed, oneLine } from '../../../../lib/words/text.ts';
import { durationOf, REQUEST_LIMIT } from '../../../shared/durations.ts';
import { carryOut } from './carry-out.ts';
import type { Description, Ground, Manifest, Plan, Run } from './description.ts';
import { endingOf, rendered } from './ending.ts';
import type { ApplyValues } from './flags.ts';
import { placeOf, planOf } from './plan.ts';
import { previewed } from './preview.ts';
import { refusalOf, revertedBy } from './refusals.ts';

/** `… apply PATH…`: has the server try the objects of files, shows the plan, asks, applies them, and waits until they are loaded. */
export async function runApply<M extends Manifest>(
  description: Description<M>,
  { args: paths, values }: Parameters<Handler<ApplyValues>>[0],
  host: Host,
): Promise<number> {
  const timeout = durationOf('timeout', values.timeout);
  const manifests = await description.read(paths, host);
  const { requestTimeout = REQUEST_LIMIT } = values;
  const session = await openSession({ ...values, requestTimeout }, host);
  const run: Run = { words: description, values, session, host };
  try {
    const ground = await description.open(run, manifests);
    const plans = await plansOf(run, { description, ground, manifests });
    for (const warning of (await ground.warnings?.(plans)) ?? []) session.warn(warning);
    const refused = plans.map((plan) => refusalOf(run, plan));
    if (refused.some((ending) => ending !== undefined))
      return await rendered(
        run,
        plans.map(
          (plan, at) =>
            refused[at] ?? endingOf(run, plan, { verdict: 'blocked', message: notApplied(run, plan) }),
        ),
      );
    for (const { namespace, name, concerns } of plans)
      for (const { reason } of concerns)
        session.warn(plans.length === 1 ? reason : `${namespace}/${name}: ${reason}`);
    if (values.diff || values.dryRun !== 'none') return await previewed(run, plans, description);
    if (plans.some(({ change }) => change !== 'unchanged')) {
      host.stderr.write(planText(plans, host));
      if (!values.yes && !(await confirm(questionOf(run, plans), host)))
        return await rendered(
          run,
          plans.map((plan) =>
            endingOf(run, plan, { verdict: 'declined', message: 'not applied: nothing was changed' }),
          ),
        );
    }
    return await carryOut(run, { plans, ground, timeout });
  } finally {
    session.client.close();
  }
}

/** What applying each object would do. @throws {CommandError} if one cannot be planned, or two are one. */
async function plansOf<M extends Manifest>(
  { values, session: { client, connection } }: Run,
  {
    description,
    ground,
    manifests,
  }: { description: Description<M>; ground: Ground<M>; manifests: readonly M[] },
): Promise<Plan[]> {
  const given = { namespace: connection.namespace, isGiven: values.namespace !== undefined };
  const placed = manifests.map((manifest) => ({ manifest, place: placeOf(manifest, ground, given) }));
  refuseTwins(placed, description);
  const tries = values.dryRun !== 'client';
  return Promise.all(
    placed.map(({ manifest, place }) => planOf(client, manifest, { ...place, ground, tries })),
  );
}

/** @throws {CommandError} if two objects are one: the second would replace the first. */
function refuseTwins(
  placed: readonly { manifest: Manifest; place: { namespace: string; name: string } }[],
  { objects }: Pick<Description<never>, 'objects'>,
): void {
  const seen = new Set<string>();
  for (const { manifest, place } of placed) {
    const name = `${place.namespace}/${place.name}`;
    if (seen.has(`${manifest.kind} ${name}`))
      throw usageError(`the files have several ${objects} ${name}`, 'Keep one of them.');
    seen.add(`${manifest.kind} ${name}`);
  }
}

const notApplied = ({ words: { word } }: Run, { name }: Plan): string =>
  `the ${word} "${name}" is not applied, because another ${word} is refused`;

/** The prompt; it names what will revert the change. */
function questionOf({ words: { word }, values }: Run, plans: readonly Plan[]): string {
  const what = plans.length === 1 ? `this ${word}` : `these ${plans.length} ${word}s`;
  const sources = new Set(plans.flatMap((plan) => revertedBy(plan, values) ?? []));
  const isConcerned = plans.some(({ concerns }) =>
    concerns.some(({ guard }) => !values.accept.includes(guard)),
  );
  const reverted = sources.size === 0 ? '' : `${oneLine(listed([...sources]))} will revert the change. `;
  return `${reverted}Apply ${what}${reverted || isConcerned ? ' anyway' : ''}?`;
}

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
