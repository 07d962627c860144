import type { Handler, Host } from '../../../../lib/cli/command.ts';
import {
  ruleResource,
  type ServedRuleKind,
  servedRuleKind,
} from '../../../../lib/cluster/rules/read-ground.ts';
import { namingOf, ruleKind } from '../../../../lib/objects/monitoring-names.ts';
import { lintText } from '../../../../lib/rules/lint.ts';
import { manifestsIn, type RuleManifest } from '../../../../lib/rules/manifests.ts';
import { usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import type { Description, Run, Served } from '../../shared/apply/description.ts';
import { readObjects } from '../../shared/apply/read-objects.ts';
import { runApply } from '../../shared/apply/run-apply.ts';
import { ruleKindOf } from '../shared/rule-state.ts';
import { acceptsAnything } from './accepts-anything.ts';
import type { RuleApplyValues } from './flags.ts';
import { watchRules } from './watch.ts';

/** `rules apply PATH…`: applies rule objects, and waits until every replica has loaded them. */
export const apply: Handler<RuleApplyValues> = (call, host) => runApply(RULES, call, host);

const RULES: Description<RuleManifest> = {
  word: 'rule',
  objects: 'rule objects',
  result: 'RuleApplyList',
  doctor: ['rules', 'doctor'],
  read: readRules,
  async open(run, manifests) {
    const kind = await kindOf(run, manifests);
    return {
      servedAs: (manifest) => servedAs(manifest, kind),
      fieldsOf: () => ({ groups: ['f:spec', 'f:groups'] }),
      warnings: async ([first]) =>
        run.values.dryRun === 'server' && first && (await acceptsAnything(run.session.client, first))
          ? [
              'the server accepts a rule that Prometheus cannot read: the webhook of prometheus-operator is not installed, or not reachable and ignored',
            ]
          : [],
      watch: (plans) => watchRules(run, kind, plans),
    };
  },
};

/** The rule objects of files and folders, checked as "rules lint" does. */
function readRules(paths: readonly string[], host: Host): Promise<RuleManifest[]> {
  const first = new Map();
  return readObjects(paths, host, {
    parse: async (text, path) => ({
      manifests: manifestsIn(text),
      findings: (await lintText(text, { path, read: () => text }, { first })).findings,
    }),
    mayHold: (text) => /\b(?:MetricsRule|PrometheusRule)\b/.test(text),
    many: 'rules',
    objects: RULES.objects,
    hint: 'Pass MetricsRule or PrometheusRule objects. To load a plain rule file, put its groups in the spec of one.',
  });
}

/** The kind that the rules are of, if the cluster serves it, or else the one that it serves. */
const kindOf = async ({ session: { client } }: Pick<Run, 'session'>, [first]: readonly RuleManifest[]) =>
  (await servedRuleKind(client, namingOf(first?.kind))) ?? ruleKindOf(client, undefined);

/** @throws {CommandError} for another kind than `kind`. */
function servedAs(
  { apiVersion, kind: given, metadata: { name } }: RuleManifest,
  kind: ServedRuleKind,
): Served {
  const served = ruleKind(kind.names);
  if (given !== served || apiVersion !== `${kind.group}/v1`)
    throw usageError(
      `${given} "${name}" is of ${oneLine(apiVersion) || 'no apiVersion'}; this cluster serves ${served} of ${kind.group}/v1`,
      'Change its kind and apiVersion, or choose another cluster (--context).',
    );
  return { group: kind.group, plural: `${ruleResource(kind)}s` };
}
