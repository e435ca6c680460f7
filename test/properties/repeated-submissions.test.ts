import { aSession } from '@portcullis/contracts/builders';
import { type ReadingSignal, signalCodes } from '@portcullis/documents';
import { type DocumentReading, decide, type Evidence, standardPolicy } from '@portcullis/domain';
import { signalLimit } from '@portcullis/domain/checks';
import type { DecisionInput, DeviceFacts } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import fc from 'fast-check';
import { runChecks } from '#domain/checks/decide';
import {
  aCase,
  aDevice,
  aDeviceEvent,
  aFile,
  aMatch,
  aReadingEvidence,
  aResult,
} from '../support/builders/evidence.ts';
import { localReader } from '../support/builders/readings.ts';
import { leastOf, runs } from '../support/effort.ts';

const seed = 20_261_122;
const numRuns = runs(20_000, 300);
const now = '2026-05-01T10:05:00.000Z';
const policy = standardPolicy({ livenessThreshold: 75, specimens: true });
const outcomeOf = (file: DecisionInput) => decide(policy, file, now).outcome;
const reasonsOf = (name: string, file: DecisionInput) =>
  runChecks(policy, file, now).find((check) => check.name === name)?.reasons ?? [];

// These are listed again here, so that the checks are not their own judge.
const fraudSigns = [
  'document_tampered',
  'document_portrait_replaced',
  'document_template_mismatch',
  'document_instruction_text',
];
const isFraud = ({ code, confidence }: ReadingSignal): boolean =>
  confidence >= signalLimit(code) && fraudSigns.includes(code);

type Photo = Pick<DocumentReading, 'signals'> & Partial<DocumentReading>;

const signal = fc.record({ code: fc.constantFrom(...signalCodes), confidence: fc.constantFrom(0, 0.49, 0.5, 1) });
const photo: fc.Arbitrary<Photo> = fc.oneof(
  fc.constant({ signals: [] }),
  fc.constant({ signals: [], reader: localReader }),
  fc.record({ signals: fc.array(signal, { maxLength: 2 }) }),
);
const inTwoOrders = <T>(one: fc.Arbitrary<T>) =>
  fc
    .array(one, { minLength: 1, maxLength: 5 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: all.length })));

const frontId = (n: number): string => `front000000000${n}`;

/** One photo after another, each read; the face is compared with the last. */
const caseWithPhotos = (photos: readonly Photo[]): DecisionInput => {
  const read = photos.flatMap((reading, n): readonly Evidence[] => [
    aFile({ id: frontId(n) }),
    aReadingEvidence(reading, { id: `reading${n}`, frontFileId: frontId(n) }),
  ]);
  return aCase({
    instead: {
      file: read,
      document_reading: [],
      liveness_session: [aSession()],
      liveness_result: [aResult()],
      face_match: [aMatch({ documentFileId: frontId(photos.length - 1) })],
    },
  });
};

const seen: fc.Arbitrary<Partial<DeviceFacts>> = fc.record(
  {
    bot: fc.constantFrom('bad' as const, 'not_detected' as const, null),
    tampered: fc.constantFrom(true, false, false, null),
    emulated: fc.constantFrom(true, false, false, null),
    replayed: fc.constantFrom(true, false, false, null),
    tor: fc.constantFrom(true, false, false, null),
    vpn: fc.constantFrom(true, false),
  },
  { requiredKeys: [] },
);
const fraudReasons = ({ bot, emulated, replayed, tampered }: Partial<DeviceFacts>): readonly string[] => [
  ...(bot === 'bad' ? ['device_bot'] : []),
  ...(tampered === true ? ['device_tampered'] : []),
  ...(emulated === true ? ['device_emulated'] : []),
  ...(replayed === true ? ['device_event_replayed'] : []),
];

/** One event after another, each answered. */
const caseWithDeviceEvents = (events: readonly Partial<DeviceFacts>[]): DecisionInput =>
  aCase({
    more: events.flatMap((facts, n) => [
      aDeviceEvent({ eventId: `event-${n}` }),
      aDevice(facts, { eventId: `event-${n}` }),
    ]),
  });

const sorted = (names: readonly string[]): readonly string[] => [...new Set(names)].toSorted();
const only = (names: readonly string[], kept: readonly string[]): readonly string[] =>
  sorted(names.filter((name) => kept.includes(name)));

describe('repeated submissions in one attempt', function () {
  this.timeout(600_000);

  it('are not approved over a sign of fraud on any photo, in whatever order they came', () => {
    const outcomes = { approved: 0, fraudulent: 0 };
    fc.assert(
      fc.property(inTwoOrders(photo), (orders) => {
        for (const photos of orders) {
          const file = caseWithPhotos(photos);
          const outcome = outcomeOf(file);
          const signs = photos.flatMap(({ signals }) => signals.filter(isFraud).map(({ code }) => code));
          expect(only(reasonsOf('document_authenticity', file), fraudSigns)).to.deep.equal(sorted(signs));
          if (signs.length > 0) expect(outcome).to.be.oneOf(['review', 'decline']);
          outcomes.fraudulent += signs.length > 0 ? 1 : 0;
          outcomes.approved += outcome === 'approve' ? 1 : 0;
        }
      }),
      { numRuns, seed },
    );
    expect(Math.min(outcomes.approved, outcomes.fraudulent)).to.be.at.least(leastOf(500, numRuns, 3000));
  });

  it('are not approved over a sign of fraud in any device event, in whatever order they came', () => {
    const outcomes = { approved: 0, fraudulent: 0 };
    const all = ['device_bot', 'device_tampered', 'device_emulated', 'device_event_replayed'];
    fc.assert(
      fc.property(inTwoOrders(seen), (orders) => {
        for (const events of orders) {
          const file = caseWithDeviceEvents(events);
          const outcome = outcomeOf(file);
          const signs = events.flatMap(fraudReasons);
          expect(only(reasonsOf('device', file), all)).to.deep.equal(sorted(signs));
          if (signs.length > 0) expect(outcome).to.be.oneOf(['review', 'decline']);
          outcomes.fraudulent += signs.length > 0 ? 1 : 0;
          outcomes.approved += outcome === 'approve' ? 1 : 0;
        }
      }),
      { numRuns, seed },
    );
    expect(Math.min(outcomes.approved, outcomes.fraudulent)).to.be.at.least(leastOf(300, numRuns, 3000));
  });

  it('never pass liveness below 10, and never get a better outcome with a higher threshold', () => {
    const score = fc.double({ min: 0, max: 100, noNaN: true });
    const threshold = fc.integer({ min: 0, max: 100 });
    const gravity = ['approve', 'retry', 'review', 'decline'];
    const under = (livenessThreshold: number, confidence: number) => {
      const file = aCase({ instead: { liveness_result: [aResult({ confidence })] } });
      return decide(standardPolicy({ livenessThreshold, specimens: true }), file, now).outcome;
    };
    fc.assert(
      fc.property(
        fc.oneof(score, fc.double({ min: 0, max: 12, noNaN: true })),
        threshold,
        threshold,
        (confidence, a, b) => {
          const low = under(Math.min(a, b), confidence);
          const high = under(Math.max(a, b), confidence);
          if (confidence < 10) expect([low, high]).to.deep.equal(['decline', 'decline']);
          expect(gravity.indexOf(high)).to.be.at.least(gravity.indexOf(low));
        },
      ),
      { numRuns, seed },
    );
  });
});
