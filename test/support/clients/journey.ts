import { setTimeout as sleep } from 'node:timers/promises';
import { type ScenarioName, scenarioNames, scenarios } from '@portcullis/adapter-memory';
import { type ChainVerdict, type LedgerEntry, type Status, verifyChain } from '@portcullis/domain';
import type { RetryRound } from '#adapters/memory/simulation/scenarios';
import { isFullEffort } from '../effort.ts';
import {
  Created,
  History,
  PartnerProfile,
  type PersonClient,
  performStep,
  personClientAt,
  readReply,
  sendRequest,
} from './api-client.ts';

/** A partner: the address of the service, a machine token, and how a scenario is chosen. */
export type PartnerClient = {
  readonly baseUrl: string;
  readonly token: string;
  /** The members of a create request by which the scenario is played. */
  readonly choose: (scenario: ScenarioName) => object;
  /** The photo of every document, instead of the specimen of the scenario, where nothing is read from it. */
  readonly photo?: Blob;
};

/** In a sandbox the scenario is part of the profile. */
export const sandboxScenario = (scenario: ScenarioName): object => ({ sandbox: { scenario } });

/** In each place somebody is approved, declined, put into review for their device, and asked again. */
const inQuickRuns = {
  production: ['approve', 'decline_face_mismatch', 'retry_liveness_failed_then_approve', 'device_bot'],
  sandbox: [
    'approve_after_waiting',
    'liveness_session_expired_then_approve',
    'decline_attempts_exhausted',
    'device_replayed',
  ],
} as const satisfies { readonly [place: string]: readonly ScenarioName[] };

/** The scenarios that a service plays. Stores in memory have all (`test/service/simulated-journeys.test.ts`). */
export const scenariosOf = (place: keyof typeof inQuickRuns): readonly ScenarioName[] =>
  isFullEffort ? scenarioNames : inQuickRuns[place];

/** Words of the partner that no response to the person may contain. */
export const partnerWords = { reference: 'customer-7431', note: 'from branch 5119' } as const;

/** Creates a profile, and its person with the token from the link. */
export const newPerson = async (
  { baseUrl, choose, token }: PartnerClient,
  scenario: ScenarioName,
): Promise<PersonClient> => {
  const json = {
    reference: `${partnerWords.reference}-${scenario}-${crypto.randomUUID()}`,
    metadata: { note: partnerWords.note },
    ...choose(scenario),
  };
  const created = readReply(
    Created,
    await sendRequest(baseUrl, { method: 'POST', path: '/api/profiles/create', token, json }),
    201,
  );
  const fragment = new URLSearchParams(new URL(created.verification_url).hash.slice(1));
  return personClientAt(baseUrl, created.profile.id, fragment.get('token') ?? '');
};

export const partnerProfile = async ({ baseUrl, token }: PartnerClient, id: string) =>
  readReply(PartnerProfile, await sendRequest(baseUrl, { path: `/api/profiles/${id}`, token }));

/** Reads both histories in ledger order, in pages of three, so that every journey uses paging. */
export const wholeLedger = async ({ baseUrl, token }: PartnerClient, id: string): Promise<readonly LedgerEntry[]> => {
  const entries: LedgerEntry[] = [];
  for (const history of ['status_history', 'verification_history']) {
    for (let after: number | null = 0; after !== null; ) {
      const path: string = `/api/${history}/${id}?after_seq=${after}&limit=3`;
      const page = readReply(History, await sendRequest(baseUrl, { path, token }));
      entries.push(...page.data);
      after = page.next_after_seq;
    }
  }
  return entries.sort((a, b) => a.seq - b.seq);
};

/**
 * Waits for checks that the service runs in the background, and asks less and less often: an outage takes half a minute
 * of them, and each question as much of the processor as a step of a journey.
 */
const untilProcessed = async (partner: PartnerClient, id: string) => {
  for (let pauseMs = 50; ; pauseMs = Math.min(2 * pauseMs, 1000)) {
    const profile = await partnerProfile(partner, id);
    if (profile.status !== 'processing') return profile;
    await sleep(pauseMs);
  }
};

/** The result of a journey, in the format of the scenario table. */
export type JourneyResult = {
  readonly person: PersonClient;
  readonly retries: readonly RetryRound[];
  readonly status: Status;
  readonly reasons: readonly string[];
  readonly ledger: ChainVerdict;
  readonly version: number;
};

const open: readonly Status[] = ['created', 'in_progress', 'requires_input'];
const maxRounds = 5;

/** Does the steps of a scenario, then the steps that are requested again, until there are none. */
export const playJourney = async (partner: PartnerClient, name: ScenarioName): Promise<JourneyResult> => {
  const { document, expected } = scenarios[name];
  const person = await newPerson(partner, name);
  const photo = partner.photo ?? document;
  for (const step of expected.steps) await performStep(person, step, photo);
  const retries: RetryRound[] = [];
  let profile = await untilProcessed(partner, person.profileId);
  for (
    ;
    open.includes(profile.status) && retries.length < maxRounds;
    profile = await untilProcessed(partner, person.profileId)
  ) {
    const asked = profile.requirements.filter(({ state }) => state === 'missing' || state === 'rejected');
    const again = asked.map(({ step }) => step);
    retries.push({ reasons: asked.flatMap(({ reasons }) => reasons), steps: again });
    for (const step of again) await performStep(person, step, photo);
  }
  await person.ask({ path: `/api/profiles/${person.profileId}` });
  const { status, status_reasons: reasons, version } = profile;
  const ledger = verifyChain(person.profileId, await wholeLedger(partner, person.profileId), { version, status });
  return {
    person,
    retries,
    status,
    reasons,
    ledger,
    version,
  };
};
