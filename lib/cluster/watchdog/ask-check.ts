import type { WatchdogFacts } from '../../alerts/watchdog/facts.ts';
import type { Host } from '../../cli/command.ts';
import { asPart, CommandError, usageError } from '../../words/errors.ts';
import { at } from '../metrics/local.ts';
import { attempt, PATIENCE } from '../metrics/pod.ts';
import { getting, type PodRequest, type Way } from '../metrics/ways.ts';

/** An outside check, by its address, of which only the host is ever shown: the rest may be a secret. */
export interface OutsideCheck {
  host: string;
  /** Asks whether it is fresh. */
  ask(): Promise<NonNullable<WatchdogFacts['check']>>;
}

/** @throws {CommandError} for an invalid address. */
export function openCheck(
  text: string,
  { interrupted, clock }: Pick<Host, 'interrupted' | 'clock'>,
): OutsideCheck {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw usageError(
      'invalid value for --check-url: it is not a web address',
      'Use an address that tells whether the check is fresh, such as that of its badge: https://HOST/badge/ID.json.',
    );
  const { host } = url;
  const way = at(url.href, {
    flag: '--check-url',
    example: 'https://HOST/badge/ID.json',
    server: 'the check',
  });
  // A slash at the end and the query are no part of the server's place.
  const [slashes = ''] = /\/*$/.exec(url.pathname) ?? [];
  const request = getting(`${slashes}${url.search}`);
  let last: { at: number; answer: WatchdogFacts['check'] } | undefined;
  return {
    host,
    async ask() {
      const at = clock.now().getTime();
      if (last?.answer && at - last.at < PAUSE) return last.answer;
      const answer = await attempt(way, request, { interrupted, limit: PATIENCE });
      const said = {
        host,
        answer:
          answer instanceof CommandError
            ? { reason: without(way, asPart(answer), request) }
            : { value: answer },
      };
      last = { at, answer: said };
      return said;
    },
  };
}

/** Milliseconds within which a service outside is not asked again. */
const PAUSE = 30_000;

/** A message that names the address of the check without its path and its query. */
const without = ({ via }: Way, message: string, { method, path }: PodRequest): string =>
  message.replaceAll(`${method} ${path}`, method).replaceAll(via, new URL(via).host);
