import { type DocumentReading, decide, type Policy } from '@portcullis/domain';
import { expect } from 'chai';
import fc from 'fast-check';
import { policy } from '../support/builders/profile-states.ts';
import { numberIn } from '../support/builders/readings.ts';
import { runs, shareOf } from '../support/effort.ts';
import {
  backFile,
  type CaseFacts,
  caseOf,
  evidenceOf,
  facts,
  flawless,
  nearlyFlawless,
} from '../support/generators/case-facts.ts';
import { epoch, iso } from '../support/generators/profile-history.ts';
import { sideLayouts } from '../support/generators/side-layouts.ts';

const numRuns = runs(20_000);

/** A case in which nothing but the sides can be wrong. */
const onlySides: fc.Arbitrary<CaseFacts> = fc
  .record({
    layout: fc.constantFrom(...sideLayouts),
    similarity: fc.constantFrom(null, null, 60, 85, 89.9, 90, 99),
  })
  .map((sides) => ({ ...flawless, sides }));

const someCase = fc.oneof(onlySides, facts, nearlyFlawless);

const readingIn = (given: CaseFacts): DocumentReading | undefined =>
  evidenceOf(given).flatMap((item) => (item.kind === 'document_reading' ? [item.reading] : []))[0];

/**
 * Says where the number of the document was read, computed without the code that decides: in the zone of the front, or,
 * of a card alone, in what the front prints.
 */
const isIdentifiedOnFront = ({ mrzLines, sides }: DocumentReading): boolean => {
  const number = numberIn(mrzLines);
  if (!sides || number === null) return false;
  const isCard = mrzLines?.length === 3;
  const printed = sides.front.fields.document_number?.value;
  return numberIn(sides.front.mrzLines) === number || (isCard && printed === number);
};

const isFaceOfApplicant = (given: CaseFacts, { faceMatch: { pass } }: Policy): boolean =>
  evidenceOf(given).every(
    (item) =>
      item.kind !== 'face_match' ||
      (item.outcome === 'compared'
        ? (item.similarity ?? 0) >= pass
        : item.documentFileId === backFile && item.outcome === 'no_face_on_document'),
  );

describe('the identity of an approved applicant', function () {
  this.timeout(120_000);

  it(`was read on the side whose face was compared, and no side shows another face (${numRuns} cases)`, () => {
    const approved = new Map<string, number>();
    const refused = new Map<string, number>();
    fc.assert(
      fc.property(someCase, (given) => {
        const { outcome } = decide(policy, caseOf(evidenceOf(given)), iso(epoch));
        const count = outcome === 'approve' ? approved : refused;
        count.set(given.sides.layout, (count.get(given.sides.layout) ?? 0) + 1);
        const reading = readingIn(given);
        return outcome !== 'approve' || (reading && isIdentifiedOnFront(reading) && isFaceOfApplicant(given, policy));
      }),
      { numRuns },
    );
    expect([...approved.keys()].toSorted()).to.deep.equal(['both', 'card', 'front']);
    expect(Math.min(...approved.values())).to.be.above(shareOf(100, numRuns, 20_000));
    expect([...refused.keys()].toSorted()).to.deep.equal(sideLayouts.toSorted());
  });
});
