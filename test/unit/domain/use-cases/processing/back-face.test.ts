import { E, type FaceComparer, unavailable } from '@portcullis/domain';
import type { FaceComparison } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { memoryRecords } from '../../../../support/records/memory-records.ts';
import { mustSucceed } from '../../../../support/run.ts';
import {
  aConsentingPerson,
  aService,
  completeLiveness,
  type Person,
  personActions,
  type ServiceChanges,
  stored,
} from '../../../../support/services/memory-service.ts';

const front = tinyJpeg();
const back = Uint8Array.from([...front, 1]);

const matching: FaceComparison = { outcome: 'compared', similarity: 98 };
const faceless: FaceComparison = { outcome: 'no_face_on_document', similarity: null };
const down = unavailable('faces', 'out', 'timeout');

type Answer = FaceComparison | 'down';

/** A comparer with an answer for each side, which is repeated; and the sides for which it was called. */
const comparing = (answers: { readonly front: readonly Answer[]; readonly back: readonly Answer[] }) => {
  const calls: ('front' | 'back')[] = [];
  let pending = 0;
  let most = 0;
  const faces = (): FaceComparer => ({
    compare:
      ({ document }) =>
      async () => {
        const side = document.length === back.length ? 'back' : 'front';
        const made = calls.filter((one) => one === side).length;
        calls.push(side);
        pending += 1;
        most = Math.max(most, pending);
        await Promise.resolve();
        await Promise.resolve();
        pending -= 1;
        const answer = answers[side][Math.min(made, answers[side].length - 1)];
        return answer === undefined || answer === 'down' ? E.left(down) : E.right(answer);
      },
  });
  return { faces, calls, concurrent: () => most };
};

const submitted = async (changes: ServiceChanges, hasBack = true, clock = fakeClock()): Promise<Person> => {
  const person = await aConsentingPerson(aService(changes, memoryRecords(), clock));
  const photos = [
    { kind: 'document_front', bytes: front } as const,
    ...(hasBack ? [{ kind: 'document_back', bytes: back } as const] : []),
  ];
  await mustSucceed(personActions(person).patch({ files: photos }));
  await completeLiveness(person);
  return person;
};

const endOf = async ({ id, service }: Person) => {
  const { evidence, status, statusReasons } = await stored(service, id);
  const compared = evidence.flatMap((item) => (item.kind === 'face_match' ? [item] : []));
  const failed = evidence.flatMap((item) => (item.kind === 'provider_failure' ? [item.observation] : []));
  const fileIds = evidence.flatMap((item) => (item.kind === 'file' ? [[item.file.kind, item.file.id] as const] : []));
  const sides = compared.map(({ documentFileId }) => fileIds.find(([, one]) => one === documentFileId)?.[0]);
  return { status, reasons: statusReasons, sides: sides.toSorted(), failed };
};

const both = ['document_back', 'document_front'];

