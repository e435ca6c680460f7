import { sharpMediaNormalizer } from '@portcullis/adapter-sharp';
import { aReviewer } from '@portcullis/contracts/builders';
import type { Profile } from '@portcullis/domain';
import type { ImageFacts } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import type { NewEvidence } from '#domain/profile/commands';
import { requirements } from '#domain/profile/requirements';
import { aFile } from '../support/builders/evidence.ts';
import { aGoodImage } from '../support/builders/image-facts.ts';
import {
  applyAction,
  applyActions,
  backMatch,
  completeAction,
  consent,
  created,
  match,
  now,
  observeAction,
  openAction,
  policy,
  reading,
  result,
  supplyAction,
} from '../support/builders/profile-states.ts';
import { confidentSignals, passportLines } from '../support/builders/readings.ts';
import { photoOf } from '../support/images/specimens.ts';
import { mustSucceed } from '../support/run.ts';
import { aConsentingPerson, aService, ledgerOf, personActions, stored } from '../support/services/memory-service.ts';

/** A photo whose picture is that of another file, or its own. */
const photo = (
  kind: 'document_front' | 'document_back',
  id: string,
  image: Partial<ImageFacts>,
  picture = id,
): NewEvidence => {
  const { file } = aFile({ id, kind, sha256: id });
  return { kind: 'file', file, contentSha256: picture, image: { ...aGoodImage, ...image } };
};
const front = (image: Partial<ImageFacts> = {}, id = 'front0000000001') => photo('document_front', id, image);
const back = (image: Partial<ImageFacts> = {}, id = 'back00000000001') => photo('document_back', id, image);

const blurred = { sharpness: 0.1 };
const dark = { brightness: 0.01 };

/** Each requirement as one line: the step, its state, and the reasons. */
const asked = (profile: Profile): readonly string[] =>
  requirements(policy, profile, now).map(({ reasons, state, step }) => [step, state, ...reasons].join(' '));

const opened = applyActions(created(), openAction, supplyAction(consent()));
const readBack = { backFileId: 'back00000000001' };

/** A first attempt with these photos that was read and decided. */
const judgedWith = (photos: readonly NewEvidence[], read = reading({}, readBack)): Profile =>
  applyActions(
    opened,
    supplyAction(...photos),
    observeAction(1, result()),
    observeAction(1, read, match(), backMatch()),
    completeAction,
  );

describe('uploaded photos that are measured', () => {
  it('are rejected in the response to the upload, before anything is read', () => {
    expect(asked(applyActions(opened, supplyAction(front(blurred))))).to.deep.equal([
      'consent accepted',
      'document_front rejected document_blurry',
      'liveness missing',
    ]);
    expect(asked(applyActions(opened, supplyAction(front({ ...dark, cutEdges: 2 }))))).to.include(
      'document_front rejected document_too_dark document_cut_off',
    );
  });

  it('are present again once a good one replaces a poor one', () => {
    const mended = applyActions(opened, supplyAction(front(blurred)), supplyAction(front({}, 'front0000000002')));
    expect(asked(mended)).to.include('document_front present');
    expect(mended.attempt.number).to.equal(1);
  });

  it('are rejected for each side separately', () => {
    expect(asked(applyActions(opened, supplyAction(front(), back(blurred))))).to.deep.equal([
      'consent accepted',
      'document_front present',
      'liveness missing',
      'document_back rejected document_blurry',
    ]);
    expect(asked(applyActions(opened, supplyAction(front({ ...blurred, ...dark }), back(blurred))))).to.deep.equal([
      'consent accepted',
      'document_front rejected document_blurry document_too_dark',
      'liveness missing',
      'document_back rejected document_blurry',
    ]);
  });

  it('are left to the reading where they are soft and a zone may be read, which then says', () => {
    const soft = { sharpness: 0.2 };
    const uploaded = applyActions(opened, supplyAction(front(soft)));
    expect(asked(uploaded)).to.include('document_front present');
    expect(asked(applyActions(uploaded, observeAction(1, reading())))).to.include('document_front accepted');
    const unread = applyActions(uploaded, observeAction(1, reading({ mrzLines: null })));
    const ofFront = asked(unread).find((line) => line.startsWith('document_front'));
    expect(ofFront).to.match(/^document_front rejected .*document_blurry/);
  });

  it('keep what their reading said when the photo of the other side comes', () => {
    const soft = applyActions(opened, supplyAction(front({ sharpness: 0.2 })));
    const withBack = (read: NewEvidence) => applyActions(soft, observeAction(1, read), supplyAction(back()));
    expect(asked(withBack(reading()))).to.include('document_front present');
    expect(asked(withBack(reading({ mrzLines: null })))).to.include('document_front rejected document_blurry');
  });

  it('have no image reasons under a policy without photo limits', () => {
    const blind = { ...policy, images: null };
    const states = requirements(blind, applyActions(opened, supplyAction(front(blurred))), now).map(
      ({ state }) => state,
    );
    expect(states).to.deep.equal(['accepted', 'present', 'missing']);
  });
});

