import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const closeListeners = new WeakMap<Socket, Set<() => void>>();

/**
 * The callbacks for when this connection closes. There is one listener for each connection, however many responses wait
 * on it.
 */
const closeListenersOf = (socket: Socket): Set<() => void> => {
  const existing = closeListeners.get(socket);
  if (existing !== undefined) return existing;
  const listeners = new Set<() => void>();
  closeListeners.set(socket, listeners);
  socket.once('close', () => {
    for (const end of [...listeners]) end();
  });
  return listeners;
};

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
