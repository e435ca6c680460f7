// A partner's receiver of webhooks, in this process. It reads no more of a request than it needs: a real one is on
// another machine, and here it takes its time from the same cores.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** An event that takes longer has been lost. */
const patienceMs = 60_000;

const accepted = 'HTTP/1.1 204 No Content\r\n\r\n';

/** The first request of what has arrived on a connection, and its length; `null` while a part of it is missing. */
const requestIn = (text) => {
  const bodyAt = text.indexOf('\r\n\r\n') + 4;
  if (bodyAt < 4) return null;
  const head = text.slice(0, bodyAt);
  const end = bodyAt + Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1]);
  if (text.length < end) return null;
  return { id: /\r\nwebhook-id: *(\S+)/i.exec(head)?.[1], body: text.slice(bodyAt, end), end };
};

/** Starts a receiver that answers 204, and counts the events of profiles. */
export const startReceiver = async () => {
  const ids = new Set();
  const note = ({ id, body }) => {
    if (JSON.parse(body).type.startsWith('profile.')) ids.add(id);
  };
  const sockets = new Set();
  const server = createServer((socket) => {
    let text = '';
    sockets.add(socket);
    socket.setNoDelay().setEncoding('latin1');
    socket.on('data', (chunk) => {
      text += chunk;
      for (let request = requestIn(text); request !== null; request = requestIn(text)) {
        text = text.slice(request.end);
        socket.write(accepted);
        note(request);
      }
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/hooks`,
    /** How many events have arrived. */
    count: () => ids.size,
    /** Waits until so many events have arrived, each counted once. */
    hasReceived: async (events) => {
      const until = performance.now() + patienceMs;
      while (ids.size < events) {
        if (performance.now() > until) throw new Error(`${events - ids.size} of ${events} events have not arrived`);
        await sleep(10);
      }
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
