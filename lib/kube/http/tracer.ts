import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** One request as it goes on the wire. */
export interface Sent {
  method: string;
  url: string;
  headers: OutgoingHttpHeaders;
  body?: string | Buffer;
}

/** Is told of every request and answer, and writes of them what `-v` asks for. */
export interface Tracer {
  /** Told before a request is sent; gives what is told how it ended. */
  begin(sent: Sent): { answered(response: IncomingMessage): void; failed(error: Error): void };
  /** Told the body of an answer, or one event of a watch. */
  body(sent: Pick<Sent, 'method' | 'url'>, text: string): void;
}

export interface TracerOptions {
  /** `-v`. */
  verbosity: number;
  /** What must not be shown, as it is at the time. */
  secrets(): string[];
  /** Takes one message, which may have several lines. */
  write(message: string): void;
}

/** The level of kubectl's log, `-v`, from which on bodies are traced. */
export const BODIES = 8;

/**
 * A message with its fields as kubectl's log has them: texts in quotes, those of several lines between `<` and `>` with a
 * tab before each line.
 */
export const klogLine = (message: string, fields: Record<string, string | number>): string =>
  [`"${message}"`, ...Object.entries(fields).map(([key, value]) => `${key}=${shown(value)}`)].join(' ');

function shown(value: string | number): string {
  if (typeof value === 'number') return String(value);
  if (!value.includes('\n')) return JSON.stringify(value);
  return `<\n\t${value.replace(/\n$/, '').replaceAll('\n', '\n\t')}\n >`;
}
