// A partner's receiver of webhooks, in this process, so that one clock times what is sent and what arrives.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** An event that takes longer has been lost. */
const patienceMs = 60_000;

/** What an event is known by before it has an id: its type and its profile. */
export const keyOf = (type, profileId) => `${type} ${profileId}`;

/** Starts a receiver that answers 204. `arrivals` has when the first try of each event came, in milliseconds. */
export const startReceiver = async () => {
  const [arrivals, ids] = [new Map(), new Set()];
  const counts = { tries: 0 };
  const server = createServer((request, response) => {
    const at = performance.now();
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.once('end', () => {
      response.writeHead(204).end();
      const { type, data } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      if (!type.startsWith('profile.')) return;
      counts.tries += 1;
      ids.add(request.headers['webhook-id']);
      const key = keyOf(type, data.id);
      if (!arrivals.has(key)) arrivals.set(key, at);
    });
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
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
