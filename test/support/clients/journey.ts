import { setTimeout as sleep } from 'node:timers/promises';
import { type RetryRound, type ScenarioName, scenarios } from '@portcullis/adapter-memory';
import { type ChainVerdict, type LedgerEntry, type Status, verifyChain } from '@portcullis/domain';
import { act, askAt, Created, History, PartnerProfile, type Person, personAt, read } from './api-client.ts';

/** A partner: the address of the service, a machine token, and how a scenario is chosen. */
export type Partner = {
  readonly baseUrl: string;
  readonly token: string;
  /** The members of a create request by which the scenario is played. */
  readonly choose: (scenario: ScenarioName) => object;
};

/** In a sandbox the scenario is part of the profile. */
export const inSandbox = (scenario: ScenarioName): object => ({ sandbox: { scenario } });

/** Words of the partner that no response to the person may contain. */
export const ownWords = { reference: 'customer-7431', note: 'from branch 5119' } as const;

/** Creates a profile, and its person with the token from the link. */
export const newPerson = async ({ baseUrl, choose, token }: Partner, scenario: ScenarioName): Promise<Person> => {
  const json = {
    reference: `${ownWords.reference}-${scenario}-${crypto.randomUUID()}`,
    metadata: { note: ownWords.note },
    ...choose(scenario),
  };
  const created = read(
    Created,
    await askAt(baseUrl, { method: 'POST', path: '/api/profiles/create', token, json }),
    201,
  );
  const fragment = new URLSearchParams(new URL(created.verification_url).hash.slice(1));
  return personAt(baseUrl, created.profile.id, fragment.get('token') ?? '');
};

export const partnerProfile = async ({ baseUrl, token }: Partner, id: string) =>
  read(PartnerProfile, await askAt(baseUrl, { path: `/api/profiles/${id}`, token }));

/** Reads both histories in ledger order, in pages of three, so that every journey uses paging. */
export const wholeLedger = async ({ baseUrl, token }: Partner, id: string): Promise<readonly LedgerEntry[]> => {
  const entries: LedgerEntry[] = [];
  for (const history of ['status_history', 'verification_history']) {
    for (let after: number | null = 0; after !== null; ) {
      const path: string = `/api/${history}/${id}?after_seq=${after}&limit=3`;
      const page = read(History, await askAt(baseUrl, { path, token }));
      entries.push(...page.data);
      after = page.next_after_seq;
    }
  }
  return entries.sort((a, b) => a.seq - b.seq);
};

/** Waits for checks that the service runs in the background. */
const checked = async (partner: Partner, id: string) => {
  for (;;) {
    const profile = await partnerProfile(partner, id);
    if (profile.status !== 'processing') return profile;
    await sleep(50);
  }
};

/** The result of a journey, in the format of the scenario table. */
export type Played = {
  readonly person: Person;
  readonly retries: readonly RetryRound[];
  readonly status: Status;
  readonly reasons: readonly string[];
  readonly ledger: ChainVerdict;
  readonly version: number;
};

const open: readonly Status[] = ['created', 'in_progress', 'requires_input'];
const maxRounds = 5;

/** Does the steps of a scenario, then the steps that are requested again, until there are none. */
export const play = async (partner: Partner, name: ScenarioName): Promise<Played> => {
  const { document, expected } = scenarios[name];
  const person = await newPerson(partner, name);
  for (const step of expected.steps) await act(person, step, document);
  const retries: RetryRound[] = [];
  let profile = await checked(partner, person.profileId);
  for (
    ;
    open.includes(profile.status) && retries.length < maxRounds;
    profile = await checked(partner, person.profileId)
  ) {
    const asked = profile.requirements.filter(({ state }) => state === 'missing' || state === 'rejected');
    const again = asked.map(({ step }) => step);
    retries.push({ reasons: asked.flatMap(({ reasons }) => reasons), steps: again });
    for (const step of again) await act(person, step, document);
  }
  await person.ask({ path: `/api/profiles/${person.profileId}` });
  const { status, status_reasons: reasons, version } = profile;
  const ledger = verifyChain(person.profileId, await wholeLedger(partner, person.profileId), { version, status });
  return { person, retries, status, reasons, ledger, version };
};
