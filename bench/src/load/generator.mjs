// The other end of the load generator, which runs in a process of its own.
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startProcess } from '../processes.mjs';

const script = fileURLToPath(new URL('./generator-process.mjs', import.meta.url));

const rawRequest = ({ method = 'GET', headers = {} }, url, body = '') => {
  const { host, pathname, search } = new URL(url);
  const length = body === '' ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries({ Host: host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
};

/** The requests of a round as bytes: one for each body, or those that are repeated, one for each variant. */
const requestsOf = (target, url, count) => {
  if (target.bodies) return Array.from({ length: count }, () => rawRequest(target, url, target.bodies()));
  const { variants = [{}] } = target;
  return variants.map(({ path, headers = target.headers }) =>
    rawRequest({ ...target, headers }, path === undefined ? url : new URL(path, url), target.body),
  );
};

/**
 * Starts a generator. `run` sends the requests of a target for so many seconds and returns the times of the responses;
 * it rejects if a response has another status than the target expects, or does not come.
 */
export const startGenerator = () => {
  const { child, stop } = startProcess('the load generator', script, { PATH: process.env['PATH'] }, { ipc: true });
  const run = async (target, { seconds, connections, perSecond }) => {
    const urls = target.urls ?? [target.url];
    const count = Math.ceil((seconds * perSecond) / urls.length) + connections;
    await target.prepare?.(count * urls.length);
    const servers = urls.map((url) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) }));
    const requests = urls.map((url) => requestsOf(target, url, count));
    child.send({
      servers,
      requests,
      repeats: !target.bodies && !target.once,
      connections,
      seconds,
      expect: target.expect,
    });
    const [{ failed, times, unexpected, first, last, processorMs }] = await once(child, 'message');
    const seen = unexpected.map(([status, number]) => `${status} (${number} times)`).join(', ');
    if (failed || seen !== '' || times.length < 2)
      throw new Error(
        `${target.name}: ${failed ?? `${times.length} responses`}, other statuses than ${target.expect}: ${seen || 'none'}`,
      );
    return { times, elapsedMs: last - first, processorMs };
  };
  return { pid: child.pid, run, stop };
};
