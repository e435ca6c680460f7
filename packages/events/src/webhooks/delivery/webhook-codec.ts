import { matching, oneOf, t } from '@portcullis/domain/kernel';
import { nonNegativeInteger, nullable, recordCodec, timestamp } from '@portcullis/domain/serialization';
import { webhookFailures } from '../../ports/webhook-sender.ts';

/** A line of the log of tries, as it is stored. */
export const WebhookTryCodec = recordCodec('try of a delivery', {
  at: timestamp,
  eventId: matching('an event id', /^evt_[a-z0-9]{15}$/),
  attempt: nonNegativeInteger,
  outcome: oneOf(['delivered', 'failed', 'dead']),
  status: nullable(nonNegativeInteger),
  failure: nullable(oneOf(webhookFailures)),
  ms: nonNegativeInteger,
  address: nullable(t.string),
});
