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

/** The level of `-v` from which on requests are traced. */
const TRACE_FROM = 6;

/** What traces requests, loaded only where it is asked for. */
export const tracerFor = (options: TracerOptions): Promise<Tracer> | undefined =>
  options.verbosity < TRACE_FROM
    ? undefined
    : import('./trace.ts').then(({ createTracer }) => createTracer(options));
