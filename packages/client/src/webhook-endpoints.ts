import type { WebhookDeadLetter, WebhookTry } from './api/openapi.ts';
import type { CallOptions, PartnerMethod } from './api/operation.ts';
import * as routes from './api/routes.ts';
import type { partnerMethods } from './calls/methods.ts';
import { allByCursor } from './pages.ts';

/** The addresses of a partner to which webhooks are sent. */
export type WebhookEndpointMethods = {
  /** Creates an endpoint, answers its secret, and sends a ping. */
  readonly create: PartnerMethod<'createWebhookEndpoint'>;
  /** All endpoints, without their secrets. */
  readonly list: PartnerMethod<'listWebhookEndpoints'>;
  /** One endpoint. */
  readonly get: PartnerMethod<'getWebhookEndpoint'>;
  /** Changes, disables or enables an endpoint. */
  readonly update: PartnerMethod<'updateWebhookEndpoint'>;
  /** Deletes an endpoint, with what waits for it. */
  readonly delete: PartnerMethod<'deleteWebhookEndpoint'>;
  /** Sends a ping, and answers what became of it. */
  readonly ping: PartnerMethod<'pingWebhookEndpoint'>;
  /** Tells a new secret; the one before signs too for 24 hours. */
  readonly rotateSecret: PartnerMethod<'rotateWebhookSecret'>;
  /** Sends one event, a range of the feed, or everything that was given up once more. */
  readonly replay: PartnerMethod<'replayWebhookDeliveries'>;
  /** One page of the tries of the last 30 days, newest first. */
  readonly readTries: PartnerMethod<'readWebhookTries'>;
  /** All tries of the last 30 days. */
  readonly iterateTries: (id: string, options?: CallOptions) => AsyncIterable<WebhookTry>;
  /** One page of the events that were given up. */
  readonly readDeadLetters: PartnerMethod<'readWebhookDeadLetters'>;
  /** All events that were given up. */
  readonly iterateDeadLetters: (id: string, options?: CallOptions) => AsyncIterable<WebhookDeadLetter>;
};

export const webhookEndpointMethods = (method: ReturnType<typeof partnerMethods>): WebhookEndpointMethods => {
  const readTries = method<'readWebhookTries'>(routes.readWebhookTries);
  const readDeadLetters = method<'readWebhookDeadLetters'>(routes.readWebhookDeadLetters);
  return {
    create: method<'createWebhookEndpoint'>(routes.createWebhookEndpoint),
    list: method<'listWebhookEndpoints'>(routes.listWebhookEndpoints),
    get: method<'getWebhookEndpoint'>(routes.getWebhookEndpoint),
    update: method<'updateWebhookEndpoint'>(routes.updateWebhookEndpoint),
    delete: method<'deleteWebhookEndpoint'>(routes.deleteWebhookEndpoint),
    ping: method<'pingWebhookEndpoint'>(routes.pingWebhookEndpoint),
    rotateSecret: method<'rotateWebhookSecret'>(routes.rotateWebhookSecret),
    replay: method<'replayWebhookDeliveries'>(routes.replayWebhookDeliveries),
    readTries,
    iterateTries: (id, options) => allByCursor((next) => readTries(id, next, options)),
    readDeadLetters,
    iterateDeadLetters: (id, options) => allByCursor((next) => readDeadLetters(id, next, options)),
  };
};
