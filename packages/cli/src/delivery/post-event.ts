import { webhookHeaders } from '@portcullis/adapter-webhooks';
import type { FeedEvent } from '../api/feed.ts';
import { connectionFailure } from '../demo/failure.ts';

/** The result of a message, in words for its line. Only a status of 200 to 299 is an acceptance. */
export type Delivery = { readonly isAccepted: boolean; readonly outcome: string };

/** How long the receiver has to answer, which is what a webhook allows as well. */
const deadlineMs = 15_000;

const failureText = (cause: unknown): string =>
  cause instanceof Error && cause.name === 'TimeoutError'
    ? `no answer within ${deadlineMs / 1000} seconds`
    : connectionFailure(cause);

/** Where events are posted, with what they are signed. */
export type Receiver = { readonly url: string; readonly secret: string };

/** Posts an event, signed now, and follows no redirect. An aborted post is not accepted. */
export const postEvent = async ({ secret, url }: Receiver, event: FeedEvent, stop: AbortSignal): Promise<Delivery> => {
  const began = performance.now();
  const body = JSON.stringify(event);
  try {
    const response = await fetch(url, {
      method: 'POST',
      // A receiver that is restarted has closed the connection of the event before.
      headers: { ...webhookHeaders({ id: event.id, at: new Date(), body, secrets: [secret] }), connection: 'close' },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(deadlineMs)]),
    });
    await response.body?.cancel();
    return { isAccepted: response.ok, outcome: `${response.status} in ${Math.round(performance.now() - began)} ms` };
  } catch (cause) {
    return { isAccepted: false, outcome: failureText(cause) };
  }
};
