import type { MrzDoubt } from '@portcullis/documents';
import { type Claimed, type DocumentReading, decide } from '@portcullis/domain';
import { expect } from 'chai';
import { runChecks } from '#domain/checks/decide';
import { aCase, aReadingEvidence } from '../../../support/builders/evidence.ts';
import { aLicence, localReader, passportLines, printedFields } from '../../../support/builders/readings.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';
import { sure } from '../../../support/check-cases/verdict-on.ts';

const verdictOn = (reading: Partial<DocumentReading>, policy = standard) => {
  const file = aCase({ instead: { document_reading: [aReadingEvidence(reading)] } });
  const { deciding, outcome } = decide(policy, file, decidedAt);
  return [outcome, ...deciding];
};

/** A reading of the MRZ alone. */
const alone = (over: Partial<DocumentReading>): Partial<DocumentReading> => ({
  reader: localReader,
  documentType: null,
  issuingCountry: null,
  fields: {},
  mrzLines: passportLines(),
  ...over,
});

const doubt = (line: number, column: number, others: string): readonly MrzDoubt[] => [{ line, column, others }];
const missing = ['retry', 'data_field_missing'];
const unread = ['review', 'document_names_unread'];

describe('a field that no check digit covers', () => {
  it('is a name that the reader left out: a reviewer reads it, as the number and the dates hold', () => {
    const nameless = alone({ mrzLines: passportLines({ names: '' }) });
    expect(verdictOn(nameless)).to.deep.equal(unread);
    expect(verdictOn({ ...nameless, mrzLines: passportLines({ names: 'ER1KSSON<<ANNA' }) })).to.deep.equal(unread);
    const { checks } = decide(
      standard,
      aCase({ instead: { document_reading: [aReadingEvidence(nameless)] } }),
      decidedAt,
    );
    const failing = checks.filter(({ status }) => status === 'failed').map(({ name }) => name);
    expect(failing).to.deep.equal(['document_consistency']);
  });

  it('is a name that is claimed: nothing is asked of the person, and the number and the dates are compared', () => {
    const given = (claimed: Claimed, policy = standard) => {
      const file = aCase({
        instead: { document_reading: [aReadingEvidence(alone({ mrzLines: passportLines({ names: '' }) }))] },
        more: [{ kind: 'claimed', attempt: 1, at: decidedAt, claimed }],
      });
      return runChecks(policy, file, decidedAt, ['claimed_data']).flatMap(({ reasons }) => reasons);
    };
    expect(given({ full_name: 'Anna Maria Eriksson' })).to.deep.equal(['document_names_unread']);
    expect(given({ last_name: 'Eriksson', date_of_birth: '1974-08-13' })).to.deep.equal([
      'document_names_unread',
      'data_birth_date_mismatch',
    ]);
  });

  it('is the only name of a holder, in whichever of the two places it stands', () => {
    for (const names of ['SUHARTO', '<<SUHARTO', '<<SUHARTO<ABADI']) {
      const mrzLines = passportLines({ names, state: 'IDN', nationality: 'IDN', number: 'X4821360' });
      expect(verdictOn(alone({ mrzLines })), names).to.deep.equal(['approve']);
      for (const printed of [names.slice(names.startsWith('<') ? 2 : 0).replace('<', ' '), '-', 'N/A']) {
        const fields = { ...printedFields(mrzLines), last_name: { value: printed, confidence: 1 } };
        if (names.startsWith('<'))
          expect(verdictOn({ mrzLines, issuingCountry: 'IDN', fields }), printed).to.deep.equal(['approve']);
      }
    }
    const licence = (DCS: string | null) => verdictOn(aLicence({}, { DCS }));
    expect(['NONE', 'UNAVL', ''].map(licence)).to.deep.equal([['approve'], ['approve'], ['approve']]);
  });

  it('is unread where the barcode has no element for it, and no claim disagrees with that', () => {
    const licence = aLicence({}, { DCS: null });
    expect(verdictOn(licence)).to.deep.equal(unread);
    const given = (text: Parameters<typeof aLicence>[1], claimed: Claimed) => {
      const file = aCase({
        instead: { document_reading: [aReadingEvidence(aLicence({}, text))] },
        more: [{ kind: 'claimed', attempt: 1, at: decidedAt, claimed }],
      });
      return runChecks(standard, file, decidedAt, ['claimed_data']).flatMap(({ reasons }) => reasons);
    };
    expect(given({ DCS: null }, { last_name: 'Berg' })).to.deep.equal(['data_field_missing']);
    expect(given({ DCS: 'NONE' }, { last_name: 'Berg' })).to.deep.equal(['data_name_mismatch']);
    expect(given({ DAC: null }, { first_name: 'Bo' })).to.deep.equal(['data_field_missing']);
    expect(given({ DAC: '' }, { first_name: 'Bo' })).to.deep.equal(['data_name_mismatch']);
    expect(given({ DCS: null, DAC: null, DAA: 'ERIKSSON,,' }, { first_name: 'Bo' })).to.deep.equal([
      'data_name_mismatch',
    ]);
  });

  it('is unread where print has another last name than the only one of the zone', () => {
    const mrzLines = passportLines({ names: '<<JOKO', state: 'IDN', nationality: 'IDN', number: 'X4821360' });
    const fields = { ...printedFields(mrzLines), last_name: { value: 'Widodo', confidence: 1 } };
    expect(verdictOn({ mrzLines, issuingCountry: 'IDN', fields })).to.deep.equal(unread);
    expect(verdictOn(alone({ mrzLines: passportLines({ names: 'W1DODO<<JOKO' }) }))).to.deep.equal(unread);
  });

  it('is no given name that print has beside the only name of a zone, or in the place of the last name', () => {
    const passport = (names: string, last: string, first?: string, state = 'AUT') => {
      const mrzLines = passportLines({ names, state, nationality: state, number: 'U4821360' });
      const printed = { last_name: sure(last), ...(first !== undefined && { first_name: sure(first) }) };
      return verdictOn({ mrzLines, issuingCountry: state, fields: { ...printedFields(mrzLines), ...printed } });
    };
    const mismatch = ['review', 'mrz_print_mismatch'];
    expect(passport('GRUBER', 'Gruber', 'Franz')).to.deep.equal(mismatch);
    expect(passport('GRUBER', 'Gruber Franz')).to.deep.equal(mismatch);
    expect(passport('GRUBER<<FRANZ', 'Franz Xaver Gruber')).to.deep.equal(mismatch);
    expect(passport('IVANOV', 'Ivanov', 'Ivan', 'RUS')).to.deep.equal(mismatch);
    expect(passport('GRUBER<<FRANZ', 'Franz Gruber')).to.deep.equal(['approve']);
    for (const first of ['Gruber', 'GRUBER', '-', 'FNU', 'XXX', ''])
      expect(passport('GRUBER', 'Gruber', first), first).to.deep.equal(['approve']);
    const barcode = (first: string) =>
      verdictOn(
        aLicence(
          { fields: { ...aLicence().fields, last_name: sure('Eriksson'), first_name: sure(first) } },
          { DAC: 'NONE' },
        ),
      );
    expect(barcode('Anna')).to.deep.equal(['review', 'barcode_mismatch']);
    expect(barcode('Eriksson')).to.deep.equal(['approve']);
  });

  it('is missing where a check digit fails too: another photo may bring both', () => {
    const mrzLines = passportLines({ names: '' }).map((line) => line.replace('7408122', '7408123'));
    expect(verdictOn(alone({ mrzLines }))).to.deep.equal(['review', 'mrz_check_digit_failed']);
    const [check] = runChecks(
      standard,
      aCase({ instead: { document_reading: [aReadingEvidence(alone({ mrzLines }))] } }),
      decidedAt,
      ['document_consistency'],
    );
    expect(check?.reasons).to.deep.equal(['data_field_missing']);
  });

  it('is no fact where the reader is not sure of a character: a name, and the issuing State', () => {
    expect(verdictOn(alone({}))).to.deep.equal(['approve']);
    expect(verdictOn(alone({ mrzDoubts: doubt(0, 6, 'K') }))).to.deep.equal(unread);
    expect(verdictOn(alone({ mrzDoubts: doubt(0, 3, 'I') }))).to.deep.equal(missing);
  });

  it('is compared with print where it is printed, and counts if it agrees', () => {
    const printed = (last: string): Partial<DocumentReading> => ({
      fields: {
        ...printedFields(passportLines()),
        last_name: { value: last, confidence: 1 },
        first_name: { value: 'ANNA MARIA', confidence: 1 },
      },
      mrzDoubts: doubt(0, 6, 'K'),
    });
    expect(verdictOn(printed('ERIKSSON'))).to.deep.equal(['approve']);
    expect(verdictOn(printed('HOLMQVIST'))).to.deep.equal(['review', 'mrz_print_mismatch']);
  });
});
