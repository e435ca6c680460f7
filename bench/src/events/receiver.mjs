// A partner's receiver of webhooks, in this process, so that one clock times what is sent and what arrives. It reads no
// more of a request than it needs: a real one is on another machine, and here it takes its time from the same cores.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** An event that takes longer has been lost. */
const patienceMs = 60_000;

/** What an event is known by before it has an id: its type and its profile. */
export const keyOf = (type, profileId) => `${type} ${profileId}`;

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

/** Starts a receiver that answers 204. `arrivals` has when the first try of each event came, in milliseconds. */
export const startReceiver = async () => {
  const arrivals = new Map();
  const ids = new Set();
  const counts = { tries: 0 };
  const note = ({ id, body }, at) => {
    const { type, data } = JSON.parse(body);
    if (!type.startsWith('profile.')) return;
    counts.tries += 1;
    ids.add(id);
    const key = keyOf(type, data.id);
    if (!arrivals.has(key)) arrivals.set(key, at);
  };
  const sockets = new Set();
  const server = createServer((socket) => {
    let text = '';
    sockets.add(socket);
    socket.setNoDelay().setEncoding('latin1');
    socket.on('data', (chunk) => {
      const at = performance.now();
      text += chunk;
      for (let request = requestIn(text); request !== null; request = requestIn(text)) {
        text = text.slice(request.end);
        socket.write(accepted);
        note(request, at);
      }
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/hooks`,
    arrivals,
    /** How many events have arrived, and how many tries of them. */
    counts: () => ({ events: ids.size, tries: counts.tries }),
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
