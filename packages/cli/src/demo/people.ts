import { scenarios } from '@portcullis/adapter-memory';
import type { Environment } from '@portcullis/app/configuration';
import { E, type Status, standardPolicy } from '@portcullis/domain';
import { openRecords } from '../command/open-records.ts';
import type { RunningSandbox } from '../sandbox/sandbox.ts';
import { specimenImage } from './document-image.ts';
import { demoFailure } from './failure.ts';
import { openPartner, type Partner } from './partner.ts';
import { doSteps, openPerson, refuseFaceCheck } from './person.ts';
import { type PersonState, personState, shortLivedPolicy } from './person-states.ts';
import { createShownCalls, type ShownCalls } from './shown-calls.ts';
import { silentTable } from './table.ts';

/** The partner's name for the n-th person, counted from 0. */
const referenceOf = (n: number): string => `person-${String(n + 1).padStart(3, '0')}`;

/** The statuses in which a start that was interrupted leaves a person. */
const unfinished: ReadonlySet<Status> = new Set<Status>(['created', 'in_progress']);

/** Whether there is a person of this reference who has got as far as the state, or elsewhere. */
const isThere = async ({ calls, client }: Partner, reference: string, { ends }: PersonState): Promise<boolean> => {
  const { data } = await calls.show(client.profiles.list({ reference, limit: 1 }), () => '');
  const [found] = data;
  return found !== undefined && (found.status === ends || !unfinished.has(found.status));
};

/** Adds the policy of those who expire, for every partner, as `npx portcullis policy add` does: the standard one. */
const addShortLivedPolicy = async (records: Environment): Promise<void> => {
  const opened = openRecords(records);
  if (E.isLeft(opened)) throw demoFailure(opened.left.lines.join(' '));
  const standard = standardPolicy({ livenessThreshold: 75, specimens: true });
  const policy = { ...standard, id: shortLivedPolicy, version: '1', expiresAfterSeconds: 60 };
  const added = await opened.right.policyRepository.add(policy, null)();
  // The client of an earlier run does as well.
  if (E.isLeft(added) && added.left._tag !== 'AlreadyExists')
    throw demoFailure(`The policy ${shortLivedPolicy} was not added (${added.left._tag}).`);
};

const makePerson = async (partner: Partner, calls: ShownCalls, reference: string, state: PersonState) => {
  const { claimed, policy, scenario, steps } = state;
  const asked = { reference, claimed, sandbox: { scenario }, ...(policy !== undefined && { policy }) };
  const created = await calls.show(partner.client.profiles.create(asked), () => '');
  const { profile, verification_url: url } = created;
  if (steps.length === 0) return;
  const person = openPerson(calls, url, await specimenImage(scenarios[scenario].document));
  await doSteps(person, steps);
  if (state.refusesFace === true) await refuseFaceCheck(person);
  if (state.isCanceled === true)
    await calls.show(partner.client.histories.postStatusEvent(profile.id, { event: 'canceled' }), () => '');
};

/**
 * Makes people in all states, most of them in review, as a partner and the persons themselves do it, with specimens of
 * a state that does not exist. People who are there already stay as they are, so that a second call makes nobody.
 * `onPerson` is told after each how many are there. Throws a failure of the demo where a call is refused.
 */
export const makePeople = async (
  { info, records }: Pick<RunningSandbox, 'info' | 'records'>,
  count: number,
  onPerson: (there: number) => void = () => undefined,
): Promise<void> => {
  const { base_url: baseUrl, client_id: clientId, client_secret: clientSecret } = info;
  const calls = createShownCalls(baseUrl, silentTable);
  const partner = openPartner(calls, { clientId, clientSecret });
  for (let n = 0; n < count; n += 1) {
    const reference = referenceOf(n);
    const state = personState(n);
    if (!(await isThere(partner, reference, state))) {
      if (state.policy !== undefined) await addShortLivedPolicy(records);
      await makePerson(partner, calls, reference, state);
    }
    onPerson(n + 1);
  }
};
