import { unreadSide } from '@portcullis/documents';
import { combineReadings, decide } from '@portcullis/domain';
import { expect } from 'chai';
import { aCase, aFile, aMatch, aReadingEvidence } from '../../../../support/builders/evidence.ts';
import { aLicence, cardLines, confidentSignals, onCard, onFront } from '../../../../support/builders/readings.ts';
import { decidedAt, standard } from '../../../../support/check-cases/check-case.ts';
import {
  card,
  cardOfTwoLines,
  holderInPrint,
  licences,
  notOnPortraitSide,
  outcomeOf,
  readBy,
  sidesTogether,
  sure,
} from '../../../../support/check-cases/sided-readings.ts';

describe("a victim's card back beside the attacker's own face, in one picture", () => {
  const readers = ['the local reader', 'a model', 'both'] as const;

  for (const who of readers) {
    it(`is not approved when ${who} reads it, whatever is printed there and is on the other picture`, () => {
      for (const behind of [null, unreadSide, card, { ...unreadSide, fields: card.fields }]) {
        expect(outcomeOf(readBy(who, { front: card, back: behind }))).to.deep.equal(sidesTogether);
        const [outcome, ...reasons] = outcomeOf(readBy(who, { front: { ...card, fields: {} }, back: behind }));
        expect([outcome, reasons.includes('document_sides_together')]).to.deep.equal(['retry', true]);
      }
    });

    it(`is not approved when ${who} reads a zone of two lines there without print`, () => {
      expect(outcomeOf(readBy(who, onFront({ ...cardOfTwoLines, fields: {} })))).to.deep.equal(notOnPortraitSide);
    });
  }

  it('is not approved by the local reader, which reads no print beside a zone of two lines', () => {
    expect(outcomeOf(readBy('the local reader', onFront(cardOfTwoLines)))).to.deep.equal(notOnPortraitSide);
  });

  it('is not approved where another zone on the back counts', () => {
    const sides = { front: card, back: { ...unreadSide, mrzLines: cardOfTwoLines.mrzLines } };
    const over = { mrzLines: cardOfTwoLines.mrzLines };
    expect(outcomeOf(readBy('a model', sides, over))).to.deep.equal(sidesTogether);
  });

  it('is not approved when it is a licence with its barcode', () => {
    const read = aLicence();
    expect(outcomeOf({ ...read, sides: onFront(read) }, licences)).to.deep.equal(sidesTogether);
    expect(outcomeOf({ ...read, sides: { ...onCard(read), front: onFront(read).front } }, licences)).to.deep.equal(
      sidesTogether,
    );
  });

  it('is asked for side by side, and is reviewed where it comes so again', () => {
    const together = readBy('a model', { front: card, back: null });
    const file = (attempt: number, of: typeof together) =>
      aReadingEvidence(of, { id: `reading0000000${attempt}`, frontFileId: `front000000000${attempt}`, attempt });
    const again = (second: typeof together) => {
      const photos = [1, 2].map((n) => aFile({ id: `front000000000${n}`, sha256: `${n}`.repeat(64) }, n));
      const input = aCase({
        attempt: 2,
        askedSteps: ['document_front'],
        instead: {
          file: photos,
          document_reading: [file(1, together), file(2, second)],
          face_match: [aMatch({ documentFileId: 'front0000000002', attempt: 2 })],
        },
      });
      const { deciding, outcome } = decide(standard, input, decidedAt);
      return [outcome, ...deciding];
    };
    expect(again(together)).to.deep.equal(notOnPortraitSide);
    expect(again(readBy('a model', onCard(card)))).to.deep.equal(['approve']);
  });

  it('is asked for side by side where a reviewer would look at something that is not fraud', () => {
    const unsure = { ...card, fields: { document_number: { value: 'D23145890', confidence: 0.1 } } };
    expect(outcomeOf(readBy('a model', { front: unsure, back: null }))).to.deep.equal(sidesTogether);
    const signals = confidentSignals('document_tampered');
    expect(outcomeOf(readBy('a model', { front: card, back: null }, { signals }))).to.deep.equal([
      'review',
      'document_tampered',
    ]);
  });

  it('is not approved when it was read on no side', () => {
    const nowhere = { front: { ...card, mrzLines: null }, back: unreadSide };
    expect(outcomeOf(readBy('a model', nowhere, { mrzLines: cardLines() }))).to.deep.equal(notOnPortraitSide);
    const licence = aLicence();
    const sides = { front: { ...onFront(licence).front, barcode: null }, back: unreadSide };
    expect(outcomeOf({ ...licence, sides }, licences)).to.deep.equal(notOnPortraitSide);
  });

  it('is not approved when a model moves what is printed on the back to the front, beside its zone', () => {
    const behind = readBy('the local reader', { front: unreadSide, back: card });
    for (const back of [unreadSide, { ...unreadSide, mrzLines: cardLines() }]) {
      const moved = readBy('a model', { front: card, back });
      expect(outcomeOf(combineReadings(moved, behind))).to.deep.equal(['review', 'document_sides_unknown']);
    }
  });

  it('is not approved with a zone of two lines and its number in print alone, or its holder alone', () => {
    for (const who of ['a model', 'both'] as const) {
      for (const fields of [
        card.fields,
        holderInPrint,
        { ...holderInPrint, ...card.fields, first_name: sure('Quy') },
      ]) {
        const [outcome, ...reasons] = outcomeOf(readBy(who, onFront({ ...cardOfTwoLines, fields })));
        expect([outcome, reasons.includes('identity_not_on_portrait_side')]).to.deep.equal(['review', true]);
        expect(
          outcomeOf(readBy(who, { front: { ...cardOfTwoLines, fields: card.fields }, back: unreadSide })),
        ).to.deep.equal(notOnPortraitSide);
      }
    }
  });
});

describe("the attacker's own face with the victim's data in print beside it", () => {
  it('is not approved before a zone of two lines on another picture, whatever is printed', () => {
    const mrz = { ...unreadSide, mrzLines: cardOfTwoLines.mrzLines };
    for (const who of ['the local reader', 'a model', 'both'] as const) {
      for (const fields of [card.fields, cardOfTwoLines.fields]) {
        const front = { ...unreadSide, fields };
        expect(outcomeOf(readBy(who, { front, back: mrz }))).to.deep.equal(notOnPortraitSide);
        expect(outcomeOf(readBy(who, { front, back: cardOfTwoLines }))).to.deep.equal(notOnPortraitSide);
      }
    }
  });

  it('is not approved before a French card of two lines on another picture', () => {
    const mrzLines = ['IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<', '9409923102854CORINNE<<<<<<<6512068F4'];
    const fields = {
      document_number: sure('940992310285'),
      last_name: sure('Berthier'),
      first_name: sure('Corinne'),
      date_of_birth: sure('1965-12-06'),
    };
    const behind = readBy('a model', { front: { ...unreadSide, fields }, back: { ...unreadSide, mrzLines } });
    expect(outcomeOf(behind)).to.include.members(['review', 'identity_not_on_portrait_side']);
    const beside = readBy('a model', onFront({ ...unreadSide, fields, mrzLines }));
    expect(outcomeOf(beside)).not.to.include('identity_not_on_portrait_side');
  });
});
