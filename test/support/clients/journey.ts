import { setTimeout as sleep } from 'node:timers/promises';
import { type RetryRound, type ScenarioName, scenarios } from '@portcullis/adapter-memory';
import { type ChainVerdict, type LedgerEntry, type Status, verifyChain } from '@portcullis/domain';
import { act, askAt, Created, History, PartnerProfile, type Person, personAt, read } from './api-client.ts';

/** A partner: where the service is, a machine token, and how a scenario is chosen there. */
export type Partner = {
  readonly baseUrl: string;
  readonly token: string;
  /** What a request to create must hold for the scenario to be played. */
  readonly choose: (scenario: ScenarioName) => object;
};

/** In a sandbox the scenario is a part of the profile. */
export const inSandbox = (scenario: ScenarioName): object => ({ sandbox: { scenario } });

/** Words of the partner's that no answer to the person may hold. */
export const ownWords = { reference: 'customer-7431', note: 'from branch 5119' } as const;

/** A new profile, and its person with the token out of the link. */
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

/** Both histories in one, in the order of the ledger; read in pages of three, so that every journey turns pages. */
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

/** Waits for checks that the service goes on with by itself. */
const checked = async (partner: Partner, id: string) => {
  for (;;) {
    const profile = await partnerProfile(partner, id);
    if (profile.status !== 'processing') return profile;
    await sleep(50);
  }
};

/** How a journey went, in the words of the table of scenarios. */
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

/** The steps of a scenario, then what is asked again, until nothing is. */
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
