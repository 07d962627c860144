/** What the tests use of `ws`, which brings no types. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events';
  import type { IncomingMessage } from 'node:http';
  import type { Duplex } from 'node:stream';

  export class WebSocket extends EventEmitter {
    constructor(url: string, protocols: string[], options: object);
    readonly protocol: string;
    send(data: Buffer): void;
    close(code?: number): void;
    terminate(): void;
  }

  export class WebSocketServer {
    constructor(options: {
      noServer: true;
      handleProtocols(offered: Set<string>): string | false;
      perMessageDeflate: false;
    });
    handleUpgrade(
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      done: (socket: WebSocket) => void,
    ): void;
  }
}
