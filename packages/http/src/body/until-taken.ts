import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const endings = new WeakMap<Socket, Set<() => void>>();

/**
 * The callbacks for when this connection closes. There is one listener for each connection, however many responses wait
 * on it.
 */
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
 * Calls the callback once, when the client has received the response or has disconnected. Node does not tell a response
 * that is queued behind others on its connection that the connection closed, so that the socket is observed as well.
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
