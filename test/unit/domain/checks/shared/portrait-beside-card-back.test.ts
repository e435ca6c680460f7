import { combineReadings, standardPolicy } from '@portcullis/domain';
import { unreadSide } from '@portcullis/domain/documents';
import { expect } from 'chai';
import { aLicence, cardLines, onCard, onFront } from '../../../../support/builders/readings.ts';
import {
  card,
  cardOfTwoLines,
  licences,
  notOnPortraitSide,
  outcomeOf,
  readBy,
} from '../../../../support/check-cases/sided-readings.ts';

describe("a victim's card back beside the attacker's own face, in one picture", () => {
  const readers = ['the local reader', 'a model', 'both'] as const;

  for (const who of readers) {
    it(`is not approved when ${who} reads it, whatever is printed there and is on the other picture`, () => {
      for (const behind of [null, unreadSide, card, { ...unreadSide, fields: card.fields }]) {
        expect(outcomeOf(readBy(who, { front: card, back: behind }))).to.deep.equal(notOnPortraitSide);
        expect(outcomeOf(readBy(who, { front: { ...card, fields: {} }, back: behind }))).to.deep.equal(
          notOnPortraitSide,
        );
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
    expect(outcomeOf(readBy('a model', sides, over))).to.deep.equal(notOnPortraitSide);
  });

  it('is not approved when it is a licence with its barcode', () => {
    const read = aLicence();
    expect(outcomeOf({ ...read, sides: onFront(read) }, licences)).to.deep.equal(notOnPortraitSide);
    expect(outcomeOf({ ...read, sides: { ...onCard(read), front: onFront(read).front } }, licences)).to.deep.equal(
      notOnPortraitSide,
    );
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

  it('was approved under the rules before', () => {
    const older = standardPolicy({ livenessThreshold: 75, specimens: true }, '2');
    for (const who of readers) expect(outcomeOf(readBy(who, onFront(card)), older)).to.deep.equal(['approve']);
  });
});
