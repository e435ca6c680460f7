import type { FlatPolicy } from '@portcullis/domain/checks';
import type { DecisionInput } from '@portcullis/domain/evidence';
import {
  aCase,
  aConsent,
  aDevice,
  aDeviceEvent,
  aFile,
  aMatch,
  aProviderFailure,
  aReadingEvidence,
  aResult,
} from '../../../support/builders/evidence.ts';
import { confidentSignals, passportLines, printedFields } from '../../../support/builders/readings.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';

export const changed = (what: string, from: unknown, to: unknown, sentence: string) => ({ what, from, to, sentence });

/** What is nearest where one change alone leads to this outcome. */
export const by = (outcome: string, ...change: Parameters<typeof changed>) => ({
  changes: [changed(...change)],
  outcome,
});

export const read = (over: Parameters<typeof aReadingEvidence>[0]) => ({ document_reading: [aReadingEvidence(over)] });

/** A case, and the nearest counterfactual to it. */
export type CounterfactualCase = {
  readonly sentence: string;
  readonly file: DecisionInput;
  readonly policy?: FlatPolicy;
  readonly now?: string;
  readonly expected: object | null;
};

/** Cases that did not end well, and the changes with which they would have ended better. */
export const improvementCases: readonly CounterfactualCase[] = [
  {
    sentence: 'a retry for a low confidence is the threshold',
    file: aCase({ instead: { liveness_result: [aResult({ confidence: 74.2 })] } }),
    expected: by(
      'approve',
      'liveness.confidence',
      74.2,
      75,
      'The liveness confidence would have to be at least 75; it was 74.2.',
    ),
  },
  {
    sentence: 'a retry for a verdict beside a good confidence is the verdict',
    file: aCase({ instead: { liveness_result: [aResult({ live: false })] } }),
    expected: by(
      'approve',
      'liveness.live',
      'not live',
      'live',
      'The provider\'s verdict on the person would have been "live" instead of "not live".',
    ),
  },
  {
    sentence: 'an attack is where it would have been none, not where it would have passed',
    file: aCase({ instead: { liveness_result: [aResult({ confidence: 3 })] } }),
    expected: by(
      'retry',
      'liveness.confidence',
      3,
      10,
      'The liveness confidence would have to be at least 10; it was 3.',
    ),
  },
  {
    sentence: 'a mismatch is the nearer of the two bands of the similarity',
    file: aCase({ instead: { face_match: [aMatch({ similarity: 61 })] } }),
    expected: by(
      'review',
      'face_match.similarity',
      61,
      80,
      'The face similarity would have to be at least 80; it was 61.',
    ),
  },
  {
    sentence: 'a mismatch by a model is that of its own bands',
    file: aCase({ instead: { face_match: [aMatch({ model: 'acme-3', similarity: 21 })] } }),
    policy: { ...standard, faceMatch: { ...standard.faceMatch, models: { 'acme-3': { pass: 40, review: 30 } } } },
    expected: by(
      'review',
      'face_match.similarity',
      21,
      30,
      'The face similarity would have to be at least 30; it was 21.',
    ),
  },
  {
    sentence: 'a similarity by a model without thresholds is no other similarity',
    file: aCase({ instead: { face_match: [aMatch({ model: 'acme-3', similarity: 21 })] } }),
    expected: null,
  },
  {
    sentence: 'a sign on the photo is the sign not noticed',
    file: aCase({ instead: read({ signals: confidentSignals('document_tampered') }) }),
    expected: by(
      'approve',
      'signals.document_tampered',
      1,
      null,
      'The sign "document_tampered" would have to be absent from the photo; it was seen with a confidence of 1.',
    ),
  },
  {
    sentence: 'a printed field that differs is the one of the zone',
    file: aCase({
      instead: read({
        fields: { ...printedFields(passportLines()), date_of_birth: { value: '1974-08-13', confidence: 1 } },
      }),
    }),
    expected: by(
      'approve',
      'printed.date_of_birth',
      '1974-08-13',
      '1974-08-12',
      'The printed date of birth would have been "1974-08-12" instead of "1974-08-13".',
    ),
  },
  {
    sentence: 'a document that has expired is its date of expiry',
    file: aCase(),
    now: '2032-04-18T10:05:00.000Z',
    expected: by(
      'approve',
      'document.date_of_expiry',
      '2032-04-15',
      '2032-04-18',
      'The date of expiry would have to be 2032-04-18 or later; it was 2032-04-15.',
    ),
  },
  {
    sentence: 'somebody too young is the day on which they come of age, 1 March for those born on 29 February',
    file: aCase({ instead: read({ mrzLines: passportLines({ born: '080229' }) }) }),
    now: '2026-02-20T10:05:00.000Z',
    expected: by(
      'approve',
      'day',
      '2026-02-20',
      '2026-03-01',
      'The day of the decision would have to be 2026-03-01 or later; it was 2026-02-20.',
    ),
  },
  {
    sentence: 'what was claimed wrongly is what the document says',
    file: aCase({
      more: [{ kind: 'claimed', attempt: 1, at: decidedAt, claimed: { document_number: 'L898902C4' } }],
    }),
    expected: by(
      'approve',
      'claimed.document_number',
      'L898902C4',
      'L898902C3',
      'The claimed document number would have been "L898902C3" instead of "L898902C4".',
    ),
  },
  {
    sentence: 'a country that is denied is one that is not',
    file: aCase(),
    policy: { ...standard, documents: { ...standard.documents, deniedCountries: ['UTO'] } },
    expected: by(
      'approve',
      'document.issuing_country',
      'UTO',
      'SWE',
      'The issuing country would have been "SWE" instead of "UTO".',
    ),
  },
  {
    sentence: 'a refusal of consent is the consent',
    file: aCase({ instead: { consent: [aConsent(false)] } }),
    expected: by(
      'approve',
      'consent',
      'declined',
      'granted',
      'The consent of the person would have been "granted" instead of "declined".',
    ),
  },
  {
    sentence: 'a provider that gave no answer is its answer',
    file: aCase({ instead: { face_match: [] }, more: [aProviderFailure('face_match')] }),
    expected: by(
      'approve',
      'face_match.outcome',
      null,
      'compared',
      'The comparison of the two faces would have been "compared" instead of none.',
    ),
  },
  {
    sentence: 'a risk of the device is the device without it',
    file: aCase({ more: [aDeviceEvent(), aDevice({ linkedIds24h: 9 })] }),
    expected: by(
      'approve',
      'device.linked_ids_24h',
      9,
      3,
      'The number of people seen with the device within a day would have to be at most 3; it was 9.',
    ),
  },
  {
    sentence: 'the same picture for both sides is another picture',
    file: aCase({
      instead: { document_reading: [aReadingEvidence({}, { backFileId: 'back00000000001' })] },
      more: [aFile({ id: 'back00000000001', kind: 'document_back' })],
    }),
    expected: by(
      'approve',
      'files.document_back',
      'one that was there before',
      'another one',
      'The photo of the back would have been "another one" instead of "one that was there before".',
    ),
  },
  {
    sentence: 'a draw of the policy is not being drawn',
    file: aCase(),
    policy: { ...standard, sampling: 0.9 },
    expected: by(
      'approve',
      'sample',
      'drawn',
      'not drawn',
      'The draw of the policy would have been "not drawn" instead of "drawn".',
    ),
  },
  {
    sentence: 'two things that each lead to review are both of them, and what then still asks for a retry stands',
    file: aCase({
      instead: { ...read({ signals: confidentSignals('document_tampered', 'document_glare') }) },
      more: [aDeviceEvent(), aDevice({ tor: true })],
    }),
    expected: {
      changes: [
        changed(
          'signals.document_tampered',
          1,
          null,
          'The sign "document_tampered" would have to be absent from the photo; it was seen with a confidence of 1.',
        ),
        changed('device.tor', true, false, 'The sign of Tor would have to be absent.'),
      ],
      outcome: 'retry',
    },
  },
  {
    sentence: 'a document that nobody could read is a legible one',
    file: aCase({ instead: read({ mrzLines: null, signals: [] }) }),
    expected: by(
      'approve',
      'document',
      'as it was read',
      'legible and accepted',
      'The document would have been "legible and accepted" instead of "as it was read".',
    ),
  },
  {
    sentence: 'more than three things at once is not looked for',
    file: aCase({
      instead: {
        ...read({
          signals: confidentSignals('document_tampered', 'document_portrait_replaced', 'document_template_mismatch'),
        }),
      },
      more: [aDeviceEvent(), aDevice({ tor: true, bot: 'bad' })],
    }),
    expected: null,
  },
];
