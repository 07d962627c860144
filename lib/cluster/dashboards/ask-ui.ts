import { messageIn } from '../../dashboards/export/ui-answers.ts';
import type { RawAnswer } from '../../kube/api/types.ts';
import { CommandError } from '../../words/errors.ts';
import { hidden } from '../../words/hidden.ts';
import { masked } from '../../words/masked.ts';
import { oneLine } from '../../words/text.ts';
import type { Ui } from './open-ui.ts';
import { CREDENTIALS } from './ui-login.ts';

/**
 * What the UI answers at a path.
 *
 * @param other answers that are no failure: their status.
 * @throws {CommandError} if it does not answer, or refuses.
 */
export async function askUi(ui: Ui, path: string, other: readonly number[] = []): Promise<RawAnswer> {
  const answer = await ui.get(path);
  if (answer.status === 200 || other.includes(answer.status)) return answer;
  throw refused(ui, answer);
}

/** The answer as `parse` reads it. @throws {CommandError} if it is something else; `parse` throws a `SyntaxError` then. */
export function readAnswer<T>(ui: Ui, answer: RawAnswer, parse: (body: string) => T): T {
  try {
    return parse(answer.body);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CommandError(
      'api',
      `error: ${ui.via} answered ${answer.status} with something other than what a dashboard UI answers`,
      { hint: 'Check that a Grafana runs there, and that an address includes its path.' },
    );
  }
}

/** Maximum characters shown of what a UI says. */
const EXCERPT = 200;

function refused({ via, login }: Ui, { status, body }: RawAnswer): CommandError {
  // Who is sent credentials and refuses them may repeat them in any form.
  const isOfCredentials = login !== undefined && (status === 401 || status === 403);
  const said = isOfCredentials ? '' : shownText(messageIn(body), login?.secrets ?? []);
  const what = `${via} answered ${status}${said ? `: ${said}` : ''}`;
  if (status === 401 && !login)
    return new CommandError('api', `error: the dashboard UI asks for credentials: ${what}`, {
      hint: CREDENTIALS,
    });
  if (status === 401)
    return new CommandError(
      'api',
      `error: the dashboard UI does not accept the credentials of ${login?.source}: ${what}`,
      {
        hint:
          login?.source.startsWith('--http-config') || login?.source === 'the address'
            ? 'Check them.'
            : `The password may have been changed in the dashboard UI. ${CREDENTIALS}`,
      },
    );
  if (status === 403)
    return new CommandError('api', `error: the dashboard UI does not allow it: ${what}`, {
      hint: 'Use credentials that may read all dashboards.',
    });
  if (status >= 300 && status < 400)
    return new CommandError('api', `error: the dashboard UI redirects: ${what}`, {
      hint: 'It is served at another path (root_url). Forward its port, and give the whole address: --ui-url http://localhost:3000/PATH.',
    });
  return new CommandError('api', `error: ${what}`, {
    hint: 'Check that it is a dashboard UI, and what its log says.',
  });
}

/** A text of the UI on one line, without the credentials that it was sent. */
const shownText = (text: string, secrets: readonly string[]): string =>
  oneLine(masked(secrets.reduce(hidden, text).slice(0, EXCERPT)).trim());
