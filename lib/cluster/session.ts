import type { Host, Values } from '../cli/command.ts';
import type { colorFlag, connectionFlags } from '../cli/flags.ts';
import { type Paint, paintFor } from '../cli/style.ts';
import { checked } from '../kube/api/checked-client.ts';
import { objectName } from '../kube/api/object-name.ts';
import type { KubeClient } from '../kube/api/types.ts';
import { connect } from '../kube/config/connect.ts';
import type { Connection } from '../kube/config/connection.ts';
import { createClient } from '../kube/http/client.ts';
import { printable } from '../words/text.ts';

/** What every command works with: the cluster it was pointed at, and how it speaks to the person. */
export interface Session {
  connection: Connection;
  /** Sends until the person interrupts, unless a request brings a signal of its own. */
  client: KubeClient;
  /** The same, which a person's interruption does not end: for what has to come to its end. */
  steady: KubeClient;
  /** Colours for stderr, where progress and messages go. */
  paint: Paint;
  /** Colours for stdout, where data goes. */
  stdoutPaint: Paint;
  /** Says something on stderr as kubectl says warnings. */
  warn(text: string): void;
  /** Writes on stderr what `-v` asks to be said of requests, with the time. */
  trace(message: string): void;
}

export type SessionFlags = Values<typeof connectionFlags & typeof colorFlag>;

/** Opens the connection that the flags and the kubeconfig name; nothing is sent yet. */
export async function openSession(flags: SessionFlags, host: Host): Promise<Session> {
  const paint = paintFor(host.stderr, host, flags.color);
  const say = (line: string): void => {
    host.stderr.write(`${line}\n`);
  };
  const warn = (text: string): void => say(`${paint('yellow', 'Warning:')} ${printable(text)}`);
  const trace = (message: string): void => say(`${logTime(host.clock.now())} ${printable(message)}`);
  const connection = await connect(flags, { env: host.env, interactive: host.interactive, warn });
  objectName(connection.namespace, 'namespace');
  const steady = checked(createClient(connection, { warn, trace }), connection.server);
  return {
    connection,
    client: {
      ...steady,
      send: (request, signal = host.interrupted) => steady.send(request, signal),
      list: (request, signal = host.interrupted) => steady.list(request, signal),
      ask: (request, signal = host.interrupted) => steady.ask(request, signal),
    },
    steady,
    paint,
    stdoutPaint: paintFor(host.stdout, host, flags.color),
    warn,
    trace,
  };
}

/** A level and a time as kubectl's log has them, in local time: `I1231 23:59:59.042]`. */
function logTime(time: Date): string {
  const pad = (value: number, width = 2): string => String(value).padStart(width, '0');
  const date = `${pad(time.getMonth() + 1)}${pad(time.getDate())}`;
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map((value) => pad(value)).join(':');
  return `I${date} ${clock}.${pad(time.getMilliseconds(), 3)}]`;
}