describe('the face on the back of a document', () => {
  it('has its places kept as far as they lie on the pictures, as the front has', async () => {
    const box = { left: 0.13512345, top: 0.25, width: 0.13, height: 0.24 };
    const kept = { ...box, left: 0.1351 };
    const { faces } = comparing({
      front: [{ ...matching, documentFace: box, referenceFace: { ...box, top: 0.9 } }],
      back: [{ ...matching, referenceFace: box }],
    });
    const { id, service } = await submitted({ faces });
    const { evidence } = await stored(service, id);
    const boxes = evidence.flatMap((item) =>
      item.kind === 'face_match' ? [{ documentFace: item.documentFace, referenceFace: item.referenceFace }] : [],
    );
    expect(boxes).to.have.deep.members([
      { documentFace: kept, referenceFace: undefined },
      { documentFace: undefined, referenceFace: kept },
    ]);
  });

  it('has the model and its score kept with it, if the comparer names one', async () => {
    for (const model of ['acme-3', undefined]) {
      const { faces } = comparing({ front: [{ ...matching, similarity: 41 }], back: [faceless] });
      const named = () => ({ ...faces(), ...(model !== undefined && { model }) });
      const { id, service } = await submitted({ faces: named });
      const { evidence } = await stored(service, id);
      const kept = evidence.flatMap((item) => (item.kind === 'face_match' ? [[item.model, item.similarity]] : []));
      expect(kept).to.have.deep.members([
        [model, 41],
        [model, null],
      ]);
    }
  });

  it('is compared beside the one on the front, as evidence of its own', async () => {
    const { calls, concurrent, faces } = comparing({ front: [matching], back: [matching] });
    const person = await submitted({ faces });
    expect(await endOf(person)).to.deep.equal({ status: 'approved', reasons: [], sides: both, failed: [] });
    expect([calls.toSorted(), concurrent()]).to.deep.equal([['back', 'front'], 2]);
  });

  it('is not looked for where there is no back', async () => {
    const { calls, faces } = comparing({ front: [matching], back: ['down'] });
    const person = await submitted({ faces }, false);
    expect(await endOf(person)).to.include({ status: 'approved' });
    expect(calls).to.deep.equal(['front']);
  });

  it('changes nothing where the back shows none', async () => {
    const { faces } = comparing({ front: [matching], back: [faceless] });
    expect(await endOf(await submitted({ faces }))).to.include({ status: 'approved' });
  });

  it('leads to a review where it is that of somebody else, however well the front matches', async () => {
    const { faces } = comparing({ front: [matching], back: [{ outcome: 'compared', similarity: 12 }] });
    const reviewed = { status: 'in_review', reasons: ['face_mismatch'] };
    expect(await endOf(await submitted({ faces }))).to.deep.include(reviewed);
  });

  it('keeps nobody from being declined for a front that is that of somebody else', async () => {
    const { faces } = comparing({
      front: [{ outcome: 'compared', similarity: 12 }],
      back: [{ outcome: 'compared', similarity: 11 }],
    });
    expect(await endOf(await submitted({ faces }))).to.deep.include({ status: 'declined', reasons: ['face_mismatch'] });
  });

  it('leads to a review where it is borderline, or one of several', async () => {
    for (const [answer, reason] of [
      [{ outcome: 'compared', similarity: 85 }, 'face_match_borderline'],
      [{ outcome: 'several_people_on_document', similarity: null }, 'document_several_faces'],
    ] as const) {
      const { faces } = comparing({ front: [matching], back: [answer] });
      expect(await endOf(await submitted({ faces }))).to.deep.include({ status: 'in_review', reasons: [reason] });
    }
  });

  it('does not replace the face that the front lacks', async () => {
    const { faces } = comparing({ front: [faceless], back: [matching] });
    expect(await endOf(await submitted({ faces }))).to.deep.include({
      status: 'requires_input',
      reasons: ['document_portrait_missing'],
    });
  });

  it('is compared again after an outage, and the front is not', async () => {
    const { calls, faces } = comparing({ front: [matching], back: ['down', matching] });
    const clock = fakeClock();
    const person = await submitted({ faces }, true, clock);
    expect(await endOf(person)).to.deep.include({ status: 'processing', failed: ['back_face_match'] });
    clock.advance(80_000);
    await mustSucceed(person.service.sweep());
    expect(await endOf(person)).to.deep.include({ status: 'approved', sides: both });
    expect(calls.toSorted()).to.deep.equal(['back', 'back', 'front']);
  });

  it('leads to a review as an outage once enough calls of the provider have failed', async () => {
    const { faces } = comparing({ front: [matching], back: ['down'] });
    expect(await endOf(await submitted({ faces, policy: { providerTries: 1 } }))).to.deep.include({
      status: 'in_review',
      reasons: ['provider_timeout'],
    });
  });

  it('costs the front no try: each side is counted by itself', async () => {
    const { calls, faces } = comparing({ front: ['down'], back: ['down'] });
    const clock = fakeClock();
    const person = await submitted({ faces, policy: { providerTries: 2 } }, true, clock);
    expect(await endOf(person)).to.include({ status: 'processing' });
    clock.advance(80_000);
    await mustSucceed(person.service.sweep());
    expect(await endOf(person)).to.deep.include({ status: 'in_review', reasons: ['provider_timeout'] });
    expect(calls).to.have.length(4);
  });
});
