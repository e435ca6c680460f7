import type { FlatPolicy } from '@portcullis/domain/checks';
import { policy } from '../builders/profile-states.ts';
import { memoryRecords } from '../records/memory-records.ts';
import { aPerson, aService, type Service } from './memory-service.ts';
import { submitEverything } from './submit-everything.ts';

const scenarios = ['approve', 'decline_face_mismatch'] as const;

/** So many people who were approved or declined, by turns, in one store. */
export const decidedPeople = async (
  count: number,
): Promise<readonly { readonly service: Service; readonly id: string }[]> => {
  const records = memoryRecords();
  const services = scenarios.map((scenario) => aService({ scenario, seed: scenario }, records));
  const found: { readonly service: Service; readonly id: string }[] = [];
  for (let n = 0; n < count; n += 1) {
    const service = services[n % services.length];
    if (service === undefined) throw new Error('no service');
    const person = await aPerson(service, { reference: `customer-${n}` });
    await submitEverything(person);
    found.push({ service, id: person.id });
  }
  return found;
};

/** A draft that changes the decision about each of them. */
export const draftOfBackTest: FlatPolicy = {
  ...policy,
  id: 'mine',
  version: '1',
  actions: { ...policy.actions, face_mismatch: 'review' },
  liveness: { ...policy.liveness, pass: 100 },
};
