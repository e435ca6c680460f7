export { dnsResolver, type Resolve } from './dns-resolver.ts';
export { type OwnedWebhookSender, type WebhookSenderOptions, webhookSender } from './webhook-sender.ts';
