import type { AlertConfig } from '../../alerts/alert-facts.ts';
import { readStatus, STATUS } from '../../alerts/answers.ts';
import { readConfig } from '../../alerts/config.ts';
import { CommandError } from '../../words/errors.ts';
import { listed, oneLine } from '../../words/text.ts';
import { askAll, type UnreadReplica } from './ask.ts';
import { noneAsked } from './none-asked.ts';
import type { Manager, Replica } from './open.ts';

/** What the replicas of an Alertmanager run. */
export interface Running {
  /** The configuration of the first replica that answers. */
  config: AlertConfig;
  /** `0.31.1`, of each replica that answers. */
  versions: ReadonlyMap<Replica, string>;
  /** Names of replicas whose configuration is another one than the first one's. */
  differing: string[];
  unread: UnreadReplica[];
}

/**
 * Reads the running configuration from every replica.
 *
 * @throws {CommandError} if none answers, or if the configuration cannot be read.
 */
export async function readRunning(manager: Manager): Promise<Running> {
  const { answers, unread } = await askAll(manager, STATUS, readStatus);
  const [first, ...others] = answers;
  if (!first) throw noneAsked(manager, unread);
  try {
    return {
      config: readConfig(first.value.config),
      versions: new Map(answers.map(({ replica, value }) => [replica, value.version])),
      differing: others
        .filter(({ value }) => value.config !== first.value.config)
        .map(({ replica }) => replica.name),
      unread,
    };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CommandError(
      'api',
      `error: cannot read the configuration of ${oneLine(first.replica.name)}: ${oneLine(error.message)}`,
      {
        hint: 'Check its version: kubectl monitoring version. Versions from 0.22 on are supported.',
        cause: error,
      },
    );
  }
}

/** What a user should know of the replicas, in sentences. */
export const doubtsOf = ({ differing, unread }: Pick<Running, 'differing' | 'unread'>): string[] =>
  [
    ...(differing.length > 0
      ? [`${listed(differing)} runs another configuration: a change may be on its way`]
      : []),
    ...unread.map(({ replica, reason }) => `${replica} is not asked: ${reason}`),
  ].map(oneLine);
