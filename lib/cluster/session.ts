import type { Host, Values } from '../cli/command.ts';
import type { colorFlag, connectionFlags } from '../cli/flags.ts';
import { type Paint, paintFor } from '../cli/style.ts';
import { warner } from '../cli/warner.ts';
import { checked } from '../kube/api/checked-client.ts';
import { objectName } from '../kube/api/object-name.ts';
import type { KubeClient } from '../kube/api/types.ts';
import { connect } from '../kube/config/connect.ts';
import type { Connection } from '../kube/config/connection.ts';
import { createClient } from '../kube/http/client.ts';
import { connectionWords } from '../words/shell.ts';
import { printable } from '../words/text.ts';

/** How a command speaks to the user. */
export interface Speech {
  /** Colors for stderr, where progress and messages go. */
  paint: Paint;
  /** Colors for stdout, where data goes. */
  stdoutPaint: Paint;
  /** Writes a warning on stderr, as kubectl does. */
  warn(text: string): void;
}

/** The connection of a command to its cluster, and its output to the user. */
export interface Session extends Speech {
  connection: Connection;
  /** Aborts requests when the user interrupts, unless they bring their own signal. */
  client: KubeClient;
  /** The same without that abort: for work that must be finished. */
  steady: KubeClient;
  /** Writes the request log of `-v` on stderr, with the time. */
  trace(message: string): void;
}

export type SessionFlags = Values<typeof connectionFlags & typeof colorFlag>;

/** Opens the connection that the flags and the kubeconfig name; sends nothing yet. */
export async function openSession(flags: SessionFlags, host: Host): Promise<Session> {
  const speech = speechOf(flags, host);
  const { warn } = speech;
  const trace = (message: string): void =>
    void host.stderr.write(`${logTime(host.clock.now())} ${printable(message)}\n`);
  const connection = await connect(flags, { env: host.env, interactive: host.interactive, warn });
  objectName(connection.namespace, 'namespace');
  const direct = checked(createClient(connection, { warn, trace }), connection.server);
  const steady: KubeClient = { ...direct, flags: connectionWords(flags) };
  const { context, server } = connection;
  host.recorder?.connected({
    context,
    server,
    user: async (signal) => (await import('../kube/api/access.ts')).userName(steady, signal),
  });
  return {
    connection,
    client: {
      ...steady,
      send: (request, signal = host.interrupted) => steady.send(request, signal),
      list: (request, signal = host.interrupted) => steady.list(request, signal),
      ask: (request, signal = host.interrupted) => steady.ask(request, signal),
    },
    steady,
    ...speech,
    trace,
  };
}

export function speechOf({ color }: Pick<SessionFlags, 'color'>, host: Host): Speech {
  return {
    paint: paintFor(host.stderr, host, color),
    stdoutPaint: paintFor(host.stdout, host, color),
    warn: warner(host, color),
  };
}

/** Level and time as in kubectl's log, in local time: `I1231 23:59:59.042]`. */
function logTime(time: Date): string {
  const pad = (value: number, width = 2): string => String(value).padStart(width, '0');
  const date = `${pad(time.getMonth() + 1)}${pad(time.getDate())}`;
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map((value) => pad(value)).join(':');
  return `I${date} ${clock}.${pad(time.getMilliseconds(), 3)}]`;
}
