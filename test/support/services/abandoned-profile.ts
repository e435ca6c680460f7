import type { RecordStore } from '@portcullis/record-store';
import { fakeClock } from '../clock/fake-clock.ts';
import { memoryRecords } from '../records/memory-records.ts';
import { aPerson, aService, stored } from './memory-service.ts';
import { submitEverything } from './submit-everything.ts';

/**
 * Leaves a profile in `processing` now, as an instance does that dies while it waits for a provider. Answers its id.
 */
export const abandonProfile = async (stores: RecordStore): Promise<string> => {
  let startWaiting = (): void => undefined;
  const waits = new Promise<void>((resolve) => {
    startWaiting = resolve;
  });
  const compare = () => (): Promise<never> => {
    startWaiting();
    return new Promise(() => undefined);
  };
  const service = aService(
    { faces: () => ({ compare }), profiles: () => stores.profiles, files: () => stores.files },
    memoryRecords(),
    fakeClock(new Date().toISOString()),
  );
  const person = await aPerson(service, { reference: 'abandoned' });
  await Promise.race([waits, submitEverything(person)]);
  const { status } = await stored(service, person.id);
  if (status !== 'processing') throw new Error(`the abandoned profile is ${status}`);
  return person.id;
};
