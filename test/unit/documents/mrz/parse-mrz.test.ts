import { type Mrz, parseMrz } from '@portcullis/documents';
import { expect } from 'chai';
import type { CheckDigit } from '#documents/mrz/mrz';
import {
  cardLines,
  checkDigit,
  icaoSpecimens,
  type MrzText,
  passportLines,
} from '../../../support/builders/readings.ts';

const today = '2026-05-01';

const digits = (names: readonly CheckDigit['field'][], ...wrong: readonly CheckDigit['field'][]) =>
  names.map((field) => ({ field, valid: !wrong.includes(field) }));

const passportDigits = ['document_number', 'date_of_birth', 'date_of_expiry', 'personal_number', 'composite'] as const;
const cardDigits = ['document_number', 'date_of_birth', 'date_of_expiry', 'composite'] as const;

const erikssonFields = {
  last_name: 'ERIKSSON',
  first_name: 'ANNA MARIA',
  issuing_country: 'UTO',
  nationality: 'UTO',
  date_of_birth: '1974-08-12',
  date_of_expiry: '2012-04-15',
  sex: 'female',
};

/** Replaces one character of the lines by a digit of another value, since a check digit only depends on values. */
const withWrongDigit = (lines: readonly string[], line: number, at: number): readonly string[] =>
  lines.map((text, i) => {
    const other = checkDigit(text.charAt(at)) === checkDigit('1') ? '2' : '1';
    return i === line ? `${text.slice(0, at)}${other}${text.slice(at + 1)}` : text;
  });

const fieldsOf = (lines: readonly string[], day = today): Mrz['fields'] | undefined => parseMrz(lines, day)?.fields;

/** Parses a passport with these fields, as of `today`. */
const ofPassport = (over: MrzText, day = today) => fieldsOf(passportLines(over), day);

describe('a machine-readable zone', () => {
  it('of the passport specimen (TD3) yields every field in it', () => {
    expect(parseMrz(icaoSpecimens.td3, today)).to.deep.equal({
      format: 'TD3',
      lines: icaoSpecimens.td3,
      documentCode: 'P',
      checkDigits: digits(passportDigits),
      valid: true,
      repairs: [],
      fields: { ...erikssonFields, document_number: 'L898902C3', personal_number: 'ZE184226B' },
      truncated: { last: false, first: false },
      absent: { last: false, first: false },
    });
  });

  for (const [format, lines] of [
    ['TD1', icaoSpecimens.td1],
    ['TD2', icaoSpecimens.td2],
  ] as const) {
    it(`of the card specimen (${format}) yields every field in it`, () => {
      expect(parseMrz(lines, today)).to.deep.equal({
        format,
        lines,
        documentCode: 'I',
        checkDigits: digits(cardDigits),
        valid: true,
        repairs: [],
        fields: { ...erikssonFields, document_number: 'D23145890' },
        truncated: { last: false, first: false },
        absent: { last: false, first: false },
      });
    });
  }

  it('is equivalent whether the check digit of an empty personal number is printed or not (9303-4, 4.2.2)', () => {
    const [first = '', second = ''] = passportLines();
    const unprinted = `${second.slice(0, 42)}<${second.slice(43)}`;
    expect(second.slice(42, 43)).to.equal('0');
    expect(parseMrz([first, unprinted], today)?.valid).to.equal(true);
    expect(fieldsOf([first, unprinted])).to.deep.equal(fieldsOf([first, second]));
  });

  it('of Germany has the country D, which is answered as DEU', () => {
    const { issuing_country, nationality } = ofPassport({ state: 'D', nationality: 'D' }) ?? {};
    expect([issuing_country, nationality]).to.deep.equal(['DEU', 'DEU']);
    expect(ofPassport({ state: 'D<<', nationality: 'DZA' })?.nationality).to.equal('DZA');
  });

  it('may contain a single name part', () => {
    const { first_name, last_name } = ofPassport({ names: 'ARKFREITH' }) ?? {};
    expect([first_name, last_name]).to.deep.equal([undefined, 'ARKFREITH']);
  });

  it('of a card may continue a long number in the optional field', () => {
    const lines = cardLines({ number: 'D23145890734', optional: 'AB112234' });
    expect(lines[0]).to.equal('I<UTOD23145890<7349<AB112234<<');
    const parsed = parseMrz(lines, today);
    expect([parsed?.fields.document_number, parsed?.valid]).to.deep.equal(['D23145890734', true]);
  });

  it('of a card reveals a wrong check digit of a long number', () => {
    const lines = withWrongDigit(cardLines({ number: 'D23145890734' }), 0, 18);
    expect(parseMrz(lines, today)?.checkDigits).to.deep.equal(digits(cardDigits, 'document_number', 'composite'));
  });
});

