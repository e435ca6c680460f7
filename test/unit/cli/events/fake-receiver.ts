import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { type StubServer, startStub } from '../../../support/servers/stub-server.ts';

type Message = { readonly id: string; readonly body: string; readonly isVerified: boolean };

/** A receiver of webhooks that keeps what it is sent. */
export type FakeReceiver = StubServer & {
  readonly messages: Message[];
  /** The ids of the messages, oldest first. */
  readonly ids: () => readonly string[];
  /** The status with which it answers the next message. */
  status: () => number;
};

/** Opens a receiver that knows the secret which is in force when a message comes. */
export const startReceiver = async (secret: () => string): Promise<FakeReceiver> => {
  const messages: Message[] = [];
  const server = await startStub(async (request, response) => {
    const { 'webhook-id': id, 'webhook-signature': signature, 'webhook-timestamp': time } = request.headers;
    const body = await text(request);
    const key = Buffer.from(secret().replace('whsec_', ''), 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
    const isFresh = Math.abs(Date.now() / 1000 - Number(time)) < 300;
    messages.push({ id: String(id), body, isVerified: signature === `v1,${expected}` && isFresh });
    const status = receiver.status();
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('thanks');
  });
  const receiver: FakeReceiver = {
    ...server,
    messages,
    ids: () => messages.map(({ id }) => id),
    status: () => 200,
  };
  return receiver;
};
