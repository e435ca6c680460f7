import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { type OwnedWebhookSender, webhookSender } from '@portcullis/adapter-webhooks';
import type { WebhookRequest, WebhookResult } from '@portcullis/events/ports';
import type { WebhookSenderOptions } from '#adapters/webhooks/webhook-sender';
import { type StubServer, startStub } from '../../support/servers/stub-server.ts';

type Received = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** An endpoint that keeps what it receives, and answers 204 where it is not told otherwise. */
export type Receiver = StubServer & { readonly received: readonly Received[]; readonly port: number };

export const startReceiver = async (
  answer: RequestListener = (_, response) => void response.writeHead(204).end(),
): Promise<Receiver> => {
  const received: Received[] = [];
  const server = await startStub(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    answer(request, response);
  });
  return { ...server, received, port: Number(new URL(server.url).port) };
};

/** 32 bytes of ones and of twos: secrets of nobody. */
export const [oldSecret, newSecret] = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`) as [
  string,
  string,
];

export const aRequest = (url: string, others: Partial<WebhookRequest> = {}): WebhookRequest => ({
  id: 'evt_1',
  url,
  body: '{"type":"profile.approved"}',
  at: new Date(),
  secrets: [newSecret],
  ...others,
});

/** A sender for receivers on this machine; what it is asked for is the machine's loopback network. */
export const aSender = (options: Partial<WebhookSenderOptions> = {}): OwnedWebhookSender =>
  webhookSender({ allowHttp: true, allowedNetworks: ['127.0.0.0/8'], deadlineMs: 10_000, ...options });

/** Sends one request by a sender of its own, which is closed afterwards. */
export const sendOnce = async (
  request: WebhookRequest,
  options: Partial<WebhookSenderOptions> = {},
): Promise<WebhookResult> => {
  const sender = aSender(options);
  try {
    return await sender.send(request)();
  } finally {
    await sender.close();
  }
};

/** The result in a word: the status, or why there is none. */
export const wordOf = (result: WebhookResult): number | string =>
  result._tag === 'Answered' ? result.status : result.failure;
