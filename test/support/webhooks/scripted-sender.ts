import type { WebhookRequest, WebhookResult, WebhookSender } from '@portcullis/events/ports';

/** An answer of a receiver. */
export const answered = (status: number, retryAfterSeconds: number | null = null): WebhookResult => ({
  _tag: 'Answered',
  status,
  retryAfterSeconds,
  ms: 12.4,
  address: '203.0.113.7',
});

export const timedOut: WebhookResult = { _tag: 'NotAnswered', failure: 'timeout', ms: 15_000, address: '203.0.113.7' };

/** A sender that notes what it is given, and answers what the test says. */
export const scriptedSender = () => {
  const sent: WebhookRequest[] = [];
  const script = {
    answer: (_: WebhookRequest): WebhookResult | Promise<WebhookResult> => answered(204),
  };
  const sender: WebhookSender = {
    send: (request) => async () => {
      sent.push(request);
      return script.answer(request);
    },
    rejectionOf: (url) => (url.startsWith('https://') ? null : 'scheme'),
  };
  return { sender, sent, script };
};
