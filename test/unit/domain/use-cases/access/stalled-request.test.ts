import { memoryMediaNormalizer } from '@portcullis/adapter-memory';
import { type MediaNormalizer, TE } from '@portcullis/domain';
import {
  type ImageBudgetExceeded,
  imageBudgetExceeded,
  type LimitReached,
  limitReached,
} from '@portcullis/domain/kernel';
import type { IdempotentOperation } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { memoryRecords } from '../../../../support/records/memory-records.ts';
import { mustSucceed } from '../../../../support/run.ts';
import {
  aConsentingPerson,
  aPerson,
  aService,
  create,
  ledgerOf,
  partner,
  personActions,
  stored,
} from '../../../../support/services/memory-service.ts';

const firstTry: IdempotentOperation = { id: 'a1'.repeat(32), isRetry: false };
const secondTry: IdempotentOperation = { ...firstTry, isRetry: true };

/** Lets a first request fail by this refusal of its second picture, and looks for the files of its retry. */
const expectNamedFilesKept = async (refusal: LimitReached | ImageBudgetExceeded): Promise<void> => {
  const records = memoryRecords();
  const clock = fakeClock();
  const other = aService({ seed: 'second' }, records, clock);
  const files = [
    { kind: 'document_front', bytes: tinyJpeg() },
    { kind: 'document_back', bytes: new Uint8Array([...tinyJpeg(), 0]) },
  ] as const;
  const there = await aConsentingPerson(other);
  const ask = (service: typeof other, operation: IdempotentOperation) =>
    service.update({ caller: partner, id: there.id, expectedVersion: null, patch: { files }, operation });
  const plain = memoryMediaNormalizer();
  /** Has no room for the second picture, and says so only after the second request is done. */
  const media: MediaNormalizer = {
    normalize: (kind, bytes, owner) =>
      kind === 'document_front'
        ? plain.normalize(kind, bytes, owner)
        : async () => {
            await mustSucceed(ask(other, secondTry));
            return TE.left(refusal)();
          },
  };
  const hung = await ask(aService({ seed: 'first', media }, records, clock), firstTry)();
  expect(hung).to.have.nested.property('left._tag', refusal._tag);
  const { evidence } = await stored(other, there.id);
  const named = evidence.flatMap((item) => (item.kind === 'file' ? [item.file.id] : []));
  expect(named.length).to.equal(2);
  for (const id of named) await mustSucceed(other.files.get(there.id, id));
};

describe('a stalled request that continues after its retry is done', () => {
  it('answers the profile that the retry created, and does not reuse it', async () => {
    const service = aService();
    const second = await mustSucceed(create(service, { operation: secondTry }));
    const first = await mustSucceed(create(service, { operation: firstTry }));
    expect(first.outcome).to.equal('created');
    expect(first.view.profile).to.deep.equal(second.view.profile);
    expect((await ledgerOf(service, first.view.profile.id)).map(({ type }) => type)).to.deep.equal(['created']);
  });

  it('leaves the profile alone that superseded the one of the retry', async () => {
    const service = aService();
    const { view } = await mustSucceed(create(service, { operation: secondTry }));
    const event = { event: 'canceled', reason: null, note: null, steps: null, expectedVersion: null } as const;
    await mustSucceed(service.post({ caller: partner, id: view.profile.id, ...event }));
    const next = await mustSucceed(create(service));
    const late = await mustSucceed(create(service, { operation: firstTry }));
    expect([late.view.profile.id, late.link]).to.deep.equal([view.profile.id, null]);
    expect(await stored(service, next.view.profile.id)).to.deep.equal(next.view.profile);
  });

  it('answers the reuse of the retry, and issues no other link', async () => {
    const service = aService();
    const before = await mustSucceed(create(service));
    await mustSucceed(create(service, { operation: secondTry }));
    const late = await mustSucceed(create(service, { operation: firstTry }));
    expect([late.outcome, late.view.profile.id]).to.deep.equal(['reused', before.view.profile.id]);
    expect(late.view.profile.linkGeneration).to.equal(before.view.profile.linkGeneration + 1);
  });

  it('opens no liveness session beside that of the retry, even if that has expired', async () => {
    const service = aService();
    const there = await aPerson(service);
    await mustSucceed(personActions(there).consent());
    const ask = (operation: IdempotentOperation) =>
      mustSucceed(
        service.openSession({ caller: there.caller, profileId: there.id, challenge: 'movement_and_light', operation }),
      );
    const { sessionId } = await ask(secondTry);
    service.clock.advance(600_000);
    expect((await ask(firstTry)).sessionId).to.equal(sessionId);
  });

  for (const refusal of [limitReached('image_queue', 'no room', 1), imageBudgetExceeded('no room', 1)]) {
    it(`removes no file that the retry has named, after ${refusal._tag}`, () => expectNamedFilesKept(refusal));
  }
});
