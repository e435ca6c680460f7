// `node bench/outgoing.mjs`, after a build: what a call by the vendor client costs beside a bare `fetch` of the same
// answer, one after the other and ten at once. The server has a thread of its own; rounds alternate, and the ratio is
// what counts.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { createVendorClient } from '../packages/vendor-client/dist/index.js';
import { median } from './src/statistics.mjs';

const serve = async () => {
  const body = JSON.stringify({ Confidence: 99.5, filler: 'x'.repeat(2000) });
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  parentPort.postMessage(server.address().port);
};

const calls = 2000;
const rounds = 7;

/** Microseconds a call, `together` of them at once. */
const measure = async (call, together) => {
  const began = performance.now();
  for (let n = 0; n < calls; n += together) await Promise.all(Array.from({ length: together }, call));
  return ((performance.now() - began) * 1000) / calls;
};

const compare = async ({ bare, guarded }, together) => {
  const times = { bare: [], guarded: [], ratio: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const order = round % 2 === 0 ? ['bare', 'guarded'] : ['guarded', 'bare'];
    const found = {};
    for (const name of order) found[name] = await measure({ bare, guarded }[name], together);
    // The first round warms up.
    if (round === 0) continue;
    for (const name of order) times[name].push(found[name]);
    times.ratio.push(found.guarded / found.bare);
  }
  const us = (name) => `${median(times[name]).toFixed(0)} us`;
  const label = `${together} at once`.padEnd(11);
  console.log(
    `  ${label} fetch ${us('bare')}, vendor client ${us('guarded')}: ${median(times.ratio).toFixed(2)} times`,
  );
};

const main = async () => {
  const server = new Worker(new URL(import.meta.url));
  const [port] = await once(server, 'message');
  const url = `http://127.0.0.1:${port}`;
  const breaker = { failures: 5, openMs: 1000 };
  const limits = {
    deadlineMs: 10_000,
    maxBytes: 2 ** 20,
    concurrency: 50,
    queue: 50,
    maxAttempts: 2,
    breaker,
  };
  const vendorClient = createVendorClient({
    provider: 'bench',
    origins: [url],
    limits,
    random: () => 0,
    observe: () => undefined,
  });
  // As large as a photo in base64 would be small.
  const init = { method: 'POST', body: 'x'.repeat(20_000), headers: { 'content-type': 'application/json' } };
  const bare = async () => (await fetch(url, init)).json();
  const guarded = vendorClient.call({ service: 'faces', operation: 'bench' }, ({ fetch }) => async () => ({
    _tag: 'Right',
    right: await (await fetch(url, init)).json(),
  }));
  console.log(`${process.version}, ${calls} calls a round, median of ${rounds} rounds`);
  for (const together of [1, 10]) await compare({ bare, guarded }, together);
  await server.terminate();
};

await (isMainThread ? main() : serve());
