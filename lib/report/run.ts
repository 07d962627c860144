import { type Html, html } from '../html/html.ts';
import { fieldsOf } from '../objects/fields.ts';
import { type Fields, objectsIn, textIn } from './read.ts';
import { code, type Facts, facts, folded, row, section, table } from './table.ts';
import { durationText, timeText } from './times.ts';

/** Who ran what, when, and where; and more facts of the result. */
export function runSection(result: Fields, more: Facts): Html | undefined {
  const run = fieldsOf(result.run);
  if (!run)
    return section(
      'Run',
      html`<p>This result has no record of who ran the command, and when.\n`,
      facts(more),
    );
  const clusters = objectsIn(run.clusters);
  const [only, ...others] = clusters;
  const command = textIn(run.command);
  return section(
    'Run',
    facts([
      ['Command', command && code(command)],
      ...(only && others.length === 0 ? clusterFacts(only) : []),
      ['Version', textIn(run.version)],
      ['Started', timeText(run.started)],
      ['Ended', timeText(run.ended)],
      ['Duration', durationText(run.started, run.ended)],
      ...more,
    ]),
    others.length > 0 && clusterTable(clusters),
  );
}

const clusterFacts = ({ context, server, user }: Fields): [string, string | Html][] => [
  ['User', userText(user)],
  ['Context', textIn(context)],
  ['Server', serverText(server)],
];

const clusterTable = (clusters: readonly Fields[]): Html | undefined =>
  table({
    label: 'Clusters',
    headers: ['Context', 'Server', 'User'],
    rows: clusters.map(({ context, server, user }) =>
      row(textIn(context), serverText(server), userText(user)),
    ),
  });

/** A long address has a row for itself. */
function serverText(server: unknown): string | Html {
  const text = textIn(server);
  return text.length > LONG ? folded(text) : text;
}

/** Characters that a field has room for. */
const LONG = 26;

/** The API server is asked for a report, and does not tell every user who they are. */
const userText = (user: unknown): string =>
  user === undefined ? 'not recorded: only a run with --report asks for it' : textIn(user) || 'unknown';
