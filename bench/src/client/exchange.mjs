// One request over a kept connection, with the time that its whole answer took.
import { Agent, request } from 'node:http';

/** One connection, as a single caller has it. */
export const newConnection = () => new Agent({ keepAlive: true, maxSockets: 1 });

const statusError = (what, status, expect, bytes) =>
  Object.assign(new Error(`${what} ${status}, not ${expect}: ${bytes}`), { status });

/** A response that takes longer has failed. */
const patienceMs = 60_000;

/**
 * A request is `{ url, method?, headers?, body?, expect }`; an answer of another status than `expect` rejects, with the
 * `status`.
 */
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
        const { statusCode, headers: head } = response;
        if (statusCode === expect) resolve({ ms, headers: head, json: () => JSON.parse(bytes.toString('utf8')) });
        else reject(statusError(`${method} ${url} was answered`, statusCode, expect, bytes));
      });
    });
    call.setTimeout(patienceMs, () => call.destroy(new Error(`${method} ${url} was not answered in time`)));
    call.once('error', reject);
    call.end(body);
  });
