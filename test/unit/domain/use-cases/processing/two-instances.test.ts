import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { memoryRecords } from '../../../../support/records/memory-records.ts';
import { mustSucceed } from '../../../../support/run.ts';
import {
  aPerson,
  aService,
  completeLiveness,
  personActions,
  stored,
} from '../../../../support/services/memory-service.ts';

describe('a second instance of the service', () => {
  it('leaves a profile alone while the instance that submitted it waits for a provider as long as it may', async () => {
    const records = memoryRecords();
    const clock = fakeClock();
    let answer: () => void = () => undefined;
    const minute = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const one = aService(
      {
        reader: ({ read }) => ({
          read: (input) => async () => {
            await minute;
            return read(input)();
          },
        }),
      },
      records,
      clock,
    );
    const other = aService({ seed: 'other' }, records, clock);
    const person = await aPerson(one);
    await mustSucceed(personActions(person).consent());
    await completeLiveness(person);
    const submitted = mustSucceed(
      personActions(person).patch({ files: [{ kind: 'document_front', bytes: tinyJpeg() }] }),
    );
    while ((await stored(one, person.id)).status !== 'processing') await new Promise(setImmediate);
    clock.advance(60_000);
    expect(await mustSucceed(other.sweep())).to.deep.equal({ seen: 0, failures: [] });
    answer();
    expect((await submitted).profile.status).to.equal('approved');
  });
});
