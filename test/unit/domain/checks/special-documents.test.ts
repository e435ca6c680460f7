import type { DocumentReading } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { cardLines, passportLines, printedFields } from '../../../support/builders/readings.ts';
import { standard } from '../../../support/check-cases/check-case.ts';
import { sure, verdictOn } from '../../../support/check-cases/verdict-on.ts';

/** A passport with these codes in its MRZ, of which print names other ones. */
const printedAs = (state: string, nationality: string, country: string, printedNationality: string) => {
  const mrzLines = passportLines({ state, nationality, number: '482136049' });
  return {
    mrzLines,
    issuingCountry: country,
    fields: { ...printedFields(mrzLines), nationality: sure(printedNationality) },
  };
};

describe('a passport whose zone has the code of a larger State', () => {
  for (const [what, reading, country] of [
    ['of Hong Kong has CHN', printedAs('CHN', 'CHN', 'HKG', 'CHN'), 'HK'],
    ['of Macao has CHN', printedAs('CHN', 'CHN', 'MAC', 'Macau'), 'MO'],
    ['of a British Overseas Territories Citizen has GBD', printedAs('GBD', 'GBD', 'GBR', 'GBR'), 'GB'],
    ['of a British National (Overseas) has GBN', printedAs('GBR', 'GBN', 'GBR', 'GBR'), 'GB'],
    ['of Kosovo has UNK', printedAs('UNK', 'UNK', 'XKX', 'Kosovo'), 'XK'],
    ['of Kosovo has RKS', printedAs('RKS', 'RKS', 'XK', 'Kosovo'), 'XK'],
    ['of Kosovo has XXK', printedAs('XXK', 'XXK', 'RKS', 'Kosovo'), 'XK'],
    ['of Kosovo has XKX', printedAs('XKX', 'XKX', 'RKS', 'Kosovo'), 'XK'],
  ] as const) {
    it(`${what}, and is approved with what print and claim name`, () => {
      expect(verdictOn(reading, standard, { country })).to.deep.equal(['approve']);
    });
  }

  it('is not one of another part of it', () => {
    const other = printedAs('HKG', 'HKG', 'MAC', 'MAC');
    expect(verdictOn(other)).to.deep.equal(['review', 'mrz_print_mismatch']);
    expect(verdictOn(printedAs('GBN', 'GBN', 'GBD', 'GBD'))).to.deep.equal(['review', 'mrz_print_mismatch']);
    expect(verdictOn(printedAs('CHN', 'CHN', 'TWN', 'TWN'))).to.deep.equal(['review', 'mrz_print_mismatch']);
  });
});

describe('a Swiss driving licence, whose zone has no check digits', () => {
  const mrzLines = ['AAA001D<<', 'FACHE305142128097<<800126<<<<<', 'FAVRE<<VALENTIN<<<<<<<<<<<<<<<'];
  const licences: FlatPolicy = {
    ...standard,
    documents: { ...standard.documents, types: ['passport', 'driving_licence'] },
  };
  const reading: Partial<DocumentReading> = {
    documentType: null,
    issuingCountry: null,
    fields: { document_number: sure('305142128097') },
    mrzLines,
  };

  it('is for a reviewer at the first attempt, or another document is asked for, as the policy says', () => {
    expect(verdictOn(reading, licences)).to.deep.equal(['review', 'document_not_verifiable']);
    const refusing: FlatPolicy = { ...licences, documents: { ...licences.documents, unverifiable: 'refuse' } };
    expect(verdictOn(reading, refusing)).to.deep.equal(['retry', 'document_not_accepted']);
  });

  it('asks for another document where print surely has an expiry in the past', () => {
    const printed = (date: string, confidence: number, more: Partial<DocumentReading> = {}) =>
      verdictOn(
        { ...reading, fields: { ...reading.fields, date_of_expiry: { value: date, confidence } }, ...more },
        licences,
      );
    expect(printed('2020-01-01', 0.9)).to.deep.equal(['retry', 'document_expired']);
    expect(printed('2020-01-01', 0.89)).to.deep.equal(['review', 'document_not_verifiable']);
    expect(printed('2032-01-01', 1)).to.deep.equal(['review', 'document_not_verifiable']);
    const german = { documentType: 'driving_licence', issuingCountry: 'DEU', mrzLines: null } as const;
    expect(printed('2020-01-01', 1, german)).to.deep.equal(['retry', 'document_expired']);
    expect(printed('2032-01-01', 1, german)).to.deep.equal(['review', 'document_not_verifiable']);
    // Nobody is told what is wrong with a document that may be forged, and print declines nobody.
    const signals = [{ code: 'document_tampered', confidence: 1 }] as const;
    expect(printed('2020-01-01', 1, { signals })[0]).to.equal('review');
    const strict: FlatPolicy = { ...licences, actions: { document_expired: 'decline' } };
    const fields = { ...reading.fields, date_of_expiry: sure('2020-01-01') };
    expect(verdictOn({ ...reading, fields }, strict)[0]).to.equal('review');
  });

  it('goes to review where its zone is not required', () => {
    const optional: FlatPolicy = { ...licences, checks: { ...licences.checks, document_mrz: 'optional' } };
    expect(verdictOn(reading, optional)).not.to.include('document_not_verifiable');
  });
});

describe('the certificate of a crew member, whose zone has the code AC', () => {
  const mrzLines = cardLines({ code: 'AC', state: 'SWE', nationality: 'SWE', number: 'A48213604' });
  const reading = { mrzLines, documentType: null, issuingCountry: 'SWE', fields: printedFields(mrzLines) };

  it('is no identity card, and another document is asked for', () => {
    expect(verdictOn(reading)).to.deep.equal(['retry', 'document_type_not_allowed']);
  });
});
