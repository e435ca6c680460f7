import { type Diagnosis, E, type NotFound, pipe, TE, type Unavailable } from '@portcullis/domain';
import type { DiagnosisFinding } from '@portcullis/domain/ports';
import type { FingerprintAccount, FingerprintRegion } from './account.ts';
import { errorName, failureOf } from './errors.ts';
import { getEvent } from './get-event.ts';

/** The id has the right form and dates from a time before the service existed, so the event cannot exist. */
const nonexistentEventId = '1000000000000.000000';

type FindingResult = Omit<DiagnosisFinding, 'subject'>;
type Findings = { readonly key: FindingResult; readonly region: FindingResult; readonly subscription: FindingResult };

const ok = (found: string): FindingResult => ({ verdict: 'ok', found, remedy: null });
const wrong = (found: string, remedy: string): FindingResult => ({ verdict: 'wrong', found, remedy });
const unknown = (found: string): FindingResult => ({ verdict: 'unknown', found, remedy: null });

const keyAccepted = ok('Fingerprint takes the key.');
const notDetermined = unknown('Fingerprint answered before this could be determined.');

const allOk = (region: FingerprintRegion): Findings => ({
  key: keyAccepted,
  region: ok(`The workspace of the key is in ${region}.`),
  subscription: ok('The subscription is active.'),
});

const keyRejected: Findings = {
  key: wrong(
    'Fingerprint does not know the key.',
    'Set FINGERPRINT_SECRET_KEY to a Secret API key (not the public one) of the workspace; see that FINGERPRINT_REGION is its region.',
  ),
  region: notDetermined,
  subscription: notDetermined,
};

const subscriptionRejected = (found: string, remedy: string): Findings => ({
  key: keyAccepted,
  region: notDetermined,
  subscription: wrong(found, remedy),
});

/** The meaning of each response for the key, the region and the subscription. */
const findingsOf = (errorName: string, region: FingerprintRegion): Findings | null => {
  switch (errorName) {
    case '404 event_not_found':
      return allOk(region);
    case '403 secret_api_key_required':
    case '403 secret_api_key_not_found':
    case '401':
      return keyRejected;
    case '403 wrong_region':
      return {
        key: keyAccepted,
        region: wrong(
          `The workspace of the key is not in ${region}.`,
          'Set FINGERPRINT_REGION to the region of the workspace: us, eu or ap.',
        ),
        subscription: notDetermined,
      };
    case '403 subscription_not_active':
      return subscriptionRejected(
        'The subscription of the workspace is not active.',
        'See to the subscription in the dashboard of Fingerprint.',
      );
    case '403 feature_not_enabled':
      return subscriptionRejected(
        'The plan of the workspace does not include what is asked for.',
        'Ask Fingerprint for the Server API in the plan of the workspace.',
      );
    default:
      return null;
  }
};

const failureMessages: { readonly [Kind in Unavailable['kind']]?: string } = {
  unavailable: 'Fingerprint is out, or is not reached from here.',
  timeout: 'Fingerprint gave no answer in time.',
  quota: 'Fingerprint takes no more questions just now.',
  rejected: 'Fingerprint did not understand the question.',
};

const inconclusiveFindings = (failure: NotFound | Unavailable): Findings => {
  const message = failure._tag === 'Unavailable' ? failureMessages[failure.kind] : undefined;
  const found: FindingResult = {
    verdict: 'unknown',
    found: message ?? 'What answered is not the Server API of Fingerprint, or refuses for a reason of its own.',
    remedy: 'Look again later, and see whether this machine gets out to Fingerprint.',
  };
  return { key: found, region: found, subscription: found };
};

/**
 * Requests an event that cannot exist. When Fingerprint answers that it does not exist, the key and the region are
 * right. The request is free of charge.
 */
export const fingerprintDiagnosis = (account: FingerprintAccount): Diagnosis => {
  const { region, vendorClient } = account;
  const request = vendorClient.call({ service: 'device', operation: 'events.get' }, (call) => async () => {
    const response = await getEvent(account, nonexistentEventId, call);
    const findings = findingsOf(errorName(response), region);
    return findings ? E.right(findings) : E.left(failureOf(response, nonexistentEventId));
  });
  return () =>
    pipe(
      request,
      TE.orElse((failure) => TE.right(inconclusiveFindings(failure))),
      TE.map(({ key, region: at, subscription }): readonly DiagnosisFinding[] => [
        { subject: 'Fingerprint secret key', ...key },
        { subject: 'Fingerprint region', ...at },
        { subject: 'Fingerprint subscription', ...subscription },
      ]),
    );
};
