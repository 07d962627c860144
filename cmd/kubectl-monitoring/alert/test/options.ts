import { randomBytes } from 'node:crypto';
import type { AlertConfig, Labels } from '../../../../lib/alerts/alert-facts.ts';
import { givenLabels } from '../../../../lib/alerts/given-labels.ts';
import { labelProblem, labelsReaching } from '../../../../lib/alerts/labels.ts';
import { routesFor, walk } from '../../../../lib/alerts/routes.ts';
import { isBefore27 } from '../../../../lib/alerts/version.ts';
import { CommandError, usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import type { AlertTestValues } from './flags.ts';

/** A label of the test alert alone: so it is no real alert, and another test is another alert. */
export const TEST_LABEL = 'kubectl_monitoring_test';

/** The labels and annotations that the flags give. @throws {CommandError} for invalid ones. */
export function givenBy(values: AlertTestValues): { labels: Labels; annotations: Labels } {
  const { labels, problem } = givenLabels(values.label);
  if (labels[TEST_LABEL] !== undefined)
    throw usageError(`the label ${TEST_LABEL} marks test alerts`, 'Leave it out.');
  if (problem?.kind === 'invalid') throw usageError(problem.message, 'Use --label NAME=VALUE.');
  if (labels.alertname !== undefined && values.name !== undefined)
    throw usageError('--name and --label alertname exclude each other', 'Give one of them.');
  if (labels.severity !== undefined && values.severity !== undefined)
    throw usageError('--severity and --label severity exclude each other', 'Give one of them.');
  const named = {
    alertname: values.name ?? 'TestAlert',
    ...(values.severity !== undefined && { severity: values.severity }),
  };
  for (const [name, value] of Object.entries(named))
    if (labelProblem(name, value))
      throw usageError(`the label "${name}" has no valid value`, 'Give a text that is not empty.');
  return {
    labels: { ...named, ...labels },
    annotations: { ...ANNOTATIONS, ...annotationsOf(values.annotation) },
  };
}

const ANNOTATIONS = {
  summary: 'Test alert',
  description: 'Sent with "kubectl monitoring alert test". Nothing is wrong.',
};

const annotationsOf = (texts: readonly string[]): Labels =>
  Object.fromEntries(
    texts.map((text) => {
      const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
      if (name === undefined)
        throw usageError(`invalid value "${oneLine(text)}" for --annotation`, 'Use --annotation NAME=VALUE.');
      return [name, value];
    }),
  );

/**
 * The labels of the test alert: those given, a severity, those that lead it to the receiver, and its own one.
 *
 * @throws {CommandError} if no labels lead to the receiver, or if a version in use does not take one of the names.
 */
export function labelsOf(
  given: Labels,
  {
    config,
    receiver,
    versions,
  }: { config: AlertConfig; receiver: string | undefined; versions: Iterable<string> },
): Labels {
  const own = { [TEST_LABEL]: randomBytes(4).toString('hex') };
  const reaching = receiver === undefined ? given : reach(config, receiver, given);
  const labels = { ...reaching, severity: reaching.severity ?? 'warning', ...own };
  if (receiver !== undefined && !routesFor(config.route, labels).some((route) => route.receiver === receiver))
    throw unreachable(config, receiver);
  const needs = Object.entries(labels).find(([name, value]) => labelProblem(name, value) !== undefined);
  const old = [...versions].find(isBefore27);
  if (needs && old !== undefined)
    throw usageError(
      `Alertmanager ${oneLine(old)} takes no label "${oneLine(needs[0])}"`,
      'Before 0.27, names of labels consist of letters, digits and underscores.',
    );
  return labels;
}

function reach(config: AlertConfig, receiver: string, given: Labels): Labels {
  const names = config.receivers.map(({ name }) => name);
  if (!names.includes(receiver))
    throw usageError(
      `there is no receiver "${oneLine(receiver)}"`,
      `Receivers: ${names.map(oneLine).join(', ')}.`,
      {
        word: receiver,
        among: names,
      },
    );
  const labels = labelsReaching(config.route, receiver, given);
  if (!labels) throw unreachable(config, receiver);
  return labels;
}

function unreachable({ route }: AlertConfig, receiver: string): CommandError {
  const hasRoute = [...walk(route)].some((one) => one.receiver === receiver);
  return new CommandError(
    'refusal',
    hasRoute
      ? `error: no labels were found that lead an alert to the receiver "${oneLine(receiver)}"`
      : `error: no route leads to the receiver "${oneLine(receiver)}"`,
    {
      hint: hasRoute
        ? 'See the matchers of its routes with "kubectl monitoring alert routes", and give labels with --label.'
        : 'Add a route for it to the configuration of Alertmanager.',
    },
  );
}