describe('a wrong check digit', () => {
  const inPassport = [
    ['document_number', 9],
    ['date_of_birth', 19],
    ['date_of_expiry', 27],
    ['personal_number', 42],
  ] as const;
  for (const [field, at] of inPassport) {
    it(`of the ${field} in a passport is named, and its field is left out`, () => {
      const lines = withWrongDigit(icaoSpecimens.td3, 1, at);
      const all = { ...erikssonFields, document_number: 'L898902C3', personal_number: 'ZE184226B' };
      const told = Object.entries(all).filter(([name]) => name !== field);
      expect(parseMrz(lines, today)).to.deep.include({
        checkDigits: digits(passportDigits, field, 'composite'),
        valid: false,
        repairs: [],
        fields: Object.fromEntries(told),
      });
    });
  }

  const inCards = [
    ['td1', 'document_number', 0, 14],
    ['td1', 'date_of_birth', 1, 6],
    ['td1', 'date_of_expiry', 1, 14],
    ['td2', 'document_number', 1, 9],
    ['td2', 'date_of_birth', 1, 19],
    ['td2', 'date_of_expiry', 1, 27],
  ] as const;
  for (const [format, field, line, at] of inCards) {
    it(`of the ${field} in a ${format} card is named, and its field is left out`, () => {
      const all = { ...erikssonFields, document_number: 'D23145890' };
      const told = Object.entries(all).filter(([name]) => name !== field);
      expect(parseMrz(withWrongDigit(icaoSpecimens[format], line, at), today)).to.deep.include({
        checkDigits: digits(cardDigits, field, 'composite'),
        valid: false,
        fields: Object.fromEntries(told),
      });
    });
  }

  for (const [format, line, at, names] of [
    ['td3', 1, 43, passportDigits],
    ['td2', 1, 35, cardDigits],
    ['td1', 1, 29, cardDigits],
  ] as const) {
    it(`of the composite of a ${format} MRZ is named alone`, () => {
      const parsed = parseMrz(withWrongDigit(icaoSpecimens[format], line, at), today);
      expect(parsed?.checkDigits).to.deep.equal(digits(names, 'composite'));
      expect(parsed?.valid).to.equal(false);
    });
  }

  it('is detected for every single digit of the guarded fields of a passport', () => {
    const guarded = Array.from({ length: 44 }, (_, at) => at).filter((at) => at < 10 || (at > 12 && at !== 20));
    const unseen = guarded.filter((at) => parseMrz(withWrongDigit(icaoSpecimens.td3, 1, at), today)?.valid !== false);
    expect(unseen).to.deep.equal([]);
  });
});

describe('a date in an MRZ', () => {
  it('of birth is in the past', () => {
    expect(ofPassport({ born: '260501' })?.date_of_birth).to.equal('2026-05-01');
    expect(ofPassport({ born: '260502' })?.date_of_birth).to.equal('1926-05-02');
    expect(ofPassport({ born: '260502' }, '2026-05-02')?.date_of_birth).to.equal('2026-05-02');
  });

  it('of expiry is in the next fifty years, or in the last fifty', () => {
    expect(ofPassport({ expires: '760401' })?.date_of_expiry).to.equal('2076-04-01');
    expect(ofPassport({ expires: '770401' })?.date_of_expiry).to.equal('1977-04-01');
    expect(ofPassport({ expires: '991231' })?.date_of_expiry).to.equal('1999-12-31');
  });

  for (const born of ['<<<<<<', '74<<<<', '7408<<']) {
    it(`that is printed as ${born} is unknown, although its check digit is valid`, () => {
      const parsed = parseMrz(passportLines({ born }), today);
      expect([parsed?.valid, parsed?.fields.date_of_birth]).to.deep.equal([true, undefined]);
    });
  }

  it('that the calendar does not have is left out', () => {
    expect(ofPassport({ born: '000229' })?.date_of_birth).to.equal('2000-02-29');
    for (const born of ['010229', '740631', '741301', '740800', '740032']) {
      expect(ofPassport({ born })?.date_of_birth, born).to.equal(undefined);
    }
  });

  it('has check digits that this code computes itself', () => {
    expect(['520727', 'AB2134<<<', 'D23145890734'].map(checkDigit)).to.deep.equal(['3', '5', '9']);
  });
});
