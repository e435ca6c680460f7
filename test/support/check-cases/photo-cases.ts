import type { Check } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import type { DecisionInput, FileEvidence, ImageFacts } from '@portcullis/domain/evidence';
import { aCase, aFile, aProviderFailure, aReadingEvidence } from '../builders/evidence.ts';
import { aGoodImage, somePhotoLimits } from '../builders/image-facts.ts';
import { confidentSignals } from '../builders/readings.ts';
import { type CheckCase, decidedAt, standard } from './check-case.ts';

const measuring: FlatPolicy = { ...standard, images: somePhotoLimits };
const blind: FlatPolicy = { ...standard, images: null };

const quality = ({ status, reasons, ...over }: Pick<Check, 'status' | 'reasons'> & Partial<Check>): Check => ({
  name: 'document_quality',
  status,
  requirement: 'required',
  reasons,
  observed_at: decidedAt,
  source: 'image',
  evidence: [2, 1],
  ...over,
});
const fine = quality({ status: 'passed', reasons: [] });
const failed = (...reasons: Check['reasons']): Check => quality({ status: 'failed', reasons });

const measured = (over: Partial<ImageFacts>): FileEvidence => ({ ...aFile(), image: { ...aGoodImage, ...over } });
/** A reading without an MRZ: a photo whose MRZ was read is not blurred. */
const read = aReadingEvidence({ mrzLines: null });

const front = (over: Partial<ImageFacts>, reading = [read]): DecisionInput =>
  aCase({ instead: { file: [measured(over)], document_reading: reading } });

const backFile = aFile({ id: 'back00000000001', kind: 'document_back', sha256: 'b'.repeat(64) });
const back = (over: Partial<ImageFacts>): DecisionInput =>
  aCase({
    instead: { file: [measured({})], document_reading: [aReadingEvidence({}, { backFileId: 'back00000000001' })] },
    more: [{ ...backFile, image: { ...aGoodImage, ...over } }],
  });
const ofBoth = { evidence: [2, 1, 6] } as const;

const poor = [
  ['document_too_small', { width: 2000, height: 299 }, { width: 300, height: 300 }],
  ['document_blurry', { sharpness: 0.399 }, { sharpness: 0.4 }],
  ['document_too_dark', { brightness: 0.199 }, { brightness: 0.2 }],
  ['document_glare', { glare: 0.051 }, { glare: 0.05 }],
  ['document_black_and_white', { colour: 0.019 }, { colour: 0.02 }],
  ['document_cut_off', { cutEdges: 1 }, { cutEdges: 0 }],
] as const;

/** The front of this attempt, after one of an earlier attempt that was requested again. */
const retaken = (before: Partial<FileEvidence>, now: Partial<FileEvidence>): DecisionInput =>
  aCase({
    instead: {
      file: [
        { ...aFile({ id: 'front0000000000', sha256: 'e'.repeat(64) }), ...before },
        { ...aFile({}, 2), ...now },
      ],
      document_reading: [aReadingEvidence({}, { attempt: 2 })],
    },
    attempt: 2,
    askedSteps: ['document_front'],
  });
const ofRetaken = { evidence: [3, 2] } as const;
const content = 'c'.repeat(64);

const again = (sentence: string, file: DecisionInput, isRepeated: boolean, policy = measuring): CheckCase => ({
  sentence,
  file,
  policy,
  expected: quality({
    status: isRepeated ? 'failed' : 'passed',
    reasons: isRepeated ? ['duplicate_file'] : [],
    ...ofRetaken,
  }),
});

const sameBytes = retaken({ file: aFile({ id: 'front0000000000' }).file }, {});
const samePicture = retaken({ contentSha256: content }, { contentSha256: content });

const repeatedCases: readonly CheckCase[] = [
  again('the file that was asked for again, once more, is a duplicate', sameBytes, true),
  again('the same picture in another file is a duplicate', samePicture, true),
  again('another picture is none', retaken({ contentSha256: content }, { contentSha256: 'd'.repeat(64) }), false),
  again(
    'a file that was not digested when it was kept is compared as it came',
    retaken({}, { contentSha256: content }),
    false,
  ),
  again('a policy without limits for photos lets the same picture come again', samePicture, false, blind),
  again(
    'the same picture is none where something else was asked for',
    { ...sameBytes, askedSteps: ['liveness'] },
    false,
  ),
  {
    ...again('one picture in two files is a duplicate for both sides', aCase(), true),
    file: aCase({
      instead: {
        file: [{ ...aFile(), contentSha256: content }],
        document_reading: [aReadingEvidence({}, { backFileId: 'back00000000001' })],
      },
      more: [{ ...backFile, contentSha256: content }],
    }),
    expected: quality({ status: 'failed', reasons: ['duplicate_file'], ...ofBoth }),
  },
  {
    ...again("photos that were in each other's place may change places", aCase(), false),
    file: aCase({
      instead: {
        file: [
          aFile({ id: 'front0000000000', sha256: 'b'.repeat(64) }),
          aFile({ id: 'back00000000000', kind: 'document_back', sha256: 'f'.repeat(64) }),
          aFile({}, 2),
          { ...backFile, attempt: 2 },
        ],
        document_reading: [aReadingEvidence({}, { attempt: 2, backFileId: 'back00000000001' })],
      },
      attempt: 2,
      askedSteps: ['document_front', 'document_back'],
    }),
    expected: quality({ status: 'passed', reasons: [], evidence: [5, 3, 4] }),
  },
];

