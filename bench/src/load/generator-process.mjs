// The load generator: keeps a number of connections busy with requests that were made before, and times each response.
// It reads no more of a response than it needs to find its status and its end, so that it costs a fraction of what any
// HTTP server costs, and the server is what limits the rate.
import { connect } from 'node:net';

const lastChunk = Buffer.from('\r\n0\r\n\r\n');
/** A response that takes longer has failed. */
const patienceMs = 30_000;
/** A rate is that of the time between two responses, so that a round lasts until it has them, however slow they are. */
const leastResponses = 2;

/** The status of a response, and whether it is the last on its connection; `null` while a part of it is missing. */
const responseIn = (bytes) => {
  const bodyAt = bytes.indexOf('\r\n\r\n') + 4;
  if (bodyAt < 4) return null;
  const head = bytes.latin1Slice(0, bodyAt);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined && !/\r\ntransfer-encoding: *chunked/i.test(head))
    throw new Error(`a response without a length:\n${head}`);
  const missing = length === undefined ? null : bodyAt + Number(length) - bytes.length;
  if (missing !== null && missing < 0) throw new Error(`a response is longer than it says:\n${head}`);
  // Bodies are JSON, which contains no line break of this kind.
  const isWhole = missing === null ? bytes.subarray(-lastChunk.length).equals(lastChunk) : missing === 0;
  return isWhole ? { status: Number(head.slice(9, 12)), isLast: /\r\nconnection: *close/i.test(head) } : null;
};

/** Requests in order: again and again from the start, or each of them once. */
const supplyOf = (requests, repeats) => {
  let next = 0;
  return () => {
    if (next === requests.length && repeats) next = 0;
    if (next === requests.length) throw new Error('a round took more requests than were made for it');
    next += 1;
    return requests[next - 1];
  };
};

/** Runs one round. `onEnd` gets the times in milliseconds, or what went wrong. */
const runRound = ({ servers, requests, repeats, connections, seconds, expect }, onEnd) => {
  const supplies = servers.map((_, i) => supplyOf(requests[i], repeats));
  const times = [];
  const unexpected = new Map();
  const sockets = new Set();
  const began = performance.now();
  const until = began + 1000 * seconds;
  let open = connections;
  let responses = 0;
  let first = 0;
  let last = 0;
  let hasEnded = false;

  const end = (failed) => {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(patience);
    for (const socket of sockets) socket.destroy();
    const { user, system } = process.cpuUsage(usedBefore);
    const processorMs = (user + system) / 1000;
    onEnd({
      failed,
      times: Float64Array.from(times),
      unexpected: [...unexpected],
      first,
      last,
      processorMs,
    });
  };
  const usedBefore = process.cpuUsage();
  const patience = setTimeout(() => end('a response did not come'), 1000 * seconds + patienceMs);

  const connection = (server, next) => {
    let sentAt = 0;
    let received = null;
    let socket = null;
    const send = () => {
      if (responses >= leastResponses && performance.now() >= until) {
        open -= 1;
        if (open === 0) end();
        return;
      }
      if (socket === null) socket = newSocket();
      received = null;
      const request = next();
      sentAt = performance.now();
      socket.write(request);
    };
    const take = (chunk) => {
      received = received === null ? chunk : Buffer.concat([received, chunk]);
      const response = responseIn(received);
      if (response === null) return;
      last = performance.now();
      if (first === 0) first = last;
      responses += 1;
      if (response.status === expect) times.push(last - sentAt);
      else unexpected.set(response.status, (unexpected.get(response.status) ?? 0) + 1);
      if (response.isLast) {
        sockets.delete(socket);
        socket.removeAllListeners('close').destroy();
        socket = null;
      }
      send();
    };
    const guarded = (work) => (given) => {
      try {
        work(given);
      } catch (error) {
        end(error.message);
      }
    };
    const newSocket = () => {
      const made = connect(server).setNoDelay();
      sockets.add(made);
      made.on('data', guarded(take));
      made.on('error', ({ message }) => end(message));
      made.on('close', () => end('a connection was closed before its response'));
      return made;
    };
    guarded(send)();
  };
  for (let n = 0; n < connections; n += 1) connection(servers[n % servers.length], supplies[n % servers.length]);
};

process.on('message', (round) => runRound(round, (result) => process.send(result)));
process.once('disconnect', () => process.exit());
