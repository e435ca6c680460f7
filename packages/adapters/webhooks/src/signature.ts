import type { WebhookRequest } from '@portcullis/events/ports';
import { Webhook } from 'standardwebhooks';

/** The signed content, and its secrets. */
type Message = Pick<WebhookRequest, 'id' | 'at' | 'body' | 'secrets'>;

/**
 * The headers that every request with an event has. It is signed as Standard Webhooks describes: its id, its time in
 * seconds, and for each secret `v1` with the HMAC-SHA-256 of both and of the body, separated by blanks. Throws where
 * there is no secret, or one that is none: nothing leaves unsigned.
 */
export const webhookHeaders = ({ id, at, body, secrets }: Message): { readonly [name: string]: string } => {
  if (secrets.length === 0) throw new Error('a webhook is signed');
  return {
    'content-type': 'application/json',
    'user-agent': 'Portcullis-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
};
