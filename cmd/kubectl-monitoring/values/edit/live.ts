import type { Host } from '../../../../lib/cli/command.ts';
import { readOwned } from '../../../../lib/cluster/capacity/read.ts';
import { scaledIn } from '../../../../lib/cluster/scaling/find.ts';
import { observeScaled } from '../../../../lib/cluster/scaling/observe.ts';
import { openSession, type Session, speechOf } from '../../../../lib/cluster/session.ts';
import { allOf } from '../../../../lib/kube/api/pages.ts';
import { COMPONENTS, instancesPath, type ResizableName } from '../../../../lib/objects/components.ts';
import { sameQuantity } from '../../../../lib/objects/quantity.ts';
import { refusalsOf } from '../../../../lib/procedure/guard.ts';
import { GUARDS } from '../../../../lib/scaling/guards/all.ts';
import { rules } from '../../../../lib/scaling/guards/rules.ts';
import type { ScalableName } from '../../../../lib/scaling/scaled.ts';
import { isSet } from '../../../../lib/scaling/state.ts';
import { type InstanceObject, readInstance } from '../../../../lib/volumes/instance.ts';
import { asPart, CommandError } from '../../../../lib/words/errors.ts';
import { quoted } from '../../../../lib/words/shell.ts';
import { REQUEST_LIMIT } from '../../../shared/durations.ts';
import { commandText } from '../../../shared/words.ts';
import type { ReplicasValues } from './flags.ts';

interface Wanted {
  values: ReplicasValues;
  namespace: string;
}

/**
 * Refuses a size that a live instance does not have: a release with another claim template has its StatefulSet made again (§4.C). Warns
 * if the cluster cannot be read.
 *
 * @throws {CommandError} a refusal that names the command that resizes.
 */
export const refuseLiveSize = (
  { component, size, values, namespace }: Wanted & { component: ResizableName; size: string },
  host: Host,
): Promise<void> =>
  withCluster(values, host, async (session) => {
    const owned = await readOwned(session, { namespace, name: undefined, component }).catch(unlessNothing);
    if (owned.length === 0) return;
    const kind = COMPONENTS[component];
    const path = instancesPath(kind, namespace);
    for (const object of await allOf<InstanceObject>(session.client, { path })) {
      const { name, size: template } = readInstance(object, kind);
      const claims = owned
        .filter(({ owner }) => owner.name === name)
        .flatMap(({ volumes }) => volumes.flatMap(({ claim, orphaned }) => (orphaned ? [] : [claim.size])));
      const isOther = (one: string | undefined): boolean => one !== undefined && !sameQuantity(one, size);
      const claim = claims.find(isOther);
      if (claim === undefined && !isOther(template)) continue;
      const has = claim === undefined ? `a claim template of ${template}` : `claims of ${claim}`;
      const words = ['kubectl', 'monitoring', 'resize-pvc', size, name, ...componentWords(component)];
      const files = values.filename.flatMap((file) => ['--values', quoted(file)]);
      throw new CommandError(
        'refusal',
        `error: the values were not changed: ${kind.kind} ${namespace}/${name} has ${has}, and a release with ${size} would have its StatefulSet made again`,
        {
          hint: `Resize the volumes and the values in one run: ${[commandText({ words, namespace }, { values }), ...files].join(' ')}`,
        },
      );
    }
  });

const componentWords = (component: ResizableName): string[] =>
  component === 'metrics' ? [] : ['--component', component];

/** Without an instance, there is nothing to refuse. */
function unlessNothing(error: unknown): [] {
  if (
    error instanceof CommandError &&
    error.kind === 'api' &&
    /not found|no .* in namespace|does not serve/.test(error.message)
  )
    return [];
  throw error;
}

/**
 * Refuses a number of replicas that `scale` refuses for the live component. Warns if the cluster cannot be read.
 *
 * @throws {CommandError} a refusal.
 */
export const refuseLiveReplicas = (
  { component, replicas, values, namespace }: Wanted & { component: ScalableName; replicas: number },
  host: Host,
): Promise<void> =>
  withCluster(values, host, async ({ client }) => {
    for (const { name } of await scaledIn(client, { component, namespace })) {
      const observed = await observeScaled(client, { component, namespace, name });
      const plan = { replicas, accepted: new Set<string>() };
      const [first] = isSet(observed, plan) ? [] : refusalsOf([...rules, ...GUARDS.deletion], observed, plan);
      if (first)
        throw new CommandError(
          'refusal',
          `error: the values were not changed: ${first.reason} (${first.guard})`,
          {
            // A refusal that a flag of scale overrides is decided where the cluster changes, too.
            hint: first.hint.includes('--accept')
              ? `Use "kubectl monitoring scale ${component} ${replicas} --values FILE", which can accept it.`
              : first.hint,
          },
        );
    }
  });

/** Looks at the cluster. That it cannot be read is a warning: values may be for one that does not exist yet. */
async function withCluster(
  values: ReplicasValues,
  host: Host,
  look: (session: Session) => Promise<void>,
): Promise<void> {
  const { requestTimeout = REQUEST_LIMIT } = values;
  let session: Session | undefined;
  try {
    session = await openSession({ ...values, requestTimeout }, host);
    await look(session);
  } catch (error) {
    // A wrong flag is an error, unless it is about what the cluster has.
    const isWrong = error instanceof CommandError && error.kind === 'usage' && session === undefined;
    if (!(error instanceof CommandError) || isWrong || ['refusal', 'aborted'].includes(error.kind))
      throw error;
    speechOf(values, host).warn(
      `not checked against the cluster, where this may delete or remake volumes: ${asPart(error)}`,
    );
  } finally {
    session?.client.close();
  }
}
