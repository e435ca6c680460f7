import { type Diagnosis, E, type Finding, type NotFound, pipe, TE, type Unavailable } from '@portcullis/domain';
import type { FingerprintAccount, FingerprintRegion } from './account.ts';
import { askEvent } from './ask-event.ts';
import { nameOf, refusalOf } from './refusals.ts';

/** The id has the right form and dates from a time before the service existed, so the event cannot exist. */
const impossibleEvent = '1000000000000.000000';

type Found = Omit<Finding, 'subject'>;
type Findings = { readonly key: Found; readonly region: Found; readonly subscription: Found };

const ok = (found: string): Found => ({ verdict: 'ok', found, mend: null });
const wrong = (found: string, mend: string): Found => ({ verdict: 'wrong', found, mend });
const unknown = (found: string): Found => ({ verdict: 'unknown', found, mend: null });

const keyTaken = ok('Fingerprint takes the key.');
const unsaid = unknown('Fingerprint did not come to say.');

const allOk = (region: FingerprintRegion): Findings => ({
  key: keyTaken,
  region: ok(`The workspace of the key is in ${region}.`),
  subscription: ok('The subscription is active.'),
});

const badKey: Findings = {
  key: wrong(
    'Fingerprint does not know the key.',
    'Set FINGERPRINT_SECRET_KEY to a Secret API key (not the public one) of the workspace; see that FINGERPRINT_REGION is its region.',
  ),
  region: unsaid,
  subscription: unsaid,
};

const subscriptionFault = (found: string, mend: string): Findings => ({
  key: keyTaken,
  region: unsaid,
  subscription: wrong(found, mend),
});

/** What each response means for the key, the region and the subscription. */
const findingsOf = (answer: string, region: FingerprintRegion): Findings | null => {
  switch (answer) {
    case '404 event_not_found':
      return allOk(region);
    case '403 secret_api_key_required':
    case '403 secret_api_key_not_found':
    case '401':
      return badKey;
    case '403 wrong_region':
      return {
        key: keyTaken,
        region: wrong(
          `The workspace of the key is not in ${region}.`,
          'Set FINGERPRINT_REGION to the region of the workspace: us, eu or ap.',
        ),
        subscription: unsaid,
      };
    case '403 subscription_not_active':
      return subscriptionFault(
        'The subscription of the workspace is not active.',
        'See to the subscription in the dashboard of Fingerprint.',
      );
    case '403 feature_not_enabled':
      return subscriptionFault(
        'The plan of the workspace does not include what is asked for.',
        'Ask Fingerprint for the Server API in the plan of the workspace.',
      );
    default:
      return null;
  }
};

const noAnswer: { readonly [Kind in Unavailable['kind']]?: string } = {
  unavailable: 'Fingerprint is out, or is not reached from here.',
  timeout: 'Fingerprint gave no answer in time.',
  quota: 'Fingerprint takes no more questions just now.',
  rejected: 'Fingerprint did not understand the question.',
};

const nothingSaid = (refusal: NotFound | Unavailable): Findings => {
  const why = refusal._tag === 'Unavailable' ? noAnswer[refusal.kind] : undefined;
  const found: Found = {
    verdict: 'unknown',
    found: why ?? 'What answered is not the Server API of Fingerprint, or refuses for a reason of its own.',
    mend: 'Look again later, and see whether this machine gets out to Fingerprint.',
  };
  return { key: found, region: found, subscription: found };
};

/**
 * Requests an event that cannot exist. When Fingerprint answers that it does not exist, the key and the region are
 * right. The request is free of charge.
 */
export const fingerprintDiagnosis = (account: FingerprintAccount): Diagnosis => {
  const { region, way } = account;
  const asked = way.call({ service: 'device', operation: 'events.get' }, (signal) => async () => {
    const answer = await askEvent(account, impossibleEvent, signal);
    const findings = findingsOf(nameOf(answer), region);
    return findings ? E.right(findings) : E.left(refusalOf(answer, impossibleEvent));
  });
  return () =>
    pipe(
      asked,
      TE.orElse((refusal) => TE.right<never, Findings>(nothingSaid(refusal))),
      TE.map(({ key, region: at, subscription }): readonly Finding[] => [
        { subject: 'Fingerprint secret key', ...key },
        { subject: 'Fingerprint region', ...at },
        { subject: 'Fingerprint subscription', ...subscription },
      ]),
    );
};
