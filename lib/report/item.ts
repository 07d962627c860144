import { fieldsOf } from '../objects/fields.ts';
import { listed } from '../words/text.ts';
import { type Change, changesIn } from './changes.ts';
import { type Fields, namedIn, objectsIn, pathOf, textIn, textsIn } from './read.ts';
import { type Step, stepsIn } from './steps.ts';
import { verdictIn } from './verdicts.ts';

/** A guard that refused or warns, or a documented check: its name, what it found, what to do. */
export interface Diagnostic {
  name: string;
  reason: string;
  hint: string;
}

/** A request that a dry run would send; and what the server answered, empty if it was not asked. */
export interface Request {
  /** Its number among the steps, as answers to others name it. */
  step: string;
  title: string;
  request: string;
  answer: string;
  said: string;
}

/** What came of one object, as a page shows it. */
export interface Item {
  /** `metal3/worker-0`. */
  label: string;
  name: string;
  namespace: string;
  context: string;
  verdict: string;
  reason: string;
  message: string;
  /** What the object or the API says. */
  error: string;
  state: string;
  hint: string;
  next: string;
  refusals: Diagnostic[];
  warnings: Diagnostic[];
  checks: { name: string; ok: boolean; found: string }[];
  causes: string[];
  evidence: { about: string; label: string; text: string }[];
  claims: Fields[];
  requests: Request[];
  changes: Change[];
  steps: readonly Step[];
  /** `Wave 2 of 3`; empty if it was not part of one. */
  wave: string;
}

export const itemsIn = ({ items }: Fields): Item[] => objectsIn(items).map(itemOf);

function itemOf(item: Fields): Item {
  const named = namedIn(item);
  return {
    ...named,
    label: pathOf(named) || textIn(item.resource) || 'unnamed object',
    context: textIn(item.context),
    verdict: verdictIn(item),
    reason: textIn(item.reason),
    message: withoutNext(textIn(item.message), textIn(item.next)),
    error: textIn(item.error),
    state: textIn(item.state),
    hint: textIn(item.hint),
    next: textIn(item.next),
    refusals: objectsIn(item.refusals).map((one) => diagnosticOf(one, one.guard)),
    warnings: objectsIn(item.warnings).map((one) => diagnosticOf(one, one.name)),
    checks: objectsIn(item.checks).map(({ name, ok, found }) => ({
      name: textIn(name),
      ok: ok === true,
      found: textIn(found),
    })),
    causes: textsIn(item.causes),
    evidence: objectsIn(item.evidence).map(({ about, label, text }) => ({
      about: textIn(about),
      label: textIn(label),
      text: textIn(text),
    })),
    claims: objectsIn(item.claims),
    requests: objectsIn(item.requests).map(requestOf),
    changes: changesIn(item),
    steps: stepsIn(item),
    wave: textIn(item.wave),
  };
}

function requestOf({ step, title, request, server }: Fields): Request {
  const { method, path } = fieldsOf(request) ?? {};
  return {
    step: textIn(step),
    title: textIn(title),
    request: `${textIn(method)} ${textIn(path)}`,
    answer: textIn(fieldsOf(server)?.answer),
    said: answerText(fieldsOf(server) ?? {}),
  };
}

/** An answer of the server in words; empty if there is none. */
function answerText({ answer, message, changes, dependsOn }: Fields): string {
  const fields = objectsIn(changes).map(({ path }) => textIn(path));
  switch (answer) {
    case 'accepted':
      return fields.length === 0 ? 'accepted' : `accepted; admission also changes ${listed(fields)}`;
    case 'rejected':
      return `rejected: ${textIn(message)}`;
    case 'unjudged':
      return `not judged, because it depends on step ${textIn(dependsOn)}`;
    default:
      return textIn(answer);
  }
}

/** A message without the command that it ends with: the page has that where it says what is left to do. */
const withoutNext = (message: string, next: string): string =>
  next !== '' && message.endsWith(next)
    ? message.slice(0, -next.length).replace(/[;,]?(?: [\w ]+:)? *$/, '')
    : message;

const diagnosticOf = ({ reason, hint }: Fields, name: unknown): Diagnostic => ({
  name: textIn(name),
  reason: textIn(reason),
  hint: textIn(hint),
});
