import { documentFacts, type SideReadings, unreadSide } from '@portcullis/documents';
import { type DocumentReading, decide, type ReasonCode } from '@portcullis/domain';
import { type FlatPolicy, type PolicyAction, reasonCodes } from '@portcullis/domain/checks';
import type { DecisionInput } from '@portcullis/domain/evidence';

import { expect } from 'chai';
import fc from 'fast-check';
import { aCase, aReadingEvidence } from '../support/builders/evidence.ts';
import { policy } from '../support/builders/profile-states.ts';
import { aReading, cardLines, licenceText, onCard, onFront, passportLines } from '../support/builders/readings.ts';
import { leastOf, runs } from '../support/effort.ts';
import { frontOf, outputAround } from '../support/generators/model-outputs.ts';

const now = '2026-05-01T10:05:00.000Z';

/** The most severe policy: everything that can decline does. */
const declineEverything: FlatPolicy = {
  ...policy,
  checks: { ...policy.checks, document_barcode: 'required', document_authenticity: 'required' },
  documents: { ...policy.documents, deniedCountries: ['FRA'], minReaderConfidence: 1 },
  actions: Object.fromEntries(reasonCodes.map((code): [ReasonCode, PolicyAction] => [code, 'decline'])),
};

const someMrz = fc
  .record({
    make: fc.constantFrom(passportLines, cardLines),
    born: fc.constantFrom('740812', '740812', '120812', '080502', '741301'),
    expires: fc.constantFrom('320415', '320415', '240415', '740811'),
    state: fc.constantFrom('UTO', 'FRA'),
    isWrong: fc.boolean(),
  })
  .map(({ isWrong, make, ...text }) =>
    make(text).map((line, at) =>
      isWrong && at === 1 ? line.replace(/\d(?=<*$)/, (digit) => `${(Number(digit) + 1) % 10}`) : line,
    ),
  );

const lines = fc.oneof(
  { weight: 6, arbitrary: someMrz },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.array(fc.string({ maxLength: 45 }), { maxLength: 3 }) },
);

const barcode = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['08121974', '08122012'].map((DBB) => ({ state: 'read' as const, text: licenceText({ DBB }, 'ID') })),
    ),
  },
);

/** Answers the reading that the reader makes of a model's output; an absent field is left out. */
const readingFrom = (output: object, mrzLines: readonly string[] | null): DocumentReading => {
  const fields = Object.entries(frontOf(output).fields).filter(([, field]) => field !== null);
  return aReading({
    documentType: Reflect.get(output, 'document_type'),
    issuingCountry: Reflect.get(output, 'issuing_country'),
    fields: Object.fromEntries(fields),
    signals: Reflect.get(output, 'signals'),
    mrzLines,
  });
};

/** Answers the same reading without any text of the reader: the rest is parsed by our own code. */
const withoutReaderText = (reading: DocumentReading): DocumentReading => ({
  ...reading,
  documentType: null,
  issuingCountry: null,
  fields: {},
  signals: [],
  ...(reading.sides && { sides: withoutPrint(reading.sides) }),
});

const withoutPrint = ({ back, front }: SideReadings): SideReadings => ({
  front: { ...front, fields: {} },
  back: back && { ...back, fields: {} },
});

/** Where everything was read: on the front, as on a card, on the back, or on sides that the reader does not tell. */
const layouts: readonly ((read: DocumentReading) => SideReadings | undefined)[] = [
  onFront,
  onCard,
  (read) => ({ front: unreadSide, back: onFront(read).front }),
  () => undefined,
];

const someReading = fc
  .tuple(
    lines.chain((mrzLines) => outputAround(fc.constant(mrzLines)).map((output) => readingFrom(output, mrzLines))),
    barcode,
    fc.option(someMrz, { freq: 1 }),
    fc.constantFrom(...layouts),
  )
  .map(([{ sides: _, ...reading }, seen, other, layout]): DocumentReading => {
    const sides = layout({ ...reading, barcode: seen });
    return {
      ...reading,
      barcode: seen,
      ...(reading.mrzLines && other && { otherZone: { reader: 'local', mrzLines: other } }),
      ...(sides && { sides }),
    };
  });

const caseOf = (reading: DocumentReading): DecisionInput =>
  aCase({
    instead: { document_reading: [aReadingEvidence(reading)] },
    more: [
      {
        kind: 'claimed',
        attempt: 1,
        at: now,
        claimed: { last_name: 'Eriksson', date_of_birth: '1974-08-12', gender: 'female', document_type: 'passport' },
      },
    ],
  });

const decliningReasons = (reading: DocumentReading): readonly string[] =>
  decide(declineEverything, caseOf(reading), now)
    .contributions.filter(({ effect }) => effect === 'decline')
    .map(({ check, reason }) => `${check} ${reason}`);

/** Says whether a part was parsed that is proof: an MRZ whose check digits hold, or a barcode. */
const isProven = (reading: DocumentReading): boolean => {
  const { barcode: read, mrz } = documentFacts(aReadingEvidence(reading));
  return read !== null || mrz?.valid === true;
};

describe('the unproven text of a reader', function () {
  this.timeout(300_000);

  const numRuns = runs(20_000, 200);
  it(`declines nobody, under a policy that declines for everything (${numRuns} readings)`, () => {
    const count = { proven: 0, unproven: 0, declined: 0 };
    fc.assert(
      fc.property(someReading, (reading) => {
        const found = decliningReasons(reading);
        const left = decliningReasons(withoutReaderText(reading));
        count[isProven(reading) ? 'proven' : 'unproven'] += 1;
        count.declined += found.length > 0 ? 1 : 0;
        expect(found.filter((one) => !left.includes(one))).to.deep.equal([]);
        if (!isProven(reading)) expect(found).to.deep.equal([]);
      }),
      { numRuns },
    );
    expect(count.proven).to.be.at.least(leastOf(1000, numRuns, 4000));
    expect(count.unproven).to.be.at.least(leastOf(500, numRuns, 4000));
    expect(count.declined).to.be.at.least(leastOf(500, numRuns, 4000));
  });
});
