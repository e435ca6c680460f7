import { aDuplicateCheck } from '@portcullis/contracts/builders';
import { decide } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { currentEvidence, type DecisionInput, type DuplicatesEvidence } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import { countImprovements } from '#explain/counterfactuals/history';
import { maxRuns, nearestCounterfactual } from '#explain/explanation/nearest-counterfactual';
import { aCase, aDevice, aDeviceEvent, aMatch, aProviderFailure, aResult } from '../../../support/builders/evidence.ts';
import { passportLines } from '../../../support/builders/readings.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';
import { everyCase } from '../../../support/check-cases/every-case.ts';
import { photoCases } from '../../../support/check-cases/photo-cases.ts';
import { by, type CounterfactualCase, improvementCases, read } from './counterfactual-cases.ts';
import { documentCases } from './counterfactual-document-cases.ts';
import { limitCases } from './counterfactual-limit-cases.ts';

/** A policy that does not accept a document that was seen under another reference. */
const strictHistory: FlatPolicy = { ...standard, duplicates: { ...standard.duplicates, document: 0 } };

const nearestTo = (file: DecisionInput, policy: FlatPolicy = standard, now = decidedAt) =>
  nearestCounterfactual(policy, file, now, decide(policy, file, now));

/** Approvals, and the changes that would have lost them. */
const regressionCases: readonly CounterfactualCase[] = [
  {
    sentence: 'the score that is nearest to its threshold',
    file: aCase({ instead: { liveness_result: [aResult({ confidence: 78 })] } }),
    expected: by(
      'retry',
      'liveness.confidence',
      78,
      74.99,
      'The liveness confidence would have to be less than 75; it was 78.',
    ),
  },
  {
    sentence: 'the last date of expiry that was not enough',
    file: aCase(),
    now: '2032-04-10T10:05:00.000Z',
    expected: by(
      'retry',
      'document.date_of_expiry',
      '2032-04-15',
      '2032-04-09',
      'The date of expiry would have to be 2032-04-09 or earlier; it was 2032-04-15.',
    ),
  },
  {
    sentence: 'the last day on which the person was too young',
    file: aCase({ instead: read({ mrzLines: passportLines({ born: '080430' }) }) }),
    expected: by(
      'decline',
      'day',
      '2026-05-01',
      '2026-04-29',
      'The day of the decision would have to be 2026-04-29 or earlier; it was 2026-05-01.',
    ),
  },
  {
    sentence: 'a sign of which the reader was not sure, had it been',
    file: aCase({ instead: read({ signals: [{ code: 'document_tampered', confidence: 0.19 }] }) }),
    expected: by(
      'review',
      'signals.document_tampered',
      0.19,
      0.2,
      'The confidence in the sign "document_tampered" on the photo would have to be at least 0.2; it was 0.19.',
    ),
  },
];

