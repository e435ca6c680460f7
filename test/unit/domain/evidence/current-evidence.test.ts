import { aSession } from '@portcullis/contracts/builders';
import type { Evidence } from '@portcullis/domain';
import { type CurrentEvidence, currentEvidence, type DecisionInput } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import {
  aConsent,
  aDevice,
  aDeviceEvent,
  aFile,
  aMatch,
  aProviderFailure,
  aReadingEvidence,
  aResult,
} from '../../../support/builders/evidence.ts';

const nothing: CurrentEvidence = {
  claimed: null,
  consent: null,
  front: null,
  back: null,
  replaced: [],
  reading: null,
  readings: [],
  earlierReadings: [],
  session: null,
  result: null,
  sessionOfResult: null,
  sameAsReference: [],
  inconclusive: null,
  lostSessions: [],
  faceMatch: null,
  backFaceMatch: null,
  deviceEvent: null,
  device: null,
  devices: [],
  earlierDevices: [],
  sightings: null,
  failures: { document_reading: [], liveness: [], face_match: [], back_face_match: [], device: [] },
};

const first = (...evidence: readonly Evidence[]): DecisionInput => ({
  profileId: 'profile00000001',
  samplingKey: '',
  evidence,
  attempt: 1,
  askedSteps: null,
});
const later = (asked: DecisionInput['askedSteps'], ...evidence: readonly Evidence[]): DecisionInput => ({
  profileId: 'profile00000001',
  samplingKey: '',
  evidence,
  attempt: 2,
  askedSteps: asked,
});

/** Answers the positions of the evidence that counts. */
const indexesOf = (file: DecisionInput) => {
  const {
    failures: _,
    readings: __,
    earlierReadings: _earlier,
    devices: ___,
    earlierDevices: ____,
    replaced: _____,
    lostSessions: ______,
    sessionOfResult: _______,
    sameAsReference: ________,
    ...selected
  } = currentEvidence(file);
  return Object.fromEntries(
    Object.entries(selected).flatMap(([name, placed]) => (placed ? [[name, placed.index]] : [])),
  );
};

const otherFront = aFile({ id: 'front0000000002' });
const back = aFile({ id: 'back00000000001', kind: 'document_back' });
const expired = aResult({ status: 'expired', confidence: null, referenceFileId: null });
const failed = aResult({ status: 'failed', confidence: null, referenceFileId: null });

