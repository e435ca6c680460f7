import { dueAt } from '@portcullis/domain/profile';
import { expect } from 'chai';
import { tinyJpeg } from '../images/tiny-jpeg.ts';
import { mustSucceed } from '../run.ts';
import { completeLiveness, type Person, personActions, stored } from './memory-service.ts';

/** Supplies everything that the person must supply; the checks run with the last step. */
export const submitEverything = async (person: Person, deviceEvent?: string): Promise<void> => {
  const { consent, patch } = personActions(person);
  await mustSucceed(consent());
  if (deviceEvent !== undefined) await mustSucceed(patch({ device: { eventId: deviceEvent } }));
  await mustSucceed(patch({ files: [{ kind: 'document_front', bytes: tinyJpeg() }] }));
  await completeLiveness(person);
};

/** Waits until the profile is due, and lets the sweeper process it. */
export const sweepOnce = async ({ id, service }: Person) => {
  const due = dueAt(await stored(service, id)) ?? '';
  service.clock.advance(Date.parse(due) - service.clock.now());
  expect(await mustSucceed(service.sweep())).to.deep.equal({ seen: 1, failures: [] });
  return stored(service, id);
};

/** Answers the failures in the evidence, each as observation and reason. */
export const failuresOf = async ({ id, service }: Person) =>
  (await stored(service, id)).evidence.flatMap((e) =>
    e.kind === 'provider_failure' ? [`${e.observation} ${e.reason}`] : [],
  );
