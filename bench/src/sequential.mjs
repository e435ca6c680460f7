// One request after the other on one kept connection: what a single caller waits, without any queue.
import { Agent, request } from 'node:http';

const exchange = (agent, { url, method = 'GET', headers = {}, expect }, body) =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const began = performance.now();
    const call = request(url, { agent, method, headers: { ...headers, ...length } }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === expect) resolve(performance.now() - began);
        else reject(new Error(`${method} ${url} was answered ${response.statusCode}, not ${expect}`));
      });
    });
    call.once('error', reject);
    call.end(body);
  });

/** `times` of each target, taken one by one in turn; the first tenth is thrown away. */
export const inTurns = async (targets, count) => {
  const agents = targets.map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
  const warm = Math.ceil(count / 10);
  const times = targets.map(() => []);
  for (let n = 0; n < count + warm; n += 1) {
    for (const [i, target] of targets.entries()) {
      const ms = await exchange(agents[i], target, target.bodies ? target.bodies() : target.body);
      if (n >= warm) times[i].push(ms);
    }
  }
  for (const agent of agents) agent.destroy();
  return times;
};
