import {
  hidesSecret,
  type OutsideReceiver,
  type ReceiverLists,
  valuesOf,
  withReceiver,
} from '../../../../lib/alerts/watchdog/receiver-values.ts';
import type { Handler, Host } from '../../../../lib/cli/command.ts';
import { folded } from '../../../../lib/cli/folded.ts';
import { openSession, speechOf } from '../../../../lib/cluster/session.ts';
import { readRunningText } from '../../../../lib/cluster/watchdog/read-running-text.ts';
import { secondsOf } from '../../../../lib/objects/duration.ts';
import { MONITORING_NAMESPACE } from '../../../../lib/objects/names.ts';
import { CommandError, usageError } from '../../../../lib/words/errors.ts';
import { isPrintable, listed, oneLine, printableYaml } from '../../../../lib/words/text.ts';
import { REQUEST_LIMIT } from '../../../shared/durations.ts';
import { readStdin } from '../../../shared/read-stdin.ts';
import type { ReceiverValues } from './flags.ts';

/** `watchdog receiver URL`: the values that send the watchdog alert to an outside check. */
export const watchdogReceiver: Handler<ReceiverValues> = async ({ args: [given = ''], values }, host) => {
  const grace = graceOf(values.grace);
  if (given === '-' && host.interactive) host.stderr.write('Paste the ping URL, and end with Ctrl-D:\n');
  const url = pingUrl(given === '-' ? (await readGiven(host)).trim() : given);
  const { warn } = speechOf(values, host);
  const config = values.offline ? undefined : await runningText(values, host);
  if (config === undefined)
    warn(
      '"null" is the only other receiver: add your own receivers and routes to the lists, which replace those that you have',
    );
  const lists = listsFor(config, { url, alert: values.watchdog, grace });
  if (lists.left.length > 0)
    warn(
      `left out what the operator adds from AlertmanagerConfig resources: ${listed(lists.left.map(oneLine))}`,
    );
  host.stdout.write(await yamlText(lists, values.names));
  host.stderr.write(folded(`${NEXT}\n`, host.stderr));
  return 0;
};

function listsFor(config: string | undefined, outside: OutsideReceiver): ReceiverLists {
  try {
    return withReceiver(config, outside);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CommandError('api', `error: cannot read the running configuration: ${oneLine(error.message)}`, {
      hint: 'Use --offline to print the values without it.',
      cause: error,
    });
  }
}

function graceOf(text: string): number {
  const seconds = secondsOf(text);
  if (seconds === undefined || seconds < LEAST)
    throw usageError(
      `invalid value "${oneLine(text)}" for --grace`,
      'Use a duration of at least 1m, such as 5m.',
    );
  return seconds;
}

/** Prometheus sends an alert again every minute. */
const LEAST = 60;

/** @throws {CommandError} if it is too large. */
async function readGiven(host: Host): Promise<string> {
  try {
    return (await readStdin(host)).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'NOT_READ') throw error;
    throw usageError(`stdin ${(error as Error).message}`, 'Give the ping URL alone, in one line.');
  }
}

/** The URL is a secret, so it is not repeated. */
function pingUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // A parser of URLs drops line breaks: several lines would be one address.
  if (!url || !/^https?:$/.test(url.protocol) || /[\s\p{Cc}]/u.test(text))
    throw usageError(
      'the ping URL is not a web address',
      'Use the address that the outside check gives for its pings, such as https://hc-ping.com/ID.',
    );
  return text;
}

/** The running configuration. @throws {CommandError} if it cannot be read: without it, the lists would replace receivers that are in use. */
async function runningText(values: ReceiverValues, host: Host): Promise<string> {
  const { alertmanager: name, namespace = MONITORING_NAMESPACE, requestTimeout = REQUEST_LIMIT } = values;
  try {
    const session = await openSession({ ...values, namespace, requestTimeout }, host);
    try {
      return await readRunningText({ session, host }, { namespace, name });
    } finally {
      session.client.close();
    }
  } catch (error) {
    if (!(error instanceof CommandError) || ['usage', 'aborted'].includes(error.kind)) throw error;
    throw new CommandError(error.kind, error.message, {
      hint: [error.hint, 'Or print the values for a new installation with --offline.']
        .filter(Boolean)
        .join('\n'),
      cause: error,
    });
  }
}

async function yamlText(lists: ReceiverLists, naming: ReceiverValues['names']): Promise<string> {
  // A CommonJS package that is bundled and imported dynamically has only its default export.
  const { Document, visit } = (await import('yaml')).default;
  // Helm reads YAML 1.1, in which "yes" and 1_000 are no text.
  const document = new Document(valuesOf(lists, naming), { aliasDuplicateObjects: false, version: '1.1' });
  visit(document, {
    Scalar: (_key, node) => {
      const { value } = node;
      if (typeof value === 'string' && (!isPrintable(value) || OTHERWISE.test(value)))
        node.type = 'QUOTE_DOUBLE';
    },
    Map: (_key, node) => {
      if (node.has('name') && hidesSecret(node.toJSON())) node.commentBefore = HIDDEN;
    },
  });
  return printableYaml(document.toString({ lineWidth: 0 }));
}

/** Texts that YAML 1.2 or Helm's parser reads otherwise without quotes. */
const OTHERWISE = /^(?:0o[0-7]+|=|<<)$/;

const HIDDEN =
  ' Keep the values of your own file where this says <secret>: the running configuration hides them.';

const NEXT =
  'Add these values to those of your release, and deploy it; they contain the ping URL. Then check: "kubectl monitoring watchdog"';
