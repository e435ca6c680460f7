import { type DocumentReading, decide } from '@portcullis/domain';
import type { CheckDetail, FlatPolicy } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { aCase, aReadingEvidence } from '../../../support/builders/evidence.ts';
import { cardLines, icaoSpecimens, licenceText, passportLines } from '../../../support/builders/readings.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';

/** Answers the result of the MRZ check for a reading, and its details. */
const mrzCheck = (reading: Partial<DocumentReading>, policy: FlatPolicy = standard) => {
  const file = aCase({ instead: { document_reading: [aReadingEvidence(reading)] } });
  const { checks, details } = decide(policy, file, decidedAt);
  const { reasons, status } = checks.find(({ name }) => name === 'document_mrz') ?? {};
  return { status, reasons, saw: details.document_mrz ?? [] };
};

const detail = (name: string, value: string): CheckDetail => ({ kind: 'value', name, value, source: 'mrz' });

const passportPlaces = {
  document_number: 'line 2, column 10',
  date_of_birth: 'line 2, column 20',
  date_of_expiry: 'line 2, column 28',
  personal_number: 'line 2, column 43',
  composite: 'line 2, column 44',
} as const;

const passportDetails = (...wrong: readonly string[]): readonly CheckDetail[] => [
  detail('format', 'TD3'),
  ...Object.entries(passportPlaces).flatMap(([field, place]) =>
    wrong.includes(field)
      ? [detail(`check_digit_${field}`, 'wrong'), detail(`check_digit_${field}_place`, place)]
      : [detail(`check_digit_${field}`, 'ok')],
  ),
];

const barcodeOf = (type: 'DL' | 'ID' | 'EN'): DocumentReading['barcode'] => ({
  state: 'read',
  text: `@\n\u001e\rANSI 636000100001${type}00310080${type}DAQT64235789\nDCSSAMPLE\nDBB06061986\nDBA12102032\nDCGUSA\r`,
});

describe('the MRZ check', () => {
  it('says how many pictures voted on a zone', () => {
    const votedZone = { side: 'front', mrzLines: passportLines(), analyses: ['a', 'b'] } as const;
    expect(mrzCheck({ votedZone }).saw).to.deep.include(detail('voted_by_pictures', '3'));
    const withFrames = { ...votedZone, analyses: ['a'], frames: ['f1', 'f2'] };
    expect(mrzCheck({ votedZone: withFrames }).saw).to.deep.include(detail('voted_by_pictures', '4'));
    expect(mrzCheck({}).saw).to.deep.equal(passportDetails());
  });

  it('reports the format and each check digit by the field that it guards', () => {
    expect(mrzCheck({ mrzLines: passportLines() })).to.deep.equal({
      status: 'passed',
      reasons: [],
      saw: passportDetails(),
    });
  });

  it('reports which check digits are wrong, and where they stand', () => {
    const [first, second] = icaoSpecimens.td3;
    expect(mrzCheck({ mrzLines: [first, second.replace('L898902C3', 'L898902C4')] })).to.deep.equal({
      status: 'failed',
      reasons: ['mrz_check_digit_failed'],
      saw: passportDetails('document_number', 'composite'),
    });
  });

  it('finds the place of a wrong check digit on a card of three lines', () => {
    const [first = '', second = '', third = ''] = cardLines();
    const { saw } = mrzCheck({ mrzLines: [first, second.replace(/^......./, '7408129'), third] });
    expect(saw).to.deep.include(detail('check_digit_date_of_birth_place', 'line 2, column 7'));
    expect(saw).to.deep.include(detail('check_digit_composite_place', 'line 2, column 30'));
  });

  it('tells a zone that was not found from one that was seen and could not be read', () => {
    expect(mrzCheck({ mrzLines: null }).reasons).to.deep.equal(['mrz_missing']);
    expect(mrzCheck({ mrzLines: null, mrzUnread: true }).reasons).to.deep.equal(['mrz_unreadable']);
  });

  it('reports what was read and what it was corrected to, in the field that people expect', () => {
    const mrzLines = passportLines().map((line) => line.replace('740812', '74O8I2'));
    expect(mrzCheck({ mrzLines })).to.deep.equal({
      status: 'passed',
      reasons: ['mrz_repaired'],
      saw: [
        ...passportDetails(),
        detail('repair_line_2_column_16', 'O → 0'),
        detail('repair_line_2_column_18', 'I → 1'),
      ],
    });
  });

  it('reports the length of lines that are no MRZ', () => {
    expect(mrzCheck({ mrzLines: ['P<UTO', ''] })).to.deep.equal({
      status: 'failed',
      reasons: ['mrz_unreadable'],
      saw: [detail('line_lengths', '5, 0')],
    });
  });

  it('leaves a document whose MRZ has no check digits to a reviewer', () => {
    const mrzLines = ['AAA001D<<', 'FACHE305142128097<<800126<<<<<', 'FAVRE<<VALENTIN<<<<<<<<<<<<<<<'];
    expect(mrzCheck({ mrzLines })).to.deep.equal({
      status: 'failed',
      reasons: ['document_not_verifiable'],
      saw: [detail('format', 'SWISS_DRIVING_LICENSE')],
    });
  });

  it('does not apply to a driving licence or a card with a barcode and without an MRZ', () => {
    for (const type of ['DL', 'ID', 'EN'] as const)
      expect(mrzCheck({ mrzLines: null, barcode: barcodeOf(type) }), type).to.deep.equal({
        status: 'not_applicable',
        reasons: [],
        saw: [],
      });
  });

  it('applies to a driving licence that has an MRZ', () => {
    expect(mrzCheck({ mrzLines: ['P<UTO'], barcode: barcodeOf('DL') }).reasons).to.deep.equal(['mrz_unreadable']);
  });
});

