// What a part starts, ended in the other order, whatever happens to the part.

import { exchange, newConnection } from './client/exchange.mjs';
import { tokenRequest } from './client/requests.mjs';
import { admin, startDatabase, superuserToken } from './database.mjs';
import { environmentFor, newClient } from './environment.mjs';
import { startBackend } from './processes.mjs';

/** `keep` takes what has been started, `{ stop }`, and answers it. */
export const onStage = async (work) => {
  const started = [];
  const keep = (running) => {
    started.unshift(running);
    return running;
  };
  try {
    return await work(keep);
  } finally {
    for (const { stop } of started) await stop();
  }
};

/** A machine token, and what a request of its holder needs. */
const entered = async (backend, client) => {
  const agent = newConnection();
  const answer = await exchange(agent, tokenRequest(backend.url, client));
  agent.destroy();
  return answer.json().access_token;
};

/** The service over a database (one of its own unless it is given one), the superuser's token, and a machine token. */
export const startService = async (
  keep,
  { database, client = newClient(), environment = {}, nodeOptions, script } = {},
) => {
  const own = database ?? keep(await startDatabase());
  const backend = keep(
    await startBackend({ ...environmentFor(own, admin, client), ...environment }, nodeOptions, script),
  );
  const superuser = await superuserToken(own.url);
  return { database: own, backend, url: backend.url, client, superuser, token: await entered(backend, client) };
};