describe('the nearest counterfactual', () => {
  type Nearest = ReturnType<typeof nearestCounterfactual>['nearest'];
  let nearestOfCases: readonly { readonly sentence: string; readonly nearest: Nearest }[] = [];
  before('search for every case of the checks', () => {
    nearestOfCases = everyCase.map(({ sentence, file, policy, now }) => {
      return { sentence, nearest: nearestTo(file, policy, now).nearest };
    });
  });

  for (const { sentence, file, policy, now, expected } of [...improvementCases, ...limitCases, ...documentCases]) {
    it(`to ${sentence}`, () => {
      expect(nearestTo(file, policy, now).nearest).to.deep.equal(expected);
    });
  }

  for (const { sentence, file, policy, now, expected } of regressionCases) {
    it(`of an approval is ${sentence}`, () => {
      expect(decide(policy ?? standard, file, now ?? decidedAt).outcome).to.equal('approve');
      expect(nearestTo(file, policy, now).nearest).to.deep.equal(expected);
    });
  }

  it('to several risks of the device has all of them, in the order of their ranks', () => {
    const file = aCase({ more: [aDeviceEvent(), aDevice({ linkedIds24h: 9, tor: true, vpn: true })] });
    const policy: FlatPolicy = { ...standard, actions: { ...standard.actions, network_vpn: 'review' } };
    const whats = nearestTo(file, policy).nearest?.changes.map(({ what }) => what);
    expect(whats).to.deep.equal(['device.linked_ids_24h', 'device.vpn', 'device.tor']);
  });

  it('leads to its outcome when the decision is made with it', () => {
    const decidedWith = (over: Parameters<typeof aCase>[0], now = decidedAt) =>
      decide(standard, aCase(over), now).outcome;
    expect(decidedWith({ instead: { liveness_result: [aResult({ confidence: 75 })] } })).to.equal('approve');
    expect(decidedWith({ instead: { liveness_result: [aResult({ confidence: 10 })] } })).to.equal('retry');
    expect(decidedWith({ instead: { liveness_result: [aResult({ confidence: 74.99 })] } })).to.equal('retry');
    expect(decidedWith({ instead: { face_match: [aMatch({ similarity: 80 })] } })).to.equal('review');
    expect(decidedWith({}, '2032-04-15T10:05:00.000Z')).to.equal('approve');
    expect(decidedWith({}, '2032-04-16T10:05:00.000Z')).to.equal('retry');
    const born = { instead: read({ mrzLines: passportLines({ born: '080229' }) }) };
    expect(decidedWith(born, '2026-03-01T10:05:00.000Z')).to.equal('approve');
    expect(decidedWith(born, '2026-02-28T10:05:00.000Z')).to.equal('decline');
  });

  it('is found for every case of the checks, except where more than three changes are required', () => {
    const whats = new Set<string>();
    const none = nearestOfCases.flatMap(({ sentence, nearest }) => {
      for (const { what } of nearest?.changes ?? []) whats.add(what.replace(/^(signals|printed|claimed)\..*/, '$1'));
      return nearest ? [] : [sentence];
    });
    expect(none).to.deep.equal([
      'everything that is wrong is said, in one order, with what the reader says before it and once',
      '{"full_name":"Bo Berg","date_of_birth":"1980-01-01","document_number":"X1","country":"SWE"} is data_name_mismatch and data_birth_date_mismatch and data_number_mismatch and data_country_mismatch',
    ]);
    expect([...whats].toSorted()).to.deep.equal([
      'barcode',
      'claimed',
      'consent',
      'day',
      'device.answer',
      'device.bot',
      'device.confidence',
      'device.earlier',
      'device.emulated',
      'device.event',
      'device.ip_blocklisted',
      'device.linked_id',
      'device.linked_ids_24h',
      'device.occurred_at',
      'device.origin_allowed',
      'device.replayed',
      'device.tampered',
      'device.tor',
      'device.used_before',
      'document',
      'document.date_of_expiry',
      'document.issuing_country',
      'document.other_photos',
      'document.side',
      'document.type',
      'face_match.outcome',
      'face_match.similarity',
      'files.document_back',
      'files.document_front',
      'images.back.glare',
      'images.back.sharpness',
      'images.front.brightness',
      'images.front.colour',
      'images.front.cut_edges',
      'images.front.glare',
      'images.front.shorter_side',
      'liveness.challenge',
      'liveness.confidence',
      'liveness.live',
      'liveness.picture',
      'liveness.result',
      'liveness.unread_session',
      'mrz.personal_number',
      'printed',
      'reader.confidence',
      'sightings',
      'sightings.attempts.device',
      'sightings.attempts.document',
      'sightings.attempts.reference',
      'sightings.blocked',
      'sightings.declined.document',
      'sightings.declined.person',
      'sightings.others.device',
      'sightings.others.document',
      'sightings.others.image',
      'sightings.others.person',
      'sightings.unreadable',
      'signals',
      'zone.check_digits',
      'zone.other_reader',
    ]);
  });

  it('is a sentence for every case of the checks: one line, with rounded numbers and without bare values', () => {
    const changes = nearestOfCases.flatMap(({ nearest }) => nearest?.changes ?? []);
    expect(changes.length).to.be.above(200);
    const decimals = (value: unknown): number =>
      typeof value === 'number' ? (`${value}`.split('.')[1] ?? '').length : 0;
    for (const { from, sentence } of changes) {
      expect(sentence).to.match(/^[A-Z][^\n]+\.$/);
      expect(sentence).not.to.match(/would have been (\d|true|false)/);
      expect(decimals(from), sentence).to.be.at.most(3);
    }
  });

  it('to a wrong check digit names the digit and its place, and to a count of none says so', () => {
    const sentences = (file: DecisionInput) => nearestTo(file).nearest?.changes.map(({ sentence }) => sentence);
    const mrzLines = passportLines().map((line) => line.replace('7408122F', '7408129F'));
    expect(sentences(aCase({ instead: read({ mrzLines }) }))).to.deep.equal([
      'The check digits of the machine-readable zone would have to be right: 2 instead of 9 in line 2, column 20.',
    ]);
    const others = { document: 1, person: 0, image: 0, device: 0 };
    expect(
      nearestTo(aCase({ more: [aDuplicateCheck({ others })] }), strictHistory).nearest?.changes[0]?.sentence,
    ).to.equal('The number of other references with this document would have to be 0; it was 1.');
  });

  it('of all counts together lowers those of the declined that are above none and judged, and no other', () => {
    const lowered = (kind: 'person' | 'image', declined: DuplicatesEvidence['declined'], document: number | null) => {
      const duplicates = { ...standard.duplicates, person: 0, image: 0, document };
      const others = { document: 0, person: 0, image: 0, device: 0, [kind]: 1 };
      const input = aCase({ more: [aDuplicateCheck({ others, declined })] });
      const policy: FlatPolicy = { ...standard, duplicates };
      const context = { input, policy, now: decidedAt, currentEvidence: currentEvidence(input), facts: null };
      const together = countImprovements(context).find(({ what }) => what === 'sightings');
      return together && currentEvidence(together.next.input).sightings?.value.declined;
    };
    const byPerson = { document: null, person: 1, image: 0 };
    expect(lowered('person', byPerson, 0)).to.deep.equal({ document: null, person: 0, image: 0 });
    const byPicture = { document: 0, person: null, image: 2 };
    expect(lowered('image', byPicture, 0)).to.deep.equal({ document: 0, person: null, image: 0 });
    const notJudged = { document: 2, person: 1 };
    expect(lowered('person', notJudged, null)).to.deep.equal({ document: 2, person: 0 });
  });

  it('is the same in every search, within the limit of runs', () => {
    for (const { file, policy, now } of [...improvementCases, ...regressionCases]) {
      const once = nearestTo(file, policy, now);
      expect(nearestTo(file, policy, now)).to.deep.equal(once);
      expect(once.runs).to.be.within(1, maxRuns);
    }
  });

  it('is searched with fewer runs over long evidence', () => {
    const wrong = photoCases.find(({ sentence }) => sentence.startsWith('everything that is wrong is said'));
    if (!wrong) throw new Error('the worst of the photos is not among the cases');
    const { file, policy } = wrong;
    const long = {
      ...file,
      evidence: [...file.evidence, ...Array.from({ length: 450 }, () => aProviderFailure('device'))],
    };
    expect(nearestTo(file, policy).runs).to.be.above(96);
    expect(nearestTo(long, policy)).to.deep.equal({ nearest: null, runs: 96 });
  });
});
