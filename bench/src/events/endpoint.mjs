import { exchange, newConnection } from '../client/exchange.mjs';
import { createRequest, endpointRequest } from '../client/requests.mjs';
import { startService } from '../start-service.mjs';

/** Receivers of this machine are not public. */
const allowed = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_NETWORKS: '127.0.0.1' };

/** Starts a service that sends its events to a receiver, and waits until the first of them has arrived. */
export const startWithEndpoint = async (use, receiver) => {
  const service = await startService(use, { environment: allowed });
  const agent = newConnection();
  try {
    const created = (await exchange(agent, endpointRequest(service.url, service.token, receiver.url))).json();
    if (!created.ping.delivered) throw new Error(`the receiver has not answered: ${JSON.stringify(created.ping)}`);
    await exchange(agent, createRequest(service.url, service.token));
    await receiver.hasReceived(1);
  } finally {
    agent.destroy();
  }
  return service;
};
