import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const endings = new WeakMap<Socket, Set<() => void>>();

/** What is to be done when this connection closes: one listener of it, however many answers wait on it. */
const endingsOf = (socket: Socket): Set<() => void> => {
  const known = endings.get(socket);
  if (known !== undefined) return known;
  const found = new Set<() => void>();
  endings.set(socket, found);
  socket.once('close', () => {
    for (const end of [...found]) end();
  });
  return found;
};

type Exchange = { readonly req: IncomingMessage; readonly res: ServerResponse };

/**
 * Calls `end` once: when the client has taken the answer or is gone. An answer that waits for others of its connection is
 * not told by Node that the connection closed, so that is looked at as well.
 */
export const untilTaken = ({ req, res }: Exchange, end: () => void): void => {
  const { socket } = req;
  if (res.closed || socket.destroyed) {
    end();
    return;
  }
  const ofSocket = endingsOf(socket);
  const over = (): void => {
    res.off('close', over);
    if (ofSocket.delete(over)) end();
  };
  ofSocket.add(over);
  res.once('close', over);
};
