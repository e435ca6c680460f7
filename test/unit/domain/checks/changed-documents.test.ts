import { type DocumentReading, decide } from '@portcullis/domain';
import { expect } from 'chai';
import { aCase, aReadingEvidence } from '../../../support/builders/evidence.ts';
import {
  aLicence,
  confidentSignals,
  localReader,
  type MrzText,
  passportLines,
  printedFields,
} from '../../../support/builders/readings.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';
import { sure } from '../../../support/check-cases/verdict-on.ts';

type Read = Partial<DocumentReading>;

/** The verdict on a photo after another one, which the same attempt showed or the one before. */
const verdictAfter = (other: Read, current: Read = {}, otherAttempt = 1) => {
  const attempt = 2;
  const file = aCase({
    instead: { document_reading: [aReadingEvidence(current, { attempt })] },
    more: [aReadingEvidence(other, { attempt: otherAttempt, frontFileId: 'front0000000002' })],
    attempt,
  });
  const { deciding, details, outcome } = decide(standard, file, decidedAt);
  const told = details.document_consistency?.flatMap((one) =>
    one.kind === 'value' && one.name.endsWith('_on_other_photo') ? [[one.name, one.value, one.limit]] : [],
  );
  return { verdict: [outcome, ...deciding], told };
};

const passport = (over: MrzText): Read => ({ mrzLines: passportLines(over) });
const unchanged = { verdict: ['approve'], told: [] };
const changed = (name: string, before: string, now: string) => ({
  verdict: ['review', 'document_changed'],
  told: [[`${name}_on_other_photo`, before, now]],
});

/** What a model reads in print where it sees no machine-readable zone. */
const inPrint = (fields: DocumentReading['fields'], over: Read = {}): Read => ({
  mrzLines: null,
  fields: { ...printedFields(passportLines()), ...fields },
  ...over,
});

describe('a document that another photo of the profile shows with other data under the same number', () => {
  for (const [when, attempt] of [
    ['the same attempt', 2],
    ['an earlier attempt', 1],
  ] as const) {
    it(`is reviewed where a photo of ${when} had another expiry`, () => {
      const before = passport({ expires: '230308' });
      expect(verdictAfter(before, {}, attempt)).to.deep.equal(changed('date_of_expiry', '2023-03-08', '2032-04-15'));
    });
    it(`is reviewed where a photo of ${when} had a day of birth that is too young`, () => {
      const before = passport({ born: '120417' });
      expect(verdictAfter(before, {}, attempt)).to.deep.equal(changed('date_of_birth', '2012-04-17', '1974-08-12'));
    });
  }

  it('is reviewed where only the zone is read', () => {
    const reader = { reader: localReader, fields: {} };
    const before = { ...passport({ born: '120417' }), ...reader };
    expect(verdictAfter(before, reader).verdict).to.include('document_changed');
  });

  it('is reviewed where the holder had another name or sex, in whatever light', () => {
    const signals = confidentSignals('document_glare');
    expect(verdictAfter({ ...passport({ names: 'VERMA<<RITA' }), signals })).to.deep.equal(
      changed('full_name', 'VERMA RITA', 'ERIKSSON ANNA MARIA'),
    );
    expect(verdictAfter({ ...passport({ sex: 'M' }), signals })).to.deep.equal(changed('sex', 'male', 'female'));
  });

  it('is reviewed where print said something else, without a zone', () => {
    expect(verdictAfter(inPrint({ date_of_expiry: sure('2023-03-08') }))).to.deep.equal(
      changed('date_of_expiry', '2023-03-08', '2032-04-15'),
    );
  });

  it('is reviewed where the barcode of a licence had another expiry, also of a licence that is renewed', () => {
    expect(verdictAfter(aLicence({}, { DBA: '04152025' }), aLicence()).verdict).to.include('document_changed');
  });

  it('is never declined for it by a policy', () => {
    const file = aCase({ more: [aReadingEvidence(passport({ born: '120417' }), { frontFileId: 'front0000000002' })] });
    const { outcome } = decide({ ...standard, actions: { document_changed: 'decline' } }, file, decidedAt);
    expect(outcome).to.equal('review');
  });
});

describe('a document of which another photo was misread, or that is another one', () => {
  const birth = { date_of_birth: sure('1974-08-13') };
  const wrongDigit = passportLines().map((line) => line.replace('740812', '740813'));

  for (const [sentence, other] of [
    ['says the same', {}],
    ['has another number', passport({ number: 'L898902C4', born: '120417' })],
    ['is of another State', { ...passport({ state: 'SWE', born: '120417' }), issuingCountry: 'SWE' }],
    ['has check digits that fail', { mrzLines: wrongDigit }],
    ['was read in print through glare', inPrint(birth, { signals: confidentSignals('document_glare') })],
    ['was read in print without certainty', inPrint({ date_of_birth: { value: '1974-08-13', confidence: 0.6 } })],
    [
      'has a printed number of which its reader was not sure',
      inPrint({ ...birth, document_number: { value: 'L898902C3', confidence: 0.6 } }),
    ],
    ['has a date in print that is in words', inPrint({ date_of_birth: sure('13 AUG 1974') })],
    [
      'has a name in its zone that print contradicts',
      {
        ...passport({ names: 'ERIKSSEN<<ANNA<MARIA' }),
        fields: { ...printedFields(passportLines()), last_name: sure('Eriksson') },
      },
    ],
    ['lacks a given name', passport({ names: 'ERIKSSON<<ANNA' })],
    ['has the names the other way round', inPrint({ last_name: sure('Anna Maria'), first_name: sure('Eriksson') })],
    ['states no sex', passport({ sex: '<' })],
  ] as const)
    it(`is approved where the other photo ${sentence}`, () => {
      expect(verdictAfter(other)).to.deep.equal(unchanged);
    });
});
