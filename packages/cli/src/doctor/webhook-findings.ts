import { type DatabaseEngine, databaseOutage } from '@portcullis/app';
import { E, type TaskEither, type Unavailable } from '@portcullis/domain';
import type { DiagnosisFinding } from '@portcullis/domain/ports';
import type { PingedEndpoint } from '@portcullis/events';
import type { WebhookResult } from '@portcullis/events/ports';

const remedies: { readonly [Failure in Extract<WebhookResult, { _tag: 'NotAnswered' }>['failure']]?: string } = {
  refused_address: 'If receivers are in your own network, name it in WEBHOOK_ALLOW_NETWORKS.',
  dns_failed: 'Look at the resolver of this machine, and whether the name exists.',
  tls_failed: 'Look at the certificate of the receiver; add that of a gateway to NODE_EXTRA_CA_CERTS.',
};

const ofReceiver = 'Look at the receiver, and at what is between it and this machine.';

const pingFinding = ({ endpoint, result }: PingedEndpoint): DiagnosisFinding => {
  const subject = `webhook endpoint ${endpoint.id} of ${endpoint.tenant.partnerId}`;
  if (result._tag === 'NotAnswered') {
    const remedy = remedies[result.failure] ?? ofReceiver;
    return { subject, verdict: 'wrong', found: `it did not answer the ping (${result.failure}).`, remedy };
  }
  const found = `it answered the ping with ${result.status} after ${Math.round(result.ms)} ms.`;
  const isReceived = result.status >= 200 && result.status < 300;
  return { subject, verdict: isReceived ? 'ok' : 'wrong', found, remedy: isReceived ? null : ofReceiver };
};

const none: DiagnosisFinding = {
  subject: 'webhook endpoints',
  verdict: 'ok',
  found: 'none is enabled, so nothing was sent.',
  remedy: null,
};

/** The answers of the endpoints of all partners to a signed ping. */
export const webhookFindings = async (
  ping: TaskEither<Unavailable, readonly PingedEndpoint[]>,
  engine: DatabaseEngine,
): Promise<readonly DiagnosisFinding[]> => {
  const pinged = await ping();
  if (E.isLeft(pinged))
    return [{ subject: 'webhook endpoints', verdict: 'unknown', ...databaseOutage(pinged.left, engine) }];
  return pinged.right.length === 0 ? [none] : pinged.right.map(pingFinding);
};