/** The results of the quality check by the facts of the photos. */
export const photoCases: readonly CheckCase[] = [
  ...poor.flatMap(([reason, over, within]): readonly CheckCase[] => [
    {
      sentence: `a front beyond its limit is ${reason}`,
      file: front(over),
      policy: measuring,
      expected: failed(reason),
    },
    { sentence: `a front at its limit is not ${reason}`, file: front(within), policy: measuring, expected: fine },
    {
      sentence: `${reason} is not judged under a policy without limits for photos`,
      file: front(over),
      policy: blind,
      expected: fine,
    },
    {
      sentence: `${reason} is said before anything is read`,
      // With more sharpness than this an MRZ may be read, and the reading says whether the photo is blurred.
      file: front(reason === 'document_blurry' ? { sharpness: 0.159 } : over, []),
      policy: measuring,
      expected: quality({ status: 'failed', reasons: [reason], evidence: [1] }),
    },
  ]),
  {
    sentence: 'a soft front with which a zone may be read is not said to be blurred before anything is read',
    file: front({ sharpness: 0.16 }, []),
    policy: measuring,
    expected: {
      name: 'document_quality',
      status: 'unavailable',
      requirement: 'required',
      reasons: [],
      observed_at: decidedAt,
      evidence: [],
    },
  },
  {
    sentence: 'a soft front that could not be read is said to be blurred',
    file: aCase({
      instead: { file: [measured({ sharpness: 0.16 })], document_reading: [] },
      more: [aProviderFailure('document_reading', 'provider_timeout')],
    }),
    policy: measuring,
    expected: quality({ status: 'failed', reasons: ['provider_timeout', 'document_blurry'], evidence: [1] }),
  },
  {
    sentence: 'a front whose zone was read with every check digit valid is not blurred, however soft its edges are',
    file: front({ sharpness: 0.1 }, [aReadingEvidence()]),
    policy: measuring,
    expected: fine,
  },
  {
    sentence: 'everything that is wrong is said, in one order, with what the reader says before it and once',
    file: front(Object.assign({}, ...poor.map(([, over]) => over)), [
      aReadingEvidence({ mrzLines: null, signals: confidentSignals('document_damaged', 'document_glare') }),
    ]),
    policy: measuring,
    expected: failed(
      'document_damaged',
      'document_glare',
      ...poor.map(([r]) => r).filter((r) => r !== 'document_glare'),
    ),
  },
  {
    sentence: 'a photo that was not measured is not judged',
    file: aCase(),
    policy: measuring,
    expected: fine,
  },
  {
    sentence: 'a poor photo that is not read keeps why it is not',
    file: aCase({
      instead: { file: [measured({ sharpness: 0.1 })], document_reading: [] },
      more: [aProviderFailure('document_reading', 'provider_timeout')],
    }),
    policy: measuring,
    expected: quality({ status: 'failed', reasons: ['provider_timeout', 'document_blurry'], evidence: [1] }),
  },
  {
    sentence: 'a back is held to the limits',
    file: back({ sharpness: 0.1, glare: 0.4 }),
    policy: measuring,
    expected: quality({ status: 'failed', reasons: ['document_blurry', 'document_glare'], ...ofBoth }),
  },
  {
    sentence: 'a back may be printed in black',
    file: back({ colour: 0 }),
    policy: measuring,
    expected: quality({ status: 'passed', reasons: [], ...ofBoth }),
  },
  {
    sentence: 'a poor back without a front does not hide that the front is missing',
    file: aCase({
      instead: { file: [{ ...backFile, image: { ...aGoodImage, sharpness: 0.1 } }], document_reading: [] },
    }),
    policy: measuring,
    expected: quality({ status: 'failed', reasons: ['document_missing', 'document_blurry'], evidence: [1] }),
  },
  ...repeatedCases,
];
