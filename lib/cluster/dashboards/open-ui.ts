import type { Host } from '../../cli/command.ts';
import type { RawAnswer } from '../../kube/api/types.ts';
import { at, loginIn } from '../metrics/local.ts';
import { readerBy } from '../metrics/pod.ts';
import { getting, type HttpOptions, podForward } from '../metrics/ways.ts';
import type { Session } from '../session.ts';
import { findUi } from './find-ui.ts';
import { readLogin, secretsOf } from './ui-login.ts';

/** A dashboard UI that can be asked. */
export interface Ui {
  /** How it is reached, in words: an address without credentials, or a pod. */
  via: string;
  /** Where the credentials come from; undefined if none are sent. */
  login: { source: string; secrets: readonly string[] } | undefined;
  /** @throws {CommandError} if it does not answer. */
  get(path: string): Promise<RawAnswer>;
  close(): void;
}

/** Which dashboard UI is asked: one at an address of the user's own (`--ui-url`), or that of a namespace. */
export type UiPlace = { url: string } | { session: Session; namespace: string };

const ADDRESSED = { flag: '--ui-url', example: 'http://localhost:3000', server: 'the dashboard UI' };

/**
 * Opens a dashboard UI. In a cluster, its pod is asked by port-forward: the API server's own proxy removes credentials. Without
 * credentials of the user (`--http-config`, or a login in the address), those that the pod names are used.
 *
 * @throws {CommandError} if it is not found, or the credentials cannot be read.
 */
export async function openUi(
  place: UiPlace,
  { http, host }: { http: HttpOptions; host: Pick<Host, 'interrupted'> },
): Promise<Ui> {
  const given = http.authorization;
  if ('url' in place) {
    const reader = readerBy([at(place.url, ADDRESSED, http)], host);
    const authorization = given ?? loginIn(new URL(place.url));
    const source = given === undefined ? 'the address' : '--http-config';
    return uiBy(
      reader,
      authorization === undefined ? undefined : { source, secrets: secretsOf(authorization) },
    );
  }
  const { session, namespace } = place;
  const { place: pod, login } = await findUi(session, namespace);
  if (given !== undefined || !login) {
    const own = given === undefined ? undefined : { source: '--http-config', secrets: secretsOf(given) };
    return uiBy(readerBy([podForward(session, pod, http)], host), own);
  }
  const { authorization, ...rest } = await readLogin(session.client, namespace, login);
  return uiBy(readerBy([podForward(session, pod, { ...http, authorization })], host), rest);
}

const uiBy = (reader: ReturnType<typeof readerBy>, login: Ui['login']): Ui => ({
  via: reader.via(),
  login,
  get: (path) => reader.ask(getting(path)),
  close: reader.close,
});
