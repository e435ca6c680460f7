import { exchange, newConnection } from './client/exchange.mjs';
import { tokenRequest } from './client/requests.mjs';
import { admin, startDatabase, superuserToken } from './database.mjs';
import { environmentFor, newClient } from './environment.mjs';
import { startBackend } from './processes.mjs';

/** Requests a machine token for the client. */
const machineToken = async (backend, client) => {
  const agent = newConnection();
  const response = await exchange(agent, tokenRequest(backend.url, client));
  agent.destroy();
  return response.json().access_token;
};

/**
 * Starts the service over the given database or a new PocketBase, and returns it with the tokens of the superuser,
 * which PostgreSQL does not have, and of a machine. The options of the process are those of `startBackend`.
 */
export const startService = async (use, { database, client = newClient(), environment = {}, ...options } = {}) => {
  const own = database ?? use(await startDatabase());
  const backend = use(await startBackend({ ...environmentFor(own, admin, client), ...environment }, options));
  const superuser = own.engine === 'postgres' ? null : await superuserToken(own.url);
  return {
    database: own,
    backend,
    url: backend.url,
    client,
    superuser,
    token: await machineToken(backend, client),
  };
};
