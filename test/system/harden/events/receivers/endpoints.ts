import { t } from '@portcullis/domain/kernel';
import { readReply, sendRequest } from '../../../../support/clients/api-client.ts';
import type { Receiver } from './receiver.ts';

const Created = t.type({ endpoint: t.type({ id: t.string, status: t.string }), secret: t.string });

type Api = { readonly baseUrl: string; readonly token: string };

/** Has the service send webhooks to a receiver, which then trusts the secret. Answers the id of the endpoint. */
export const createEndpoint = async ({ baseUrl, token }: Api, receiver: Receiver): Promise<string> => {
  const json = { url: receiver.url };
  const reply = await sendRequest(baseUrl, { method: 'POST', path: '/api/webhook-endpoints', token, json });
  const { endpoint, secret } = readReply(Created, reply, 201);
  if (endpoint.status !== 'enabled') throw new Error(`the endpoint of a receiver that answers is ${endpoint.status}`);
  receiver.trust(secret);
  return endpoint.id;
};

/** With these variables the service sends webhooks to receivers of this machine. */
export const toThisMachine = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_NETWORKS: '127.0.0.1' };
