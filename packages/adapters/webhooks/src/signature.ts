import type { WebhookRequest } from '@portcullis/domain/ports';
import { Webhook } from 'standardwebhooks';

/**
 * The headers of a request as Standard Webhooks describes them: its id, its time in seconds, and for each secret `v1`
 * with the HMAC-SHA-256 of both and of the body, separated by blanks. Throws where there is no secret, or one that is
 * none: nothing leaves unsigned.
 */
export const signedHeaders = ({ id, at, body, secrets }: WebhookRequest): { readonly [name: string]: string } => {
  if (secrets.length === 0) throw new Error('a webhook is signed');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
};
