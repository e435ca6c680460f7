export { dnsResolver, type Resolve } from './dns-resolver.ts';
export { webhookHeaders } from './signature.ts';
export { type OwnedWebhookSender, type WebhookSenderOptions, webhookSender } from './webhook-sender.ts';