describe('a poor photo in a decided attempt', () => {
  it('requests the front and the back, with the reason of the front', () => {
    const profile = judgedWith([front(dark), back()]);
    expect([profile.status, profile.statusReasons, profile.askedSteps]).to.deep.equal([
      'requires_input',
      ['document_too_dark'],
      ['document_front', 'document_back'],
    ]);
    expect(asked(profile)).to.deep.equal([
      'consent accepted',
      'document_front rejected document_too_dark',
      'liveness present',
      'document_back rejected',
    ]);
  });

  it('requests the back alone where the front is good', () => {
    const profile = judgedWith([front(), back(blurred)]);
    expect([profile.status, profile.statusReasons, profile.askedSteps]).to.deep.equal([
      'requires_input',
      ['document_blurry'],
      ['document_back'],
    ]);
    expect(asked(profile)).to.deep.equal([
      'consent accepted',
      'document_front present',
      'liveness accepted',
      'document_back rejected document_blurry',
    ]);
  });

  it('requests both where the reader gives the same reason for one of them', () => {
    const profile = judgedWith(
      [front(), back({ glare: 0.4 })],
      reading({ signals: confidentSignals('document_glare') }, readBack),
    );
    expect(profile.askedSteps).to.deep.equal(['document_front', 'document_back']);
    expect(asked(profile)).to.include.members([
      'document_front rejected document_glare',
      'document_back rejected document_glare',
    ]);
  });

  it('is not blurred where every check digit of its zone was read, and the other side still is', () => {
    const profile = judgedWith([front(blurred), back(blurred)]);
    expect([profile.statusReasons, profile.askedSteps]).to.deep.equal([['document_blurry'], ['document_back']]);
  });

  it('gives each side its own reasons, where they differ', () => {
    const expired = reading({ mrzLines: passportLines({ expires: '120415' }) }, readBack);
    const profile = judgedWith([front(), back(blurred)], expired);
    expect(profile.statusReasons).to.deep.equal(['document_blurry', 'document_expired']);
    expect(asked(profile)).to.include.members([
      'document_front rejected document_expired',
      'document_back rejected document_blurry',
    ]);
  });

  it('is resolved by another back, and the front stays', () => {
    const retaken = applyActions(judgedWith([front(), back(blurred)]), supplyAction(back({}, 'back00000000002')));
    expect(retaken.status).to.equal('processing');
    const read = reading({}, { backFileId: 'back00000000002' });
    const compared = backMatch({ documentFileId: 'back00000000002' });
    expect(applyActions(retaken, observeAction(2, read, compared), completeAction).status).to.equal('approved');
  });

  it('requests the back again where the same picture is uploaded again, with the reason', () => {
    const first = judgedWith([front(), back()]);
    const wanted = applyAction(
      { ...first, status: 'in_review' },
      { type: 'input_requested', reviewer: aReviewer, steps: ['document_back'], note: 'n' },
    );
    const again = applyActions(
      wanted.profile,
      supplyAction(photo('document_back', 'back00000000002', {}, 'back00000000001')),
    );
    const judged = applyActions(
      again,
      observeAction(
        2,
        reading({}, { backFileId: 'back00000000002' }),
        backMatch({ documentFileId: 'back00000000002' }),
      ),
      completeAction,
    );
    expect([judged.statusReasons, judged.askedSteps]).to.deep.equal([['duplicate_file'], ['document_back']]);
    expect(asked(judged)).to.include('document_back rejected duplicate_file');
  });
});

describe('a photo upload', function () {
  this.timeout(60_000);

  it('is measured, and its faults are in the response before the reader is called', async () => {
    const service = aService({ media: sharpMediaNormalizer() });
    const person = await aConsentingPerson(service);
    const upload = async (name: string) => {
      const { requirements: steps } = await mustSucceed(
        personActions(person).patch({ files: [{ kind: 'document_front', bytes: photoOf(name).bytes }] }),
      );
      return steps.find(({ step }) => step === 'document_front');
    };
    expect(await upload('td3-blurred')).to.deep.equal({
      step: 'document_front',
      state: 'rejected',
      reasons: ['document_blurry'],
    });
    expect(await upload('td3-valid')).to.deep.equal({ step: 'document_front', state: 'present', reasons: [] });
    expect(service.readerCalls.calls).to.equal(0);
    const added = (await ledgerOf(service, person.id)).filter(({ type }) => type === 'file.added');
    const { evidence } = await stored(service, person.id);
    const images = evidence.flatMap((item) => (item.kind === 'file' && item.image ? [item.image] : []));
    expect(images.map(({ width }) => width)).to.deep.equal([1600, 1600]);
    const facts = images.map(({ cutEdges, ...rest }) => ({ ...rest, cut_edges: cutEdges }));
    expect(added.map(({ personal }) => personal?.['image'])).to.deep.equal(facts);
  });
});
