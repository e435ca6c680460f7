import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

/** A connection that asks for a WebSocket. */
export type Upgrade = {
  readonly accept: (onOpen: (stream: WebSocket) => void) => void;
  /** Ends it with this status, or without an answer. */
  readonly refuse: (status: string | null) => void;
};

const server = new WebSocketServer({ noServer: true, maxPayload: 10 * 1024 * 1024 });

export const upgradeOf = (request: IncomingMessage, socket: Duplex, head: Buffer): Upgrade => ({
  accept: (onOpen) => server.handleUpgrade(request, socket, head, onOpen),
  refuse: (status) => {
    if (status === null) socket.destroy();
    else socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
  },
});
