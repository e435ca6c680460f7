// One request over a kept connection, with the time that its whole answer took.
import { Agent, request } from 'node:http';

/** One connection, as a single caller has it. */
export const newConnection = () => new Agent({ keepAlive: true, maxSockets: 1 });

const statusError = (what, status, expect, bytes) =>
  Object.assign(new Error(`${what} ${status}, not ${expect}: ${bytes}`), { status });

/** A request is `{ url, method?, headers?, body?, expect }`; an answer of another status than `expect` rejects, with the `status`. */
export const exchange = (agent, { url, method = 'GET', headers = {}, body, expect = 200 }) =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const began = performance.now();
    const call = request(url, { agent, method, headers: { ...headers, ...length } }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const ms = performance.now() - began;
        const bytes = Buffer.concat(chunks);
        if (response.statusCode === expect) resolve({ ms, json: () => JSON.parse(bytes.toString('utf8')) });
        else reject(statusError(`${method} ${url} was answered`, response.statusCode, expect, bytes));
      });
    });
    call.once('error', reject);
    call.end(body);
  });
