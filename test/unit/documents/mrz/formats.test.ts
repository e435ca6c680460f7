import { parseMrz } from '@portcullis/documents';
import { expect } from 'chai';
import { icaoSpecimens, passportLines } from '../../../support/builders/readings.ts';

const today = '2026-05-01';
const parsed = (...lines: readonly string[]) => parseMrz(lines, today);
const right = (...fields: readonly string[]) => fields.map((field) => ({ field, valid: true }));
const visaDigits = right('document_number', 'date_of_birth', 'date_of_expiry');
const whole = { last: false, first: false };

describe('an MRZ of another format', () => {
  const visa = {
    documentCode: 'V',
    checkDigits: visaDigits,
    valid: true,
    repairs: [],
    truncated: whole,
    absent: whole,
    fields: {
      last_name: 'ERIKSSON',
      first_name: 'ANNA MARIA',
      document_number: 'L8988901C',
      issuing_country: 'UTO',
      nationality: 'XXX',
      date_of_birth: '1940-09-07',
      date_of_expiry: '1996-12-10',
      sex: 'female',
    },
  };

  for (const [format, upper, lower] of [
    ['MRV-A', 'V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L8988901C4XXX4009078F96121096ZE184226B<<<<<<'],
    ['MRV-B', 'V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'L8988901C4XXX4009078F9612109<<<<<<<<'],
  ] as const) {
    it(`is a visa (${format}), without a composite check digit and without one for the optional data (9303-7)`, () => {
      expect(parsed(upper, lower)).to.deep.equal({ ...visa, format, lines: [upper, lower] });
      const otherwise = lower.slice(0, 28) + 'X7'.repeat(8).slice(0, lower.length - 28);
      expect(parsed(upper, otherwise)).to.deep.equal({ ...visa, format, lines: [upper, otherwise] });
    });
  }

  it('is the French identity card until 2021, whose number begins with its month of issue', () => {
    const lines = ['IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<', '8806923102858CORINNE<<<<<<<6512068F6'];
    expect(parsed(...lines)).to.deep.equal({
      format: 'FRENCH_NATIONAL_ID',
      lines,
      documentCode: 'ID',
      checkDigits: right('document_number', 'date_of_birth', 'composite'),
      valid: true,
      repairs: [],
      truncated: whole,
      absent: whole,
      fields: {
        last_name: 'BERTHIER',
        first_name: 'CORINNE',
        document_number: '880692310285',
        issuing_country: 'FRA',
        date_of_birth: '1965-12-06',
        sex: 'female',
      },
    });
  });

  it('is the French driving licence, which has a single line', () => {
    const lines = ['D1FRA13AA000026181231MARTIN<<9'];
    expect(parsed(...lines)).to.deep.equal({
      format: 'FRENCH_DRIVING_LICENSE',
      lines,
      documentCode: 'D1',
      checkDigits: right('document_number', 'composite'),
      valid: true,
      repairs: [],
      truncated: whole,
      absent: whole,
      fields: {
        last_name: 'MARTIN',
        document_number: '13AA00002',
        issuing_country: 'FRA',
        date_of_expiry: '2018-12-31',
      },
    });
  });

  it('yields no date that only the composite check digit guards, where that one is wrong', () => {
    const { checkDigits, fields } = parsed('D1FRA13AA000026191231MARTIN<<9') ?? {};
    expect(checkDigits?.map(({ valid }) => valid)).to.deep.equal([true, false]);
    expect([fields?.document_number, fields?.date_of_expiry]).to.deep.equal(['13AA00002', undefined]);
  });

  it('is the Swiss driving licence, which has no check digits', () => {
    const lines = ['AAA001D<<', 'FACHE305142128097<<800126<<<<<', 'FAVRE<<VALENTIN<<<<<<<<<<<<<<<'];
    expect(parsed(...lines)).to.deep.equal({
      format: 'SWISS_DRIVING_LICENSE',
      lines,
      documentCode: 'FA',
      checkDigits: [],
      valid: true,
      repairs: [],
      truncated: whole,
      absent: whole,
      fields: {
        last_name: 'FAVRE',
        first_name: 'VALENTIN',
        document_number: '305142128097',
        issuing_country: 'CHE',
        date_of_birth: '1980-01-26',
      },
    });
  });

  const none: readonly (readonly [string, readonly string[]])[] = [
    ['a licence of one line that is not French', ['D1NLD13AA000026181231MARTIN<<9']],
    [
      'a Swiss licence with a letter in its number',
      ['AAA001D<<', 'FACHE3O5142128097<<800126<<<<<', 'FAVRE'.padEnd(30, '<')],
    ],
    ['a Swiss licence of another country', ['AAA001D<<', 'FAAUT305142128097<<800126<<<<<', 'FAVRE'.padEnd(30, '<')]],
  ];
  for (const [what, lines] of none) {
    it(`is rejected: ${what}`, () => {
      expect(parsed(...lines)).to.equal(null);
    });
  }

  it('is an ordinary card where a digit was read in its names', () => {
    const [upper, lower] = icaoSpecimens.td2;
    const misread = parsed(`${upper.slice(0, 32)}1${upper.slice(33)}`, lower);
    expect([misread?.format, misread?.valid, misread?.fields.last_name]).to.deep.equal(['TD2', true, 'ERIKSSON']);
  });
});

describe('the check digits of an MRZ', () => {
  // These are the worked examples of ICAO 9303-3, appendix A.
  const examples: readonly (readonly [string, readonly string[]])[] = [
    ['TD3', [`P<UTO${'STEVENSON<<PETER'.padEnd(39, '<')}`, 'HA672242<6UTO5802254M9601086<<<<<<<<<<<<<<08']],
    ['TD2', [`I<UTO${'STEVENSON<<PETER'.padEnd(31, '<')}`, 'HA672242<6UTO5802254M9601086<<<<<<<8']],
    ['TD1', ['I<UTOD231458907<<<<<<<<<<<<<<<', '3407127M9507122UTO<<<<<<<<<<<2', 'STEVENSON<<PETER'.padEnd(30, '<')]],
  ];
  for (const [format, lines] of examples) {
    it(`are computed as in the examples of the standard for a ${format}`, () => {
      const { format: seen, valid } = parsed(...lines) ?? {};
      expect([seen, valid]).to.deep.equal([format, true]);
    });
  }

  it('do not include the filler before the rest of a long number (9303-5, 4.2.4)', () => {
    const card = (rest: string) =>
      parsed(`I<UTO123456789<${rest.padEnd(15, '<')}`, ...icaoSpecimens.td1.slice(1))?.fields.document_number;
    // 7·1+3·2+1·3+7·4+3·5+1·6+7·7+3·8+1·9+7·0 is 147, and 3·1 more is 150; with the filler included, 1·1 more is 148.
    expect([card('07'), card('010'), card('018')]).to.deep.equal(['1234567890', '12345678901', undefined]);
  });

  it('are behind the rest of a long number in a TD2 as well (9303-6, 4.2.2 note j)', () => {
    const lines = [icaoSpecimens.td2[0], '123456789<UTO7408122F1204159010<<<<0'];
    const { fields, valid } = parsed(...lines) ?? {};
    expect([fields?.document_number, valid]).to.deep.equal(['12345678901', true]);
  });

  const short = [
    ['nothing', ''],
    ['a digit alone', '7'],
    ['no filler behind the digit', '010101010101010'],
  ] as const;
  for (const [what, rest] of short) {
    it(`are invalid where a number continues with ${what}`, () => {
      const lines = [`I<UTO123456789<${rest.padEnd(15, '<')}`, ...icaoSpecimens.td1.slice(1)];
      expect(parsed(...lines)?.checkDigits[0]).to.deep.equal({ field: 'document_number', valid: false });
    });
  }

  it('may not be omitted, except that of an absent personal number', () => {
    const blank = (at: number) => {
      const [first = '', second = ''] = passportLines();
      return parsed(first, `${second.slice(0, at)}<${second.slice(at + 1)}`)?.checkDigits.filter(({ valid }) => !valid);
    };
    expect([9, 19, 27, 42, 43].map((at) => blank(at)?.map(({ field }) => field))).to.deep.equal([
      ['document_number', 'composite'],
      ['date_of_birth', 'composite'],
      ['date_of_expiry', 'composite'],
      [],
      ['composite'],
    ]);
    expect(parsed(icaoSpecimens.td3[0], icaoSpecimens.td3[1].replace(/10$/, '<0'))?.valid).to.equal(false);
  });

  it('are invalid over a letter in a date, although a U has the same value as a 0', () => {
    const [first = '', second = ''] = passportLines({ born: '740810' });
    const { checkDigits, fields } = parsed(first, second.replace('740810', '74081U')) ?? {};
    expect(checkDigits?.filter(({ valid }) => !valid).map(({ field }) => field)).to.deep.equal([
      'date_of_birth',
      'composite',
    ]);
    expect(fields?.date_of_birth).to.equal(undefined);
  });
});

describe('the country of an MRZ', () => {
  const special =
    'GBD GBN GBO GBP GBS RKS EUE UNO UNA UNK XBA XIM XCC XCE XCO XEC XPO XES XMP XOM XDC XXA XXB XXC XXX ANT NTZ UTO';

  it('is answered as it is printed, whichever code of 9303-3, section 5 it is', () => {
    for (const code of special.split(' ')) {
      const { fields, valid } = parsed(...passportLines({ state: code, nationality: code })) ?? {};
      expect([valid, fields?.issuing_country, fields?.nationality]).to.deep.equal([true, code, code]);
    }
  });

  it('is answered as it is printed even where it is unknown', () => {
    expect(parsed(...passportLines({ state: 'QZZ' }))?.fields.issuing_country).to.equal('QZZ');
  });
});