describe('a decline by the document', () => {
  const declining = (reading: Partial<DocumentReading>, documents: Partial<FlatPolicy['documents']> = {}) => {
    const file = aCase({ instead: { document_reading: [aReadingEvidence(reading)] } });
    const { contributions } = decide(
      { ...standard, documents: { ...standard.documents, ...documents } },
      file,
      decidedAt,
    );
    return contributions.flatMap(({ action, effect, reason }) => (action === 'decline' ? [[reason, effect]] : []));
  };
  const sure = (value: string) => ({ value, confidence: 1 });
  const wrongOverall = (lines: readonly string[]) =>
    lines.map((line) => line.replace(/\d$/, (digit) => `${(Number(digit) + 1) % 10}`));
  const child = passportLines({ born: '150101' });
  const newborn = passportLines({ born: '260501' });
  const barcode = { state: 'read', text: licenceText({ DBB: '05012026' }) } as const;

  it('follows from the age that an MRZ proves and print does not contradict', () => {
    const young = [['age_below_minimum', 'decline']];
    expect(declining({ mrzLines: child })).to.deep.equal(young);
    expect(declining({ mrzLines: child, fields: { date_of_birth: sure('2015-01-01') } })).to.deep.equal(young);
    expect(declining({ mrzLines: newborn, barcode })).to.deep.equal(young);
  });

  it('does not follow from an age that no MRZ proves, or that print or another MRZ contradicts', () => {
    const doubted = [['age_below_minimum', 'review']];
    const otherZone = { reader: 'local', mrzLines: passportLines() };
    expect(declining({ mrzLines: newborn })).to.deep.equal([]);
    expect(declining({ mrzLines: newborn, fields: { date_of_birth: sure('2026-05-01') } })).to.deep.equal([]);
    expect(declining({ mrzLines: newborn, fields: { date_of_birth: sure('1926-05-01') } })).to.deep.equal([]);
    expect(declining({ mrzLines: child, fields: { date_of_birth: sure('1995-01-01') } })).to.deep.equal(doubted);
    expect(declining({ mrzLines: child, otherZone })).to.deep.equal(doubted);
    expect(declining({ mrzLines: wrongOverall(child) })).to.deep.equal(doubted);
  });

  it('follows from a country that the MRZ proves and nothing contradicts', () => {
    const mrzLines = passportLines({ state: 'UTO' });
    const refused = [['document_country_not_allowed', 'decline']];
    expect(declining({ mrzLines }, { allowedCountries: ['AUT'] })).to.deep.equal(refused);
    expect(declining({ mrzLines, issuingCountry: 'Utopia' }, { deniedCountries: ['UTO'] })).to.deep.equal(refused);
  });

  it('does not follow from an unknown country, a contradicted one, or one that no MRZ proves', () => {
    const doubted = [['document_country_not_allowed', 'review']];
    const only: Partial<FlatPolicy['documents']> = { allowedCountries: ['AUT'] };
    const misread = passportLines({ state: 'AU7' });
    const seen = { issuing_country: sure('AUT') };
    expect(declining({ mrzLines: misread, issuingCountry: null }, only)).to.deep.equal(doubted);
    expect(declining({ mrzLines: passportLines(), issuingCountry: 'AUT' }, only)).to.deep.equal(doubted);
    expect(declining({ mrzLines: passportLines(), issuingCountry: null, fields: seen }, only)).to.deep.equal(doubted);
    expect(declining({ mrzLines: wrongOverall(passportLines()) }, only)).to.deep.equal(doubted);
  });
});
