import { ALERTS, readAlerts, readSilences, SILENCES } from '../../alerts/answers.ts';
import { type ListedAlert, listAlerts } from '../../alerts/listed-alerts.ts';
import { type ListedSilence, listSilences } from '../../alerts/listed-silences.ts';
import { asPart, type CommandError, reportable } from '../../words/errors.ts';
import { askAll, type UnreadReplica } from './ask.ts';
import { noneAsked } from './none-asked.ts';
import type { Manager, Replica } from './open.ts';
import { doubtsOf, readRunning } from './read-running.ts';

/** What the replicas of an Alertmanager have, put together. */
export interface Listed<T> {
  items: T[];
  /** The replicas that answer, at least one. */
  replicas: Replica[];
  unread: UnreadReplica[];
  /** What a user should know of the replicas, in sentences. */
  doubts: string[];
}

/** Reads the alerts of every replica. @throws {CommandError} if none answers. */
export async function readListedAlerts(manager: Manager, now: Date): Promise<Listed<ListedAlert>> {
  const [{ answers, unread }, running] = await Promise.all([
    askAll(manager, ALERTS, readAlerts),
    readRunning(manager).catch(reportable),
  ]);
  if (answers.length === 0) throw noneAsked(manager, unread);
  const config = 'config' in running ? running.config : undefined;
  const differing = 'config' in running ? running.differing : [];
  return {
    items: listAlerts(answers, config, now),
    replicas: answers.map(({ replica }) => replica),
    unread,
    doubts: [...doubtsOf({ differing, unread }), ...('config' in running ? [] : [withoutConfig(running)])],
  };
}

const withoutConfig = (error: CommandError): string =>
  `muted alerts are shown as active: ${asPart(error).replaceAll(/\n\s*/g, '; ')}`;

/** Reads the silences of every replica. @throws {CommandError} if none answers. */
export async function readListedSilences(manager: Manager): Promise<Listed<ListedSilence>> {
  const { answers, unread } = await askAll(manager, SILENCES, readSilences);
  if (answers.length === 0) throw noneAsked(manager, unread);
  return {
    items: listSilences(answers),
    replicas: answers.map(({ replica }) => replica),
    unread,
    doubts: doubtsOf({ differing: [], unread }),
  };
}
