import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The callbacks for an event of a connection that comes once. There is one listener for each connection, however many
 * responses wait on it.
 */
const listenersFor = (event: 'close' | 'end'): ((socket: Socket) => Set<() => void>) => {
  const known = new WeakMap<Socket, Set<() => void>>();
  return (socket) => {
    const existing = known.get(socket);
    if (existing !== undefined) return existing;
    const listeners = new Set<() => void>();
    known.set(socket, listeners);
    socket.once(event, () => {
      for (const end of [...listeners]) end();
    });
    return listeners;
  };
};

const closeListenersOf = listenersFor('close');
const endListenersOf = listenersFor('end');

type Exchange = { readonly req: IncomingMessage; readonly res: ServerResponse };

/**
 * Calls the callback once, when the client has received the response or has disconnected. Node does not tell a response
 * that is queued behind others on its connection that the connection closed, so that the socket is observed as well.
 */
export const onResponseFinished = ({ req, res }: Exchange, callback: () => void): void => {
  const { socket } = req;
  if (res.closed || socket.destroyed) {
    callback();
    return;
  }
  const listeners = closeListenersOf(socket);
  const finish = (): void => {
    res.off('close', finish);
    if (listeners.delete(finish)) callback();
  };
  listeners.add(finish);
  res.once('close', finish);
};

/**
 * Calls the callback once, when the response is finished or the client has ended its side of the connection. Nothing
 * else is seen of a client that has gone: one that still waits can be answered.
 */
export const onClientEnded = (exchange: Exchange, callback: () => void): void => {
  const { socket } = exchange.req;
  const listeners = endListenersOf(socket);
  const end = (): void => {
    if (listeners.delete(end)) callback();
  };
  listeners.add(end);
  if (socket.readableEnded) end();
  else onResponseFinished(exchange, end);
};
