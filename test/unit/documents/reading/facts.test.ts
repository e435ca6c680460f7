import { documentFacts, documentView } from '@portcullis/documents';
import { expect } from 'chai';
import { aReadingEvidence } from '../../../support/builders/evidence.ts';
import { aLicence, cardLines, licenceText, passportLines } from '../../../support/builders/readings.ts';

const viewOf = (...given: Parameters<typeof aReadingEvidence>) =>
  documentView(documentFacts(aReadingEvidence(...given)), { pass: 80, issuingState: null });
const single = (value: string) => ({ value, sources: [{ source: 'mrz', value }], agreement: 'single' });

describe('the document view of a partner', () => {
  it('has each field with its sources and whether they agree', () => {
    const fields = {
      last_name: { value: 'Eriksson', confidence: 0.9 },
      sex: { value: 'M', confidence: 0.4 },
      date_of_issue: { value: '2022-04-16', confidence: 0.8 },
    };
    expect(viewOf({ fields })).to.deep.equal({
      type: 'passport',
      issuingCountry: 'UTO',
      fields: {
        last_name: {
          value: 'ERIKSSON',
          sources: [
            { source: 'mrz', value: 'ERIKSSON' },
            { source: 'ai', value: 'Eriksson', confidence: 0.9 },
          ],
          agreement: 'agree',
        },
        first_name: single('ANNA MARIA'),
        document_number: single('L898902C3'),
        issuing_country: single('UTO'),
        nationality: single('UTO'),
        date_of_birth: single('1974-08-12'),
        date_of_issue: {
          value: '2022-04-16',
          sources: [{ source: 'ai', value: '2022-04-16', confidence: 0.8 }],
          agreement: 'single',
        },
        date_of_expiry: single('2032-04-15'),
        sex: {
          value: 'female',
          sources: [
            { source: 'mrz', value: 'female' },
            { source: 'ai', value: 'M', confidence: 0.4 },
          ],
          agreement: 'disagree',
        },
      },
    });
  });

  it('of a reading without an MRZ has what the reader read', () => {
    const fields = { document_number: { value: 'X1', confidence: 0.7 } };
    expect(viewOf({ mrzLines: null, documentType: 'visa', issuingCountry: 'SWE', fields })).to.deep.equal({
      type: 'visa',
      issuingCountry: 'SWE',
      fields: {
        document_number: {
          value: 'X1',
          sources: [{ source: 'ai', value: 'X1', confidence: 0.7 }],
          agreement: 'single',
        },
      },
    });
  });

  it('of an empty reading is empty', () => {
    expect(viewOf({ mrzLines: null, documentType: null, issuingCountry: null })).to.deep.equal({
      type: null,
      issuingCountry: null,
      fields: {},
    });
  });

  it('has the fields of its barcode between those of its MRZ and of print', () => {
    const mrzLines = cardLines({ state: 'USA', nationality: 'USA', number: 'T64235789' });
    const fields = {
      last_name: { value: 'Eriksson', confidence: 1 },
      date_of_issue: { value: '2022-04-17', confidence: 1 },
    };
    const { fields: seen, type } = viewOf(aLicence({ mrzLines, fields }));
    expect(type).to.equal('id_card');
    expect([seen.last_name, seen.date_of_issue, seen.date_of_expiry]).to.deep.equal([
      {
        value: 'ERIKSSON',
        sources: [
          { source: 'mrz', value: 'ERIKSSON' },
          { source: 'barcode', value: 'ERIKSSON' },
          { source: 'ai', value: 'Eriksson', confidence: 1 },
        ],
        agreement: 'agree',
      },
      {
        value: '2022-04-16',
        sources: [
          { source: 'barcode', value: '2022-04-16' },
          { source: 'ai', value: '2022-04-17', confidence: 1 },
        ],
        agreement: 'disagree',
      },
      {
        value: '2032-04-15',
        sources: [
          { source: 'mrz', value: '2032-04-15' },
          { source: 'barcode', value: '2032-04-15' },
        ],
        agreement: 'agree',
      },
    ]);
  });

  it('of a licence has the fields of its barcode', () => {
    const { fields, issuingCountry, type } = viewOf(
      aLicence({ documentType: 'other', issuingCountry: 'CAN', fields: {} }),
    );
    expect([type, issuingCountry]).to.deep.equal(['driving_licence', 'USA']);
    expect(fields.sex).to.deep.equal({ value: 'F', sources: [{ source: 'barcode', value: 'F' }], agreement: 'single' });
  });

  it('disagrees where another reader read another MRZ, which is no source of its own', () => {
    const otherZone = { reader: 'local', mrzLines: passportLines({ number: 'L898902C4' }) };
    const { fields } = viewOf({ fields: {}, otherZone });
    expect([fields.document_number, fields.date_of_birth]).to.deep.equal([
      { ...single('L898902C3'), agreement: 'disagree' },
      single('1974-08-12'),
    ]);
  });

  for (const code of ['THN', 'AUB', 'NLO', 'I3Z']) {
    it(`has no nationality and no State ${code}, which no list has`, () => {
      const given = aReadingEvidence({
        mrzLines: passportLines({ nationality: code, state: code }),
        fields: { nationality: { value: code, confidence: 1 } },
        issuingCountry: code,
      });
      const { fields, issuingCountry } = documentView(documentFacts(given), { pass: 80, issuingState: null });
      expect([fields.nationality, fields.issuing_country, issuingCountry]).to.deep.equal([undefined, undefined, null]);
    });
  }

  it('has the printed nationality where the machine-read one is on no list', () => {
    const { nationality } = viewOf({
      mrzLines: passportLines({ nationality: 'THN' }),
      fields: { nationality: { value: 'Thailand', confidence: 0.9 } },
    }).fields;
    expect(nationality?.sources).to.deep.equal([{ source: 'ai', value: 'Thailand', confidence: 0.9 }]);
  });

  it('has names that agree from the score of the policy on', () => {
    const given = aReadingEvidence({ fields: { first_name: { value: 'Anna', confidence: 1 } } });
    const at = (pass: number) =>
      documentView(documentFacts(given), { pass, issuingState: null, isCorroborated: true }).fields.first_name
        ?.agreement;
    expect([at(88), at(89)]).to.deep.equal(['agree', 'disagree']);
  });

  for (const [code, lines, type] of [
    ['P<', passportLines(), 'passport'],
    ['PD', passportLines({ code: 'PD' }), 'passport'],
    ['V<', passportLines({ code: 'V<' }), 'visa'],
    ['I<', cardLines(), 'id_card'],
    ['ID', cardLines({ code: 'ID' }), 'id_card'],
    ['A<', cardLines({ code: 'A<' }), 'id_card'],
    ['C<', cardLines({ code: 'C<' }), 'id_card'],
    ['IR', cardLines({ code: 'IR' }), 'residence_permit'],
    ['AR', cardLines({ code: 'AR' }), 'residence_permit'],
    ['CR', cardLines({ code: 'CR' }), 'residence_permit'],
    ['X<', cardLines({ code: 'X<' }), 'other'],
  ] as const) {
    it(`with the document code ${code} has the type ${type}`, () => {
      expect(viewOf({ mrzLines: lines, documentType: 'other' }).type).to.equal(type);
    });
  }

  it('has the barcode’s fields beside an MRZ with an invalid check digit, and the fields of a valid MRZ', () => {
    const barcode = { state: 'read', text: licenceText({ DAQ: 'T64235789' }, 'ID') } as const;
    const wrong = cardLines().map((line, at) =>
      at === 1 ? `${line.slice(0, 29)}${(Number(line[29]) + 1) % 10}` : line,
    );
    const seen = (mrzLines: readonly string[]) => {
      const { fields, issuingCountry } = viewOf({ mrzLines, barcode, fields: {}, issuingCountry: null });
      return [issuingCountry, fields.document_number?.value, fields.document_number?.agreement];
    };
    expect(seen(wrong)).to.deep.equal(['USA', 'T64235789', 'disagree']);
    expect(seen(cardLines())).to.deep.equal(['UTO', 'D23145890', 'disagree']);
  });

  it('has its dates as of the day on which it was read, not as of today', () => {
    const lines = passportLines({ born: '260502' });
    const bornOf = (at: string) => viewOf({ mrzLines: lines }, { at }).fields.date_of_birth?.value;
    expect(bornOf('2026-05-01T23:59:59.999Z')).to.equal('1926-05-02');
    expect(bornOf('2026-05-02T00:00:00.000Z')).to.equal('2026-05-02');
  });
});

describe('the facts of a reading', () => {
  const mrzLines = passportLines({ born: '260502' });
  const evidence = aReadingEvidence({ mrzLines });

  it('are parsed once, and anew for another day', () => {
    const facts = documentFacts(evidence);
    expect(documentFacts({ ...evidence })).to.equal(facts);
    const bornIn = (at: string) => documentFacts({ ...evidence, at }).mrz?.fields.date_of_birth;
    expect([bornIn('2026-05-01T00:00:00.000Z'), bornIn('2026-05-03T00:00:00.000Z')]).to.deep.equal([
      '1926-05-02',
      '2026-05-02',
    ]);
  });
});
