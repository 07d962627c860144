import type { Host, Values } from '../lib/cli/command.ts';
import type { colorFlag, connectionFlags } from '../lib/cli/flags.ts';
import { type Paint, paintFor } from '../lib/cli/style.ts';
import { createClient } from '../lib/kube/client.ts';
import { type Connection, connect } from '../lib/kube/connection.ts';
import type { KubeClient } from '../lib/kube/types.ts';
import { printable } from '../lib/text.ts';

/** What every command works with: the cluster it was pointed at, and how it speaks to the person. */
export interface Session {
  connection: Connection;
  /** Sends until the person interrupts, unless a request brings a signal of its own. */
  client: KubeClient;
  /** Colours for stderr, where progress and messages go. */
  paint: Paint;
  /** Colours for stdout, where data goes. */
  stdoutPaint: Paint;
  /** Says something on stderr as kubectl says warnings. */
  warn(text: string): void;
  /** Takes one line a request where `-v` asks for them. */
  trace(line: string): void;
}

export type SessionFlags = Values<typeof connectionFlags & typeof colorFlag>;

/** Opens the connection that the flags and the kubeconfig name; nothing is sent yet. */
export async function openSession(flags: SessionFlags, host: Host): Promise<Session> {
  const paint = paintFor(host.stderr, host, flags.color);
  const say = (line: string): void => {
    host.stderr.write(`${line}\n`);
  };
  const warn = (text: string): void => say(`${paint('yellow', 'Warning:')} ${printable(text)}`);
  const trace = (line: string): void => say(printable(line));
  const connection = await connect(flags, { env: host.env, interactive: host.interactive, warn });
  const client = createClient(connection, { warn, trace });
  return {
    connection,
    client: {
      ...client,
      send: (request, signal = host.interrupted) => client.send(request, signal),
      ask: (request, signal = host.interrupted) => client.ask(request, signal),
    },
    paint,
    stdoutPaint: paintFor(host.stdout, host, flags.color),
    warn,
    trace,
  };
}
