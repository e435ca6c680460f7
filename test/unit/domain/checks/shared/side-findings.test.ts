import { type SideReadings, unreadSide } from '@portcullis/documents';
import { combineReadings, type DocumentReading, decide } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { aCase, aReadingEvidence } from '../../../../support/builders/evidence.ts';
import {
  aLicence,
  aReading,
  cardLines,
  licenceText,
  localReader,
  onCard,
  onFront,
  passportLines,
} from '../../../../support/builders/readings.ts';
import { decidedAt, standard } from '../../../../support/check-cases/check-case.ts';
import {
  card,
  cardOfTwoLines,
  licences,
  notOnPortraitSide,
  outcomeOf,
  readBy,
  sure,
  verdictOn,
  victimsPage,
} from '../../../../support/check-cases/sided-readings.ts';

describe("an attacker's own picture as the front", () => {
  for (const who of ['the local reader', 'a model', 'both'] as const) {
    it(`does not make ${who} approve a victim's passport page as the back`, () => {
      expect(outcomeOf(readBy(who, { front: unreadSide, back: victimsPage }))).to.deep.equal(notOnPortraitSide);
    });
  }

  it('does not approve it either when the attacker is named in print there', () => {
    const front = { ...unreadSide, fields: { last_name: sure('Zubov'), document_number: sure('X12345678') } };
    for (const who of ['a model', 'both'] as const) {
      const [outcome, ...reasons] = outcomeOf(readBy(who, { front, back: victimsPage }));
      expect(outcome).to.equal('review');
      expect(reasons).to.include.members(['identity_not_on_portrait_side', 'document_sides_mismatch']);
    }
  });

  it("does not approve a victim's visa, nor a page whose number the attacker copied", () => {
    const visa = ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F3204153<<<<<<<<<<<<<<<<'];
    const policy = { ...standard, documents: { ...standard.documents, types: ['passport', 'visa'] as const } };
    expect(
      outcomeOf(readBy('a model', { front: unreadSide, back: { ...victimsPage, mrzLines: visa } }), policy),
    ).to.deep.equal(notOnPortraitSide);
    const copied = { ...unreadSide, fields: victimsPage.fields };
    expect(outcomeOf(readBy('a model', { front: copied, back: victimsPage }))).to.deep.equal(notOnPortraitSide);
  });

  it('does not approve it when the model was made to say that the zone is on the front', () => {
    const local = readBy('the local reader', { front: unreadSide, back: victimsPage });
    const model = readBy('a model', { front: victimsPage, back: unreadSide });
    expect(outcomeOf(combineReadings(model, local))).to.deep.equal(['review', 'document_sides_unknown']);
  });
});

describe("a victim's card back", () => {
  const victims = { ...unreadSide, mrzLines: cardLines() };
  const own = (fields: DocumentReading['fields']) =>
    readBy('a model', { front: { ...unreadSide, fields }, back: victims });

  it("is not approved behind the attacker's own card front", () => {
    for (const fields of [
      { document_number: sure('X12345678') },
      { document_number: sure('X12345678'), last_name: sure('Zubov'), date_of_birth: sure('1990-01-01') },
      { last_name: sure('Eriksson'), first_name: sure('Quy'), date_of_birth: sure('1974-08-12') },
      { last_name: sure('Eriksson'), first_name: sure('Anna Maria') },
    ]) {
      const [outcome, ...reasons] = outcomeOf(own(fields));
      expect(outcome).to.equal('review');
      expect(reasons).to.include('identity_not_on_portrait_side');
    }
  });

  it("is not approved behind the front of somebody else's licence", () => {
    const barcode = { state: 'read', text: licenceText() } as const;
    const front = { ...unreadSide, fields: { document_number: sure('T00000000') } };
    const read = aLicence({ fields: front.fields, sides: { front, back: { ...unreadSide, barcode } } });
    const [outcome, ...reasons] = outcomeOf(read, licences);
    expect(outcome).to.equal('review');
    expect(reasons).to.include('identity_not_on_portrait_side');
  });

  it('is not approved by the local reader, which reads no print on the front', () => {
    expect(outcomeOf(readBy('the local reader', onCard(card)))).to.deep.equal(notOnPortraitSide);
  });
});

describe('a reading that says nothing of the sides', () => {
  it('is never a reason to approve, of one picture or of two', () => {
    const { sides: _, ...reading } = aReading();
    const { sides: __, ...local } = aReading({ reader: localReader, fields: {} });
    for (const read of [reading, local]) {
      expect(outcomeOf(read)).to.deep.equal(['review', 'document_sides_unknown']);
      const alone = aCase({ instead: { document_reading: [aReadingEvidence()] } });
      const evidence = alone.evidence.map((item) =>
        item.kind === 'document_reading' ? { ...item, reading: read } : item,
      );
      expect(decide(standard, { ...alone, evidence }, decidedAt).deciding).to.deep.equal(['document_sides_unknown']);
    }
  });

  it('still asks for another photo where nothing was read', () => {
    const { sides: _, ...reading } = aReading({ mrzLines: null, fields: {} });
    expect(outcomeOf(reading)[0]).to.equal('retry');
  });
});

