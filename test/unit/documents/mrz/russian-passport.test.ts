import { parseMrz } from '@portcullis/documents';
import { decide } from '@portcullis/domain';
import { expect } from 'chai';
import { aCase, aReadingEvidence } from '../../../support/builders/evidence.ts';
import { checkDigit } from '../../../support/builders/readings.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';

const today = '2026-05-01';
const withDigit = (text: string): string => text + checkDigit(text);

/** The MRZ of the internal passport 4501 234567, issued on 12 May 2010, with these names. */
const passport = (names: string, over: { readonly number?: string } = {}): readonly string[] => {
  const number = withDigit(over.number ?? '450234567');
  const born = withDigit('800229');
  const optional = withDigit('1100512770001<');
  const composite = checkDigit(`${number}${born}<<<<<<<${optional}`);
  return [`PNRUS${names}`.padEnd(44, '<'), `${number}RUS${born}M<<<<<<<${optional}${composite}`];
};

const namesOf = (names: string) => {
  const { first_name, last_name } = parseMrz(passport(names), today)?.fields ?? {};
  return [last_name, first_name];
};

describe('a Russian internal passport (PNRUS)', () => {
  it('has digits for Cyrillic letters in its names, which are transliterated', () => {
    expect(namesOf('IVANOV<<IVAN<IVANOVI3')).to.deep.equal(['IVANOV', 'IVAN IVANOVICH']);
    expect(namesOf('WEGOL9<<7LI8<ALEKSEEVNA')).to.deep.equal(['SHCHEGOL', 'IULIIA ALEKSEEVNA']);
    expect(namesOf('GORBA32V<<ALEKSEQ<6DUARDOVI3')).to.deep.equal(['GORBACHEV', 'ALEKSEI EDUARDOVICH']);
    expect(namesOf('PODXEMNYH<<JANNA<M3ISLAVOVNA')).to.deep.equal(['PODIEEMNYKH', 'ZHANNA MCHISLAVOVNA']);
  });

  it('has each letter as the order writes it, and as published decoders read it', () => {
    // The same letters of the alphabet, А to Я, in the passport and by ICAO 9303-3.
    const written = 'ABVGDE2JZIQKLMNOPRSTUFHC34WXY9678';
    const read = 'A B V G D E E ZH Z I I K L M N O P R S T U F KH TS CH SH SHCH IE Y  E IU IA'.split(' ');
    const alphabet = [...'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ'];
    expect([written.length, read.length]).to.deep.equal([33, 33]);
    for (const [at, letter] of alphabet.entries())
      expect(namesOf(`A${written[at]}A<<A`), letter).to.deep.equal([`A${read[at]}A`, 'A']);
    expect(namesOf('ZDRIL7K<<SERGEQ<ANATOL9EVI3')).to.deep.equal(['ZDRILIUK', 'SERGEI ANATOLEVICH']);
  });

  it('has a number of ten digits, a date of issue, and neither an expiry nor a number of the holder', () => {
    const { checkDigits, fields, valid } = parseMrz(passport('IVANOV<<IVAN<IVANOVI3'), today) ?? {};
    expect(valid).to.equal(true);
    expect(checkDigits?.map(({ field }) => field)).not.to.include('date_of_expiry');
    expect(fields).to.deep.equal({
      last_name: 'IVANOV',
      first_name: 'IVAN IVANOVICH',
      document_number: '4501234567',
      issuing_country: 'RUS',
      nationality: 'RUS',
      date_of_birth: '1980-02-29',
      date_of_issue: '2010-05-12',
      sex: 'male',
    });
  });

  it('agrees with its Cyrillic print, and goes to review because it does not say when it expires', () => {
    const sure = (value: string) => ({ value, confidence: 1 });
    const mrzLines = passport('WEGOL9<<7LI8<ALEKSEEVNA');
    const reading = {
      mrzLines,
      issuingCountry: 'RUS',
      fields: {
        last_name: sure('Щеголь'),
        first_name: sure('Юлия Алексеевна'),
        document_number: sure('45 01 234567'),
        date_of_birth: sure('1980-02-29'),
        date_of_issue: sure('2010-05-12'),
      },
    };
    const file = aCase({ instead: { document_reading: [aReadingEvidence(reading)] } });
    const { deciding, outcome } = decide(standard, file, decidedAt);
    expect([outcome, ...deciding]).to.deep.equal(['review', 'document_without_expiry']);
  });

  it('is wrong where a digit is wrong', () => {
    const [first = '', second = ''] = passport('IVANOV<<IVAN<IVANOVI3');
    expect(parseMrz([first, second.replace('450234567', '450234568')], today)?.valid).to.equal(false);
    expect(parseMrz([first, second.replace('<<<<<<<110', '311231<110')], today)?.valid).to.equal(false);
  });
});
