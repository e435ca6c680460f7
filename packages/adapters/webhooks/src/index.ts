export { webhookHeaders } from './signature.ts';
export { type OwnedWebhookSender, webhookSender } from './webhook-sender.ts';
