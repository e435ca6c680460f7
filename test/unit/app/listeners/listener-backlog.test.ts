import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { listen } from '@portcullis/app';
import { expect } from 'chai';

const clients = 8;

/** Connects, says so, and reports what it got: a status line, or the code of an error. */
const client = `
const { connect } = require('node:net');
const { parentPort, workerData: { port, clients, connected } } = require('node:worker_threads');
const results = [];
for (let each = 0; each < clients; each += 1) {
  let text = '';
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n');
    Atomics.add(connected, 0, 1);
    Atomics.notify(connected, 0);
  });
  socket.on('data', (bytes) => { text += bytes; });
  socket.on('error', ({ code }) => { text = code; });
  socket.on('close', () => {
    results.push(text.split('\\r\\n')[0]);
    if (results.length === clients) parentPort.postMessage(results);
  });
}`;

describe('connections that a busy listener has not accepted when it stops', () => {
  it('are accepted first, and their requests are answered', async () => {
    const listener = await listen((_request, response) => response.end('ok'), { host: '127.0.0.1', port: 0 });
    const connected = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(client, { eval: true, workerData: { port: listener.port, clients, connected } });
    await once(worker, 'online');
    const results = once(worker, 'message');
    // The drain ends while the event loop is busy, and all the clients have connected by then.
    const stopped = listener.stop(5000, 1);
    for (let seen = 0; seen < clients; seen = Atomics.load(connected, 0)) Atomics.wait(connected, 0, seen, 5000);
    expect(await stopped).to.equal(0);
    expect(await results).to.deep.equal([Array.from({ length: clients }, () => 'HTTP/1.1 200 OK')]);
  });
});
