import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { storageFull } from '#domain/kernel/errors';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { memoryRecords } from '../../../../support/records/memory-records.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aConsentingPerson,
  aService,
  personActions,
  type ServiceChanges,
  stored,
} from '../../../../support/services/memory-service.ts';

const size = tinyJpeg().length + 1;

/** A picture of the same size as every other one, and with other bytes. */
const picture = (index: number): Uint8Array => Uint8Array.from([...tinyJpeg(), index]);

const photo = (index: number, kind: 'document_front' | 'document_back' = 'document_front') => ({
  files: [{ kind, bytes: picture(index) }],
});

const personWith = async (storage: NonNullable<ServiceChanges['storage']>, changes: ServiceChanges = {}) => {
  const records = memoryRecords();
  const person = await aConsentingPerson(aService({ ...changes, storage }, records));
  return { ...personActions(person), person, records };
};

describe('the room for the files of one profile', () => {
  it('ends where its files take as many bytes as they may, superseded ones included: 60 MB', async () => {
    const { patch, person, records } = await personWith({ profileBytes: 3 * size });
    for (const index of [1, 2, 3]) await mustSucceed(patch(photo(index)));
    const before = await stored(person.service, person.id);
    expect(await mustFail(patch(photo(4)))).to.deep.equal(storageFull('profile', 3 * size));
    expect(await stored(person.service, person.id)).to.deep.equal(before);
    expect(records.files.size).to.equal(3);
    const standard = await aConsentingPerson(aService());
    expect(standard.service.storage.profileBytes).to.equal(60_000_000);
  });

  it('refuses a picture of the analysis too, and has nothing decoded or read for a profile that is full', async () => {
    let decoded = 0;
    const media = aService().media;
    const counted = {
      normalize: (...given: Parameters<typeof media.normalize>) => {
        decoded += 1;
        return media.normalize(...given);
      },
    };
    const { analyze, patch, person } = await personWith({ profileBytes: size }, { media: counted });
    await mustSucceed(patch(photo(1)));
    expect(await mustFail(analyze(picture(2)))).to.deep.equal(storageFull('profile', size));
    expect([decoded, person.service.readerCalls.calls]).to.deep.equal([1, 0]);
  });

  it('holds for several files of one request, and leaves none of them', async () => {
    const { patch, records } = await personWith({ profileBytes: 2 * size - 1 });
    const both = { files: [...photo(1).files, ...photo(2, 'document_back').files] };
    expect(await mustFail(patch(both))).to.deep.equal(storageFull('profile', 2 * size - 1));
    expect(records.files.size).to.equal(0);
  });

  it('holds for requests at the same time over two instances: the file of the loser is removed', async () => {
    const records = memoryRecords();
    const clock = fakeClock();
    const storage = { profileBytes: size };
    const person = await aConsentingPerson(aService({ storage }, records, clock));
    const other = { ...person, service: aService({ storage, seed: 'other' }, records, clock) };
    const answers = await Promise.all([person, other].map((one, index) => personActions(one).patch(photo(index))()));
    expect(answers.filter(E.isRight)).to.have.length(1);
    expect(records.files.size).to.equal(1);
  });
});

describe('the room for the files of one partner', () => {
  it('ends where they take as many bytes as they may, and is asked for by the partner', async () => {
    const asked: string[] = [];
    const tenantUses = (partnerId: string): number => {
      asked.push(partnerId);
      return 1000;
    };
    const full = await personWith({ tenantBytes: 1000, tenantUses });
    expect(await mustFail(full.patch(photo(1)))).to.deep.equal(storageFull('tenant', 1000));
    expect([...new Set(asked), full.records.files.size]).to.deep.equal(['acme', 0]);
    const roomy = await personWith({ tenantBytes: 1000 + size, tenantUses });
    await mustSucceed(roomy.patch(photo(1)));
  });
});
