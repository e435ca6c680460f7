import { memoryMediaNormalizer } from '@portcullis/adapter-memory';
import { type MediaNormalizer, TE, updateProfile } from '@portcullis/domain';
import {
  type ImageBudgetExceeded,
  imageBudgetExceeded,
  type LimitReached,
  limitReached,
  unsupportedMedia,
  versionConflict,
} from '@portcullis/domain/kernel';
import type { IdempotentOperation } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import type { UnsupportedMedia } from '#domain/kernel/errors';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { memoryRecords } from '../../../../support/records/memory-records.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import { aConsentingPerson, aService } from '../../../../support/services/memory-service.ts';

const front = tinyJpeg();
const back = Uint8Array.from([...front, 0]);
const files = [
  { kind: 'document_front', bytes: front },
  { kind: 'document_back', bytes: back },
] as const;

/** The first and the second attempt of a request under its own key. */
const attemptsOf = (n: number): readonly IdempotentOperation[] => {
  const id = n.toString(16).padStart(64, '0');
  return [
    { id, isRetry: false },
    { id, isRetry: true },
  ];
};

/** A person whose front is taken and whose back is refused; every file that is stored can be counted. */
const aRefusedBack = async (refusal: LimitReached | ImageBudgetExceeded | UnsupportedMedia) => {
  const records = memoryRecords();
  const plain = memoryMediaNormalizer();
  const media: MediaNormalizer = {
    normalize: (kind, bytes, owner) =>
      kind === 'document_back' ? TE.left(refusal) : plain.normalize(kind, bytes, owner),
  };
  return { person: await aConsentingPerson(aService({ media }, records, fakeClock())), records };
};

describe('two pictures of which the second one is refused', () => {
  for (const refusal of [
    limitReached('image_queue', 'no place', 2),
    imageBudgetExceeded('too much', 60),
    unsupportedMedia('document_back', 'no picture'),
  ]) {
    it(`leave no file that no quota counts, under whatever keys they come: ${refusal._tag}`, async () => {
      const {
        person: { caller, id, service },
        records,
      } = await aRefusedBack(refusal);
      for (let n = 0; n < 5; n += 1)
        for (const operation of [null, ...attemptsOf(n)]) {
          const input = { caller, operation };
          const patched = service.update({ ...input, id, expectedVersion: null, patch: { files } });
          const images = { front: { bytes: front }, back: { bytes: back }, hints: {} };
          const analyzed = service.analyze({ ...input, profileId: id, ...images });
          expect([await mustFail(patched), await mustFail(analyzed)]).to.deep.equal([refusal, refusal]);
        }
      expect(records.files.size).to.equal(0);
    });
  }
});

describe('an upload whose writers were all slower than others', () => {
  it('leaves no file behind in the first attempt of its request, and keeps what a retry may have named', async () => {
    const records = memoryRecords();
    const { caller, id, service } = await aConsentingPerson(aService({}, records, fakeClock()));
    const profiles = { ...service.profiles, commit: () => TE.left(versionConflict) };
    const update = updateProfile({ ...service, profiles });
    const counts = [];
    for (const operation of [null, ...attemptsOf(1)]) {
      await mustFail(update({ caller, id, expectedVersion: null, patch: { files }, operation }));
      counts.push(records.files.size);
    }
    expect(counts).to.deep.equal([0, 0, 2]);
    await mustSucceed(service.update({ caller, id, expectedVersion: null, patch: { files } }));
  });
});
