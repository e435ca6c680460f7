import { setTimeout as sleep } from 'node:timers/promises';
import { createFlowClient, type FlowClient, type FlowProfile, readVerificationUrl } from '@portcullis/client/flow';
import type { Status, Step } from '@portcullis/domain';
import type { DemoImage } from './document-image.ts';
import { demoFailure } from './failure.ts';
import type { ShownCalls } from './shown-calls.ts';

/** The person's browser: it has the link, and nothing else from the partner. */
export type Person = {
  readonly calls: ShownCalls;
  readonly client: FlowClient;
  readonly profileId: string;
  readonly image: DemoImage;
};

const pollPauseMs = 400;
const timeoutMs = 120_000;
const maxRounds = 8;

/** Opens the link: the flow token is in its fragment, which a browser does not send to any server. */
export const openPerson = (calls: ShownCalls, verificationUrl: string | null, image: DemoImage): Person => {
  const access = readVerificationUrl(verificationUrl ?? '');
  if (access === null) throw demoFailure('The verification URL has no flow token in its fragment.');
  const client = createFlowClient({ ...calls.connectionOf('person'), ...access });
  return { calls, client, profileId: access.profileId, image };
};

const reasonList = (reasons: readonly { readonly code: string }[]): string =>
  reasons.length === 0 ? '' : ` (${reasons.map(({ code }) => code).join(', ')})`;

const profileSummary = ({ status, status_reasons: reasons, attempt }: FlowProfile): string =>
  `${status}${reasonList(reasons)}, attempt ${attempt.number} of ${attempt.max}`;

const getOwnProfile = ({ calls, client }: Person): Promise<FlowProfile> =>
  calls.show(client.getProfile(), profileSummary);

type Updated = ReturnType<FlowClient['updateProfile']>;

const showUpdate = async ({ calls }: Person, update: Updated, what: string): Promise<void> => {
  await calls.show(update, ({ status }) => `${what}; ${status}`);
};

/** The consent text that the person is shown. */
const readConsentText = async ({ calls, client }: Person) => {
  const { consent } = await calls.show(
    client.readSettings(),
    ({ consent: { current } }) => `consent text ${current?.text_version ?? '-'} in ${current?.language ?? '-'}`,
  );
  if (consent.current === null) throw demoFailure('The service names no consent text.');
  const { language, text_version } = consent.current;
  return { text_version, locale: language };
};

const giveConsent = async (person: Person): Promise<void> => {
  const text = await readConsentText(person);
  const update = person.client.updateProfile({ consent: { ...text, granted: true } });
  await showUpdate(person, update, 'consent recorded');
};

/** Withdraws the consent to the face check alone. */
export const refuseFaceCheck = async (person: Person): Promise<void> => {
  const text = await readConsentText(person);
  const update = person.client.updateProfile({ consent: { ...text, granted: false, scope: 'face' } });
  await showUpdate(person, update, 'refusal recorded');
};

const photoOf = ({ bytes, name, type }: DemoImage): File => new File([bytes], name, { type });

/** A browser never gets the ids of files, so it sends the photo again; the service recognises the one it has stored. */
const submitDocument = async (person: Person): Promise<void> => {
  const { calls, client, image } = person;
  const kib = Math.ceil(image.bytes.length / 1024);
  const photo = photoOf(image);
  await showUpdate(person, client.updateProfileWithFiles({ document_front: photo }), `photo of ${kib} KiB stored`);
  await calls.show(
    client.analyzeDocumentWithFiles({ document_front: photo }),
    ({ document, reasons, profile_status: status }) =>
      `${document.type ?? 'no document found'}${reasonList(reasons)}; ${status}`,
  );
};

const completeLiveness = async ({ calls, client }: Person): Promise<void> => {
  const session = await calls.show(
    client.openLivenessSession({}),
    ({ session_id: id, region, challenge }) =>
      `session ${id.slice(0, 8)}… in ${region ?? 'no region'}, ${challenge ?? 'no challenge'}`,
  );
  await calls.show(
    client.issueBrowserCredentials(),
    ({ region, expiration }) => `for ${region} until ${expiration.slice(11, 19)} UTC`,
  );
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const { live } = await calls.show(
      client.readLivenessResult(session.session_id),
      ({ status, live: isLive, reasons, profile_status: now }) =>
        `${status}, ${isLive === null ? 'still running' : isLive ? 'live' : `not live${reasonList(reasons)}`}; ${now}`,
    );
    if (live !== null) return;
    await sleep(pollPauseMs);
  }
  throw demoFailure('The liveness session did not come to an end.');
};

const submitDevice = async (person: Person): Promise<void> => {
  const update = person.client.updateProfile({ device: { event_id: `sim-${person.profileId}` } });
  await showUpdate(person, update, 'device event recorded');
};

const stepActions: Readonly<Partial<Record<Step, (person: Person) => Promise<void>>>> = {
  consent: giveConsent,
  document_front: submitDocument,
  liveness: completeLiveness,
  device: submitDevice,
};

/** Does these steps once, in this order. */
export const doSteps = async (person: Person, steps: readonly Step[]): Promise<void> => {
  for (const step of steps) {
    const act = stepActions[step];
    if (act === undefined) throw demoFailure(`The service asks for ${step}, which the demo cannot give.`);
    await act(person);
  }
};

/** Polls until the checks are complete. During an outage the service calls the provider again, not the browser. */
const waitUntilProcessed = async (person: Person): Promise<FlowProfile> => {
  const deadline = performance.now() + timeoutMs;
  let profile = await getOwnProfile(person);
  for (let wait = pollPauseMs; profile.status === 'processing' && performance.now() < deadline; wait = wait * 1.5) {
    await sleep(wait);
    profile = await getOwnProfile(person);
  }
  return profile;
};

/** The statuses in which the person must act: again after a retry, or still after a session without a result. */
const awaitingInput: ReadonlySet<Status> = new Set<Status>(['created', 'in_progress', 'requires_input']);

const requestedSteps = ({ status, requirements }: FlowProfile): readonly Step[] => {
  const open = requirements.filter(({ state }) => state === 'missing' || state === 'rejected');
  return awaitingInput.has(status) ? open.map(({ step }) => step) : [];
};

const needsPhoto = (steps: readonly Step[]): boolean =>
  steps.includes('document_front') || steps.includes('document_back');

/**
 * Does the steps as a browser would, then repeats the steps that are requested again, until nothing more is requested.
 * A better photo is the one thing that the demo cannot provide: then the profile is left as it is.
 */
export const actAsPerson = async (person: Person, steps: readonly Step[]): Promise<FlowProfile> => {
  await doSteps(person, steps);
  let profile = await waitUntilProcessed(person);
  for (let round = 0; round < maxRounds; round += 1) {
    const again = requestedSteps(profile);
    if (again.length === 0 || needsPhoto(again)) break;
    await doSteps(person, again);
    profile = await waitUntilProcessed(person);
  }
  return profile;
};
