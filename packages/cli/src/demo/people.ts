import { scenarios } from '@portcullis/adapter-memory';
import type { Status } from '@portcullis/domain';
import type { SandboxInfo } from '../sandbox/sandbox.ts';
import { specimenImage } from './document-image.ts';
import { openPartner, type Partner } from './partner.ts';
import { doSteps, openPerson, refuseFaceCheck } from './person.ts';
import { type PersonState, personState } from './person-states.ts';
import { createShownCalls, type ShownCalls } from './shown-calls.ts';
import { createTable } from './table.ts';

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

const makePerson = async (partner: Partner, calls: ShownCalls, reference: string, state: PersonState) => {
  const { claimed, scenario, steps } = state;
  const profile = { reference, claimed, sandbox: { scenario } };
  const { verification_url: url } = await calls.show(partner.client.profiles.create(profile), () => '');
  if (steps.length === 0) return;
  const person = openPerson(calls, url, await specimenImage(scenarios[scenario].document));
  await doSteps(person, steps);
  if (state.refusesFace === true) await refuseFaceCheck(person);
};

/**
 * Makes people in all states of waiting, as a partner and the persons themselves do it, with specimens of a state that
 * does not exist. Whoever is there already stays as they are, so that a second call makes nobody. `onPerson` is told
 * after each how many are there. Throws a failure of the demo where a call is refused.
 */
export const makePeople = async (
  { base_url: baseUrl, client_id: clientId, client_secret: clientSecret }: SandboxInfo,
  count: number,
  onPerson: (there: number) => void = () => undefined,
): Promise<void> => {
  const calls = createShownCalls(baseUrl, createTable({ write: () => true }));
  const partner = openPartner(calls, { clientId, clientSecret });
  for (let n = 0; n < count; n += 1) {
    const [reference, state] = [referenceOf(n), personState(n)];
    if (!(await isThere(partner, reference, state))) await makePerson(partner, calls, reference, state);
    onPerson(n + 1);
  }
};