describe('the current evidence', () => {
  it('is empty where there is none', () => {
    expect(currentEvidence(first())).to.deep.equal(nothing);
  });

  it('has each piece with its index', () => {
    const consent = aConsent();
    const failure = aProviderFailure('device');
    expect(currentEvidence(first(consent, failure))).to.deep.equal({
      ...nothing,
      consent: { index: 0, value: consent },
      failures: { ...nothing.failures, device: [{ index: 1, value: failure }] },
    });
  });

  it('is the newest of each kind', () => {
    const claimed = { kind: 'claimed', attempt: 1, at: '2026-05-01T10:00:01.000Z', claimed: {} } as const;
    const file = first(
      claimed,
      claimed,
      aConsent(false),
      aConsent(true),
      aFile(),
      otherFront,
      back,
      back,
      aSession(),
      aSession(),
      aDeviceEvent(),
      aDeviceEvent({ eventId: 'event-2' }),
    );
    expect(indexesOf(file)).to.deep.equal({
      claimed: 1,
      consent: 3,
      front: 5,
      back: 7,
      session: 9,
      deviceEvent: 11,
    });
  });

  describe('about a document', () => {
    it('holds the reading of exactly the current images', () => {
      expect(indexesOf(first(aFile(), aReadingEvidence()))).to.deep.equal({ front: 0, reading: 1 });
      const both = aReadingEvidence({}, { backFileId: 'back00000000001' });
      expect(indexesOf(first(aFile(), back, both))).to.deep.equal({ front: 0, back: 1, reading: 2 });
    });

    it('holds no reading of an image that was superseded', () => {
      expect(indexesOf(first(aFile(), aReadingEvidence(), otherFront))).to.deep.equal({ front: 2 });
    });

    it('holds no reading of the front alone once a back is there', () => {
      expect(indexesOf(first(aFile(), aReadingEvidence(), back))).to.deep.equal({ front: 0, back: 2 });
    });

    it('holds the newest reading of the same images', () => {
      expect(indexesOf(first(aFile(), aReadingEvidence(), aReadingEvidence()))).to.deep.equal({ front: 0, reading: 2 });
    });

    it('does not use a file of another kind as a side of it', () => {
      expect(indexesOf(first(aFile({ kind: 'liveness_reference' })))).to.deep.equal({});
    });
  });

  describe('about this attempt', () => {
    it('holds every reading, of any images, in the order of their arrival, and none of an earlier attempt', () => {
      const all = [aReadingEvidence(), aReadingEvidence({}, { frontFileId: 'front0000000002' }), aReadingEvidence()];
      expect(currentEvidence(first(...all)).readings).to.deep.equal(all.map((value, index) => ({ index, value })));
      const now = aReadingEvidence({}, { attempt: 2 });
      expect(currentEvidence(later(null, ...all, now)).readings).to.deep.equal([{ index: 3, value: now }]);
    });

    it('holds the facts of every device event, and nothing of an earlier attempt', () => {
      const all = [aDevice(), aDevice({}, { eventId: 'event-2' }), aDevice(null, { eventId: 'event-3' })];
      expect(currentEvidence(first(aDeviceEvent(), ...all)).devices).to.deep.equal(
        all.map((item, n) => ({ index: n + 1, value: item })),
      );
      const now = aDevice({}, { attempt: 2 });
      expect(currentEvidence(later(null, ...all, now)).devices).to.deep.equal([{ index: 3, value: now }]);
    });
  });

  describe('about a live person', () => {
    it('is the newest result that can be judged', () => {
      expect(indexesOf(first(aResult(), failed))).to.deep.equal({ result: 1 });
      expect(indexesOf(first(failed, aResult()))).to.deep.equal({ result: 1 });
    });

    it('is not a session that expired or yielded no image, which is reported separately', () => {
      expect(indexesOf(first(expired))).to.deep.equal({ inconclusive: 0 });
      expect(indexesOf(first(aResult({ referenceFileId: null })))).to.deep.equal({ inconclusive: 0 });
      expect(indexesOf(first(aResult(), expired))).to.deep.equal({ result: 0, inconclusive: 1 });
    });

    it('is not a result that arrived late', () => {
      expect(indexesOf(first(aResult({ late: true })))).to.deep.equal({});
      expect(indexesOf(first({ ...expired, late: true }))).to.deep.equal({});
    });

    it('has the comparison of the current document and reference image, and no others', () => {
      expect(indexesOf(first(aFile(), aResult(), aMatch()))).to.deep.equal({ front: 0, result: 1, faceMatch: 2 });
      expect(indexesOf(first(aFile(), aResult(), aMatch(), otherFront))).to.deep.equal({ front: 3, result: 1 });
      const again = aResult({ referenceFileId: 'refer0000000002' });
      expect(indexesOf(first(aFile(), aResult(), aMatch(), again))).to.deep.equal({ front: 0, result: 3 });
    });
  });

  describe('about a device', () => {
    it('holds the facts of the newest event alone', () => {
      const other = aDeviceEvent({ eventId: 'event-2' });
      expect(indexesOf(first(aDeviceEvent(), aDevice()))).to.deep.equal({ deviceEvent: 0, device: 1 });
      expect(indexesOf(first(aDeviceEvent(), aDevice(), other))).to.deep.equal({ deviceEvent: 2 });
    });

    it('uses no facts of an earlier attempt for an event that is supplied again', () => {
      const again = aDeviceEvent({ attempt: 2 });
      const late = aDevice({}, { attempt: 2 });
      expect(indexesOf(later(null, aDeviceEvent(), aDevice(), again))).to.deep.equal({ deviceEvent: 2 });
      expect(indexesOf(later(null, aDeviceEvent(), aDevice(), again, late))).to.deep.equal({
        deviceEvent: 2,
        device: 3,
      });
      expect(indexesOf(later(null, aDeviceEvent(), late))).to.deep.equal({ deviceEvent: 0, device: 1 });
    });
  });

  describe('in a later attempt', () => {
    const everything = [aConsent(), aFile(), aReadingEvidence(), back, aSession(), aResult(), aDeviceEvent()];

    it('keeps what was not requested again', () => {
      const places = {
        consent: 0,
        front: 1,
        back: 3,
        session: 4,
        result: 5,
        deviceEvent: 6,
      };
      expect(indexesOf(later(null, ...everything))).to.deep.equal(places);
      expect(indexesOf(later([], ...everything))).to.deep.equal(places);
    });

    for (const [step, gone] of [
      ['consent', ['consent']],
      ['document_front', ['front']],
      ['document_back', ['back', 'reading']],
      ['liveness', ['session', 'result']],
      ['device', ['deviceEvent']],
    ] as const) {
      it(`drops the ${step} of the attempt before when it is requested again`, () => {
        const kept = Object.entries(indexesOf(later(null, ...everything))).filter(
          ([name]) => !gone.some((one) => one === name),
        );
        const without = indexesOf(later([step], ...everything));
        expect(Object.entries(without).filter(([name]) => name !== 'reading')).to.deep.equal(kept);
      });
    }

    it('has what was supplied again', () => {
      const again = [aResult({ attempt: 2, referenceFileId: 'refer0000000002' }), aConsent(true, 2), aFile({}, 2)];
      const asked = later(['liveness', 'consent', 'document_front'], ...everything, ...again);
      expect(indexesOf(asked)).to.include({ result: 7, consent: 8, front: 9 });
    });

    it('has the failures and the inconclusive sessions of this attempt only', () => {
      const old = [
        aProviderFailure('face_match'),
        aProviderFailure('document_reading'),
        aProviderFailure('device'),
        expired,
      ];
      expect(currentEvidence(later(null, ...old))).to.deep.equal(nothing);
      const fresh = aProviderFailure('face_match', 'provider_timeout', 2);
      expect(currentEvidence(later(null, ...old, fresh)).failures).to.deep.equal({
        document_reading: [],
        liveness: [],
        face_match: [{ index: 4, value: fresh }],
        back_face_match: [],
        device: [],
      });
    });
  });
});
