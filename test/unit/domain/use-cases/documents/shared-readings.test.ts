import { expect } from 'chai';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { mustSucceed } from '../../../../support/run.ts';
import {
  aPerson,
  aService,
  completeLiveness,
  personActions,
  stored,
} from '../../../../support/services/memory-service.ts';

const image = tinyJpeg();

describe('a document that an analysis is reading', () => {
  it('is not read again by the checks that begin meanwhile, and the person is approved', async () => {
    let answer: () => void = () => undefined;
    const waits = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let asked = 0;
    const service = aService({
      reader: ({ read }) => ({
        read: (input) => async () => {
          asked += 1;
          await waits;
          return read(input)();
        },
      }),
    });
    const person = await aPerson(service);
    await mustSucceed(personActions(person).consent());
    const analysis = mustSucceed(personActions(person).analyze(image));
    while (asked === 0) await new Promise(setImmediate);
    const submitted = completeLiveness(person);
    while ((await stored(service, person.id)).status !== 'processing') await new Promise(setImmediate);
    for (let n = 0; n < 10; n += 1) await new Promise(setImmediate);
    answer();
    const [{ id }, { profileStatus }] = await Promise.all([analysis, submitted]);
    expect({ asked, profileStatus }).to.deep.equal({ asked: 1, profileStatus: 'approved' });
    const readings = (await stored(service, person.id)).evidence.filter(({ kind }) => kind === 'document_reading');
    expect(readings.map((e) => (e.kind === 'document_reading' ? e.id : ''))).to.deep.equal([id]);
  });
});
