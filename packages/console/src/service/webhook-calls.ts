import type {
  CreatedEndpoint,
  DeadLetterPage,
  DeadLetterQuery,
  DeliveryPage,
  DeliveryQuery,
  EndpointChange,
  EndpointList,
  EndpointSecret,
  EndpointSettings,
  PingedEndpoint,
  ReplayedDeliveries,
  WebhookEndpoint,
  WebhookReplay,
} from '../model/index.ts';
import { addressOf, type Call } from './call.ts';

const endpoints = '/api/webhook-endpoints';

const after = (cursor: string | null): DeliveryQuery & DeadLetterQuery => (cursor === null ? {} : { cursor });

/** The calls about endpoints of webhooks. Secrets and repeated events are sent under a key. */
export const webhookCalls = (call: Call) => ({
  endpoints: (signal?: AbortSignal): Promise<EndpointList> => call.json('GET', endpoints, undefined, signal),
  endpoint: (id: string, signal?: AbortSignal): Promise<WebhookEndpoint> =>
    call.json('GET', `${endpoints}/${id}`, undefined, signal),
  createEndpoint: (settings: EndpointSettings): Promise<CreatedEndpoint> => call.postOnce(endpoints, settings),
  changeEndpoint: (id: string, change: EndpointChange): Promise<WebhookEndpoint> =>
    call.json('PATCH', `${endpoints}/${id}`, change),
  deleteEndpoint: (id: string): Promise<unknown> => call.json('DELETE', `${endpoints}/${id}`),
  pingEndpoint: (id: string): Promise<PingedEndpoint> => call.json('POST', `${endpoints}/${id}/ping`, {}),
  rotateEndpointSecret: (id: string): Promise<EndpointSecret> => call.postOnce(`${endpoints}/${id}/rotate-secret`, {}),
  replayDeliveries: (id: string, what: WebhookReplay): Promise<ReplayedDeliveries> =>
    call.postOnce(`${endpoints}/${id}/replay`, what),
  deliveries: (id: string, cursor: string | null, signal?: AbortSignal): Promise<DeliveryPage> =>
    call.json('GET', addressOf(`${endpoints}/${id}/deliveries`, after(cursor)), undefined, signal),
  deadLetters: (id: string, cursor: string | null, signal?: AbortSignal): Promise<DeadLetterPage> =>
    call.json('GET', addressOf(`${endpoints}/${id}/dead-letters`, after(cursor)), undefined, signal),
});
