import { setTimeout as sleep } from 'node:timers/promises';
import type { Status, Step } from '@portcullis/domain';
import type { ApiClient } from './api-client.ts';
import type { DocumentImage } from './document-image.ts';
import { demoFailure } from './failure.ts';
import {
  AnalysisResponse,
  CredentialsResponse,
  type FlowProfile,
  FlowProfileResponse,
  LivenessResultResponse,
  SessionResponse,
  SettingsResponse,
} from './responses.ts';

/** The person's browser: it has the link, and nothing else from the partner. */
export type Person = {
  readonly api: ApiClient;
  readonly profileId: string;
  readonly flowToken: string;
  readonly image: DocumentImage;
};

const pollPauseMs = 400;
const timeoutMs = 120_000;
const maxRounds = 8;

/** Takes the flow token out of the link's fragment, which a browser does not send to any server. */
export const flowTokenOf = (verificationUrl: string): string => {
  const token = URL.canParse(verificationUrl)
    ? new URLSearchParams(new URL(verificationUrl).hash.slice(1)).get('token')
    : null;
  if (token === null) throw demoFailure('The verification URL has no flow token in its fragment.');
  return token;
};

const reasonList = (reasons: readonly { readonly code: string }[]): string =>
  reasons.length === 0 ? '' : ` (${reasons.map(({ code }) => code).join(', ')})`;

const profileSummary = ({ status, status_reasons: reasons, attempt }: FlowProfile): string =>
  `${status}${reasonList(reasons)}, attempt ${attempt.number} of ${attempt.max}`;

const asPerson = ({ flowToken }: Person) => ({ who: 'person', token: flowToken }) as const;

const getOwnProfile = (person: Person): Promise<FlowProfile> =>
  person.api.call(
    { ...asPerson(person), method: 'GET', path: `/api/profiles/${person.profileId}` },
    FlowProfileResponse,
    profileSummary,
  );

const patchProfile = (person: Person, body: { readonly json: unknown } | { readonly form: FormData }, what: string) =>
  person.api.call(
    { ...asPerson(person), method: 'PATCH', path: `/api/profiles/${person.profileId}`, ...body },
    FlowProfileResponse,
    ({ status }) => `${what}; ${status}`,
  );

const giveConsent = async (person: Person): Promise<void> => {
  const { consent } = await person.api.call(
    { ...asPerson(person), method: 'GET', path: '/api/settings' },
    SettingsResponse,
    ({ consent: { current } }) => `consent text ${current?.text_version ?? '-'} in ${current?.language ?? '-'}`,
  );
  if (consent.current === null) throw demoFailure('The service names no consent text.');
  const { language, text_version } = consent.current;
  const json = { consent: { text_version, locale: language, granted: true } };
  await patchProfile(person, { json }, 'consent recorded');
};

const photoForm = ({ image }: Person): FormData => {
  const form = new FormData();
  form.append('document_front', new Blob([image.bytes], { type: image.type }), image.name);
  return form;
};

/** A browser never gets the ids of files, so it sends the photo again; the service recognises the one it has stored. */
const submitDocument = async (person: Person): Promise<void> => {
  const kib = Math.ceil(person.image.bytes.length / 1024);
  await patchProfile(person, { form: photoForm(person) }, `photo of ${kib} KiB stored`);
  await person.api.call(
    { ...asPerson(person), method: 'POST', path: '/api/ai/document-analysis', form: photoForm(person) },
    AnalysisResponse,
    ({ document, reasons, profile_status: status }) =>
      `${document.type ?? 'no document found'}${reasonList(reasons)}; ${status}`,
  );
};

const completeLiveness = async (person: Person): Promise<void> => {
  const session = await person.api.call(
    { ...asPerson(person), method: 'POST', path: '/api/face-liveness/session', json: {} },
    SessionResponse,
    ({ session_id: id, region, challenge }) => `session ${id.slice(0, 8)}… in ${region}, ${challenge}`,
  );
  await person.api.call(
    { ...asPerson(person), method: 'GET', path: '/api/cloud/credentials' },
    CredentialsResponse,
    ({ region, expiration }) => `for ${region} until ${expiration.slice(11, 19)} UTC`,
  );
  const path = `/api/face-liveness/results/${session.session_id}`;
  const shown = `${path.slice(0, 35)}…`;
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const { live } = await person.api.call(
      { ...asPerson(person), method: 'GET', path, shown },
      LivenessResultResponse,
      ({ status, live: isLive, reasons, profile_status: now }) =>
        `${status}, ${isLive === null ? 'still running' : isLive ? 'live' : `not live${reasonList(reasons)}`}; ${now}`,
    );
    if (live !== null) return;
    await sleep(pollPauseMs);
  }
  throw demoFailure('The liveness session did not come to an end.');
};

const submitDevice = async (person: Person): Promise<void> => {
  await patchProfile(person, { json: { device: { event_id: `sim-${person.profileId}` } } }, 'device event recorded');
};

const stepActions: Readonly<Partial<Record<Step, (person: Person) => Promise<void>>>> = {
  consent: giveConsent,
  document_front: submitDocument,
  liveness: completeLiveness,
  device: submitDevice,
};

const doSteps = async (person: Person, steps: readonly Step[]): Promise<void> => {
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