describe('a genuine document', () => {
  it('is approved: a passport, whoever reads it', () => {
    for (const who of ['the local reader', 'a model', 'both'] as const) {
      expect(outcomeOf(readBy(who, { front: victimsPage, back: unreadSide }))).to.deep.equal(['approve']);
      expect(outcomeOf(readBy(who, onFront(victimsPage)))).to.deep.equal(['approve']);
    }
  });

  it('is approved: a card whose front prints the number, or the names and the date of birth', () => {
    const named = { last_name: sure('Eriksson'), first_name: sure('Anna Maria'), date_of_birth: sure('1974-08-12') };
    for (const who of ['a model', 'both'] as const) {
      expect(outcomeOf(readBy(who, onCard(card), { documentType: 'id_card' }))).to.deep.equal(['approve']);
      expect(outcomeOf(readBy(who, onCard({ ...card, fields: named })))).to.deep.equal(['approve']);
    }
  });

  it('is approved: a licence whose front prints what its barcode says', () => {
    const read = aLicence();
    expect(outcomeOf({ ...read, sides: onCard(read) }, licences)).to.deep.equal(['approve']);
  });

  it('is approved: a card with a number of the holder in print and in its optional data', () => {
    const lines = cardLines({ optional: 'ZE184226B' });
    const fields = { document_number: sure('ZE184226B') };
    expect(outcomeOf(readBy('a model', onCard({ fields, mrzLines: lines, barcode: null })))).to.deep.equal(['approve']);
  });

  it('is approved: a card of two lines with its zone beside the portrait, if a model reads the print there', () => {
    for (const who of ['a model', 'both'] as const)
      expect(outcomeOf(readBy(who, onFront(cardOfTwoLines)))).to.deep.equal(['approve']);
  });

  it('is approved: a page that was photographed twice', () => {
    expect(outcomeOf(readBy('both', { front: victimsPage, back: victimsPage }))).to.deep.equal(['approve']);
  });
});

describe('two sides that differ', () => {
  const differing: readonly (readonly [string, SideReadings])[] = [
    ['in print', { front: victimsPage, back: { ...unreadSide, fields: { last_name: sure('Zubov') } } }],
    [
      'in their zones',
      { front: victimsPage, back: { ...unreadSide, mrzLines: passportLines({ number: 'X00000001' }) } },
    ],
    [
      'in the print of one and the zone of the other',
      { front: victimsPage, back: { ...unreadSide, mrzLines: cardLines() } },
    ],
  ];
  for (const [how, sides] of differing) {
    it(`${how} lead to a review`, () => {
      const { outcome, deciding } = verdictOn(readBy('a model', sides));
      expect(outcome).to.equal('review');
      expect(deciding).to.include('document_sides_mismatch');
    });
  }

  it('decline nobody, whatever the policy says', () => {
    const [, sides] = differing[1] ?? [];
    const severe: FlatPolicy = {
      ...standard,
      actions: { document_sides_mismatch: 'decline', identity_not_on_portrait_side: 'decline' },
    };
    expect(verdictOn(readBy('a model', sides ?? onCard(card)), severe).outcome).to.equal('review');
    expect(verdictOn(readBy('a model', { front: unreadSide, back: victimsPage }), severe).outcome).to.equal('review');
  });

  it('say in the details which side each value came from', () => {
    const fields = { document_number: sure('D23145890'), last_name: sure('Zubov') };
    const sides = {
      front: { ...unreadSide, fields },
      back: { ...unreadSide, mrzLines: cardLines(), fields: { last_name: sure('Eriksson') } },
    };
    const details = verdictOn(readBy('a model', sides)).details.document_consistency ?? [];
    expect(details).to.deep.include({
      kind: 'comparison',
      field: 'document_number',
      comparator: 'number',
      one: { source: 'mrz', value: 'D23145890', side: 'back' },
      other: { source: 'ai', value: 'D23145890', side: 'front' },
      score: 100,
      agrees: true,
    });
    expect(details).to.deep.include({
      kind: 'value',
      name: 'side_of_identity',
      value: 'back',
      limit: 'front',
      source: 'mrz',
    });
    const lastNames = details.flatMap((one) => (one.kind === 'comparison' && one.field === 'last_name' ? [one] : []));
    expect(lastNames.map(({ one, other }) => [one.source, one.side, other.source, other.side])).to.deep.equal([
      ['mrz', 'back', 'ai', 'front'],
      ['ai', 'front', 'ai', 'back'],
    ]);
  });

  it('have no sides in the details of one picture', () => {
    const { details } = decide(standard, aCase(), decidedAt);
    expect(JSON.stringify(details)).not.to.include('"side');
  });
});
