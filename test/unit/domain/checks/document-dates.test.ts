import { exampleNumber } from '@portcullis/documents';
import { type DocumentReading, decide } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { aCase, aReadingEvidence } from '../../../support/builders/evidence.ts';
import { aLicence, cardLines, licenceText, passportLines, printedFields } from '../../../support/builders/readings.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';
import { sure, verdictOn } from '../../../support/check-cases/verdict-on.ts';

describe('a date of which two digits of the year are known', () => {
  const passport = (born: string, printed?: string): Partial<DocumentReading> => {
    const mrzLines = passportLines({ born });
    return {
      mrzLines,
      fields: { ...printedFields(mrzLines), ...(printed !== undefined && { date_of_birth: sure(printed) }) },
    };
  };

  it('of birth is no mismatch to print or a claim of an earlier century, and a reviewer decides', () => {
    expect(verdictOn(passport('120304', '1912-03-04'))).to.deep.equal(['review', 'birth_century_open']);
    const claimed = { date_of_birth: '1912-03-04' };
    expect(verdictOn(passport('120304'), standard, claimed)).to.deep.equal(['review', 'birth_century_open']);
    expect(verdictOn(passport('120304', '1912-03-04'), standard, claimed)).to.deep.equal([
      'review',
      'birth_century_open',
    ]);
  });

  it('of birth is no day on which nobody was born who may live', () => {
    expect(verdictOn(passport('850304', '1885-03-04'))).to.deep.equal(['review', 'mrz_print_mismatch']);
    expect(verdictOn(passport('200304', '1820-03-04'))[0]).to.not.equal('approve');
    expect(verdictOn(passport('850304', '1985-03-04'))).to.deep.equal(['approve']);
    const claimed = { date_of_birth: '1885-03-04' };
    expect(verdictOn({ ...passport('850304'), fields: {} }, standard, claimed)).to.include('data_birth_date_mismatch');
  });

  it('of birth is a mismatch to another day, and to a century that print contradicts', () => {
    const claimed = { date_of_birth: '1912-03-05' };
    expect(verdictOn(passport('120304'), standard, claimed)[0]).to.equal('decline');
    const adult = { date_of_birth: '1874-08-12' };
    expect(verdictOn(passport('740812', '1974-08-12'), standard, adult)).to.deep.equal([
      'review',
      'data_birth_date_mismatch',
    ]);
  });

  it('of birth shows the holder in the century of print', () => {
    const { details } = decide(
      standard,
      aCase({ instead: { document_reading: [aReadingEvidence(passport('251231', '1925-12-31'))] } }),
      decidedAt,
    );
    const seen = (details.document_age ?? []).flatMap((one) => (one.kind === 'value' ? [[one.name, one.value]] : []));
    expect(seen).to.deep.include(['earlier_date_of_birth', '1925-12-31']);
  });

  const card = (state: string, expires: string, born: string, printed: Record<string, string> = {}) => {
    const mrzLines = cardLines({
      state,
      nationality: state,
      number: exampleNumber(state, 'id_card'),
      expires,
      born,
    });
    const more = Object.fromEntries(Object.entries(printed).map(([name, value]) => [name, sure(value)]));
    return {
      documentType: 'id_card',
      issuingCountry: state,
      mrzLines,
      fields: { ...printedFields(mrzLines), ...more },
    } as const;
  };

  it('are of the same century on a side whose zone was read a little otherwise', () => {
    const read = card('SVN', '300601', '120304', { date_of_birth: '1912-03-04' });
    const [first = '', ...rest] = read.mrzLines;
    const lines = [first, ...rest.map((line) => line.replace('ANNA', 'ANMA'))];
    const sides = {
      front: { fields: read.fields, mrzLines: null, barcode: null },
      back: { fields: {}, mrzLines: lines, barcode: null },
    };
    const { reasons } = decide(
      standard,
      aCase({ instead: { document_reading: [aReadingEvidence({ ...read, sides })] } }),
      decidedAt,
    );
    expect(reasons).to.include('birth_century_open');
    expect(reasons).to.not.include('document_sides_mismatch');
  });

  it('of expiry is of the next century where the State issues for so long: 60 years in Hungary', () => {
    expect(verdictOn(card('HUN', '860101', '500101'))).to.deep.equal(['approve']);
    const printed = { date_of_issue: '2026-02-01', date_of_expiry: '2086-01-01' };
    expect(verdictOn(card('HUN', '860101', '500101', printed))).to.deep.equal(['approve']);
    expect(verdictOn(card('HUN', '860101', '800101'))).to.deep.equal(['retry', 'document_expired']);
    expect(verdictOn(card('AUT', '860101', '500101'))).to.deep.equal(['retry', 'document_expired']);
  });

  it('of expiry is open where both centuries are possible, and print says which is shown', () => {
    const open = ['review', 'expiry_century_open'];
    expect(verdictOn(card('SVN', '250601', '500101'))).to.deep.equal(open);
    expect(verdictOn(card('SVN', '250601', '500101', { date_of_expiry: '2125-06-01' }))).to.deep.equal(open);
    expect(verdictOn(card('SVN', '250601', '500101', { date_of_expiry: '2025-06-01' }))).to.deep.equal([
      'retry',
      'document_expired',
    ]);
  });

  it('of expiry is never where it is nines, or print has the year 9999', () => {
    const never = ['review', 'document_never_expires'];
    expect(verdictOn(card('ESP', '990101', '500101', { date_of_expiry: '9999-01-01' }))).to.deep.equal(never);
    expect(verdictOn(card('PRT', '991231', '500101', { date_of_expiry: '9999-12-31' }))).to.deep.equal(never);
    expect(verdictOn(card('BGR', '999999', '500101'))).to.deep.equal(never);
    expect(verdictOn(card('POL', '<<<<<<', '500101'))).to.deep.equal(['review', 'document_without_expiry']);
  });
});

const estonianNumbers: { readonly [Born in string]?: string } = { '300101': '43001010000', '800101': '48001010010' };

describe('the validity of a document', () => {
  const validity = (state: string, issued: string, expires: string, born: string) => {
    const mrzLines = cardLines({
      state,
      nationality: state,
      number: exampleNumber(state, 'id_card'),
      // Each card of Estonia has the number of its holder.
      optional: state === 'EST' ? (estonianNumbers[born] ?? '') : '',
      born,
      expires: expires.slice(2).replaceAll('-', ''),
    });
    const fields = { ...printedFields(mrzLines), date_of_issue: sure(issued), date_of_expiry: sure(expires) };
    return verdictOn({ documentType: 'id_card', issuingCountry: state, mrzLines, fields });
  };

  for (const [state, issued, expires, born] of [
    ['BEL', '2020-03-01', '2050-03-01', '400101'],
    ['CZE', '2022-03-01', '2057-03-01', '500101'],
    ['CZE', '2015-03-01', '2050-03-01', '400101'],
    // From 29 February on, many years end with that of February, and many with the first of March.
    ['AUT', '2020-02-29', '2030-02-28', '800101'],
    ['AUT', '2020-02-29', '2030-03-01', '800101'],
    ['HRV', '2022-03-01', '2062-03-01', '500101'],
    ['LTU', '2023-03-01', '2053-03-01', '500101'],
    ['LTU', '2018-03-01', '2038-03-01', '400101'],
    ['FRA', '2018-03-01', '2033-03-01', '800101'],
    ['DEU', '2020-03-01', '2030-03-01', '400101'],
    ['DEU', '2022-05-01', '2028-05-01', '000101'],
    ['DEU', '2024-05-01', '2034-05-01', '000101'],
    ['ESP', '2022-03-01', '2032-03-01', '800101'],
    ['POL', '2022-03-01', '2032-03-01', '300101'],
    ['NLD', '2022-03-01', '2032-03-01', '300101'],
    ['AUT', '2022-03-01', '2032-03-01', '300101'],
    ['EST', '2022-03-01', '2027-03-01', '300101'],
    ['EST', '2026-01-01', '2036-01-01', '800101'],
    // Valid for ten years and to the birthday after them.
    ['ITA', '2018-03-01', '2029-01-01', '800101'],
    ['PRT', '2022-03-01', '2032-03-01', '800101'],
    // Nobody knows for how long these are issued to old people.
    ['PRT', '2022-03-01', '2036-03-01', '450101'],
    ['SVK', '2018-03-01', '2029-03-01', '500101'],
    ['ARG', '2022-03-01', '2037-03-01', '800101'],
    ['MEX', '2022-03-01', '2032-12-31', '800101'],
    ['BRA', '2022-03-01', '2032-03-01', '300101'],
    ['ROU', '2022-03-01', '2033-01-01', '800101'],
    // To the birthday of 40 or 60, and to the next one within two years before it.
    ['VNM', '2021-11-10', '2036-10-05', '961005'],
    ['VNM', '2021-11-10', '2038-10-05', '981005'],
    ['VNM', '2021-12-10', '2041-12-05', '811205'],
    ['VNM', '2021-12-10', '2043-12-05', '831205'],
  ] as const)
    it(`of a card of ${state} from ${issued} to ${expires} is lawful`, () => {
      expect(validity(state, issued, expires, born)).to.deep.equal(['approve']);
    });

  it('counts from the end of the year where the day of issue is printed in another form', () => {
    for (const issued of ['16.04.2019', '16 APR 2019', '04/2019', '2019-04-XX', '2019'])
      expect(validity('SWE', issued, '2029-03-05', '800101'), issued).to.deep.equal([
        'review',
        'data_dates_impossible',
      ]);
    for (const issued of [
      '05.03.2027',
      '16.04.2026',
      '2025',
      'B4 2019 2026',
      'X',
      '120120',
      '201219',
      'Nr 20123456 12.05.19',
    ])
      expect(validity('SWE', issued, '2030-04-16', '800101'), issued).to.deep.equal(['approve']);
  });

  it('is impossible for somebody younger than the State issues so long for, and for longer than it does', () => {
    const impossible = ['review', 'data_dates_impossible'];
    expect(validity('BEL', '2020-03-01', '2050-03-01', '500101')).to.deep.equal(impossible);
    expect(validity('CZE', '2022-03-01', '2057-03-02', '500101')).to.deep.equal(impossible);
    expect(validity('AUT', '2022-03-01', '2057-03-01', '500101')).to.deep.equal(impossible);
  });

  for (const [state, issued, expires, born] of [
    ['DEU', '2015-03-01', '2029-03-01', '800101'],
    ['DEU', '2022-05-01', '2032-05-01', '000101'],
    ['POL', '2015-03-01', '2029-03-01', '400101'],
    ['ESP', '2015-03-01', '2029-03-01', '800101'],
    ['ESP', '2022-03-01', '2032-03-01', '000101'],
    ['HRV', '2022-03-01', '2032-03-01', '800101'],
    ['NLD', '2015-03-01', '2029-03-01', '400101'],
    ['AUT', '2015-03-01', '2029-03-01', '400101'],
    ['EST', '2019-03-01', '2029-03-01', '800101'],
    ['SWE', '2019-03-01', '2029-03-01', '800101'],
    ['CHE', '2015-03-01', '2029-03-01', '800101'],
    ['ITA', '2017-03-01', '2029-03-01', '800101'],
    ['FRA', '2022-03-01', '2033-03-01', '800101'],
    ['PRT', '2022-03-01', '2033-03-01', '800101'],
    ['GRC', '2024-03-01', '2039-03-01', '800101'],
    ['AUT', '2020-02-29', '2030-03-02', '800101'],
    // Issued before the State issued any for so long.
    ['ITA', '2026-03-01', '2076-03-01', '500101'],
    ['BEL', '2014-02-28', '2044-02-28', '300101'],
    ['CZE', '2011-12-31', '2046-12-31', '300101'],
    ['ROU', '2022-03-01', '2036-03-01', '800101'],
    // Those of Romania have no date from 70 on, and the Regulation leaves nothing to the others.
    ['ROU', '2022-03-01', '2036-03-01', '450101'],
    ['IRL', '2022-03-01', '2036-03-01', '450101'],
    ['DNK', '2022-03-01', '2036-03-01', '450101'],
    ['LTU', '2020-12-31', '2050-12-31', '300101'],
    ['VNM', '2021-11-10', '2041-10-05', '961005'],
    ['VNM', '2021-11-10', '2044-10-05', '811005'],
  ] as const)
    it(`of a card of ${state} from ${issued} to ${expires} is impossible, where zone and print were altered alike`, () => {
      expect(validity(state, issued, expires, born)).to.deep.equal(['review', 'data_dates_impossible']);
    });

  // An alteration of zone and print alike, 14 years after issue, where the table has no row of the State.
  const withoutRow =
    'MEX BRA TUR MAR ARE SAU GEO ALB SRB CHL URY LIE MCO ISL NOR ROU IRL USA CAN COL PER KAZ UKR ISR'.split(' ');
  for (const [type, code] of [
    ['id_card', 'I<'],
    ['id_card', 'IP'],
    ['residence_permit', 'IR'],
    ['residence_permit', 'AR'],
  ] as const)
    it(`of an altered ${type} (${code}) of a State without a row is for a reviewer, whatever the policy says`, () => {
      const strict: FlatPolicy = { ...standard, actions: { data_dates_impossible: 'decline' } };
      for (const state of type === 'id_card' ? withoutRow : [...withoutRow, 'FRA', 'DEU', 'ESP', 'GBR'])
        for (const printed of [{ date_of_issue: sure('2026-04-16') }, {}]) {
          const number = type === 'id_card' ? exampleNumber(state, type) : 'X4VT7HK29';
          const mrzLines = cardLines({
            code,
            state,
            nationality: state,
            number,
            born: '740812',
            expires: '400415',
          });
          const fields = { ...printedFields(mrzLines), ...printed };
          const read: Partial<DocumentReading> = { documentType: type, issuingCountry: state, mrzLines, fields };
          for (const policy of [standard, strict])
            expect(verdictOn(read, policy), state).to.deep.equal(['review', 'data_dates_impossible']);
        }
    });

  it('of an identity card with a barcode is that of cards, and for a reviewer beyond it', () => {
    const card = (issuer: string, over: Parameters<typeof licenceText>[0]) => {
      const text = licenceText({ DBD: '04162026', ...over }, 'ID').replace('636000', issuer);
      const barcode = { state: 'read', text } as const;
      return verdictOn(aLicence({ documentType: 'id_card', barcode }));
    };
    expect(card('636014', { DBA: '04152036' })).to.deep.equal(['approve']);
    expect(card('636014', { DBA: '04152040' })).to.deep.equal(['review', 'data_dates_impossible']);
    const canadian = {
      DCG: 'CAN',
      DBB: '19740812',
      DBD: '20260416',
      DBA: '20400415',
    };
    expect(card('636012', canadian)).to.include('data_dates_impossible');
  });

  it('of a licence of a territory of Canada is that of the provinces', () => {
    const licence = (expires: string) => {
      const over = {
        DCG: 'CAN',
        DBB: '19740812',
        DBD: '20200416',
        DBA: expires,
      };
      const text = licenceText(over).replace('636000', '604433');
      return verdictOn(aLicence({ issuingCountry: 'CAN', barcode: { state: 'read', text } }));
    };
    expect(licence('20300416')).to.not.include('data_dates_impossible');
    expect(licence('20340416')).to.include('data_dates_impossible');
  });

  it('of a licence is what its state of the United States issues, and twelve years in none but Arizona', () => {
    const licence = (issuer: string, expires: string) => {
      const text = licenceText({ DBD: '04162020', DBA: expires }).replace('636000', issuer);
      return verdictOn(aLicence({ barcode: { state: 'read', text } }));
    };
    const impossible = ['review', 'data_dates_impossible'];
    for (const [what, issuer, lawful, altered] of [
      ['New York, 8 years', '636001', '08122028', '08122030'],
      ['Alabama, 4 years', '636033', '08122024', '08122026'],
      ['Florida, 8 years, renewed 18 months before', '636010', '10162029', '08122030'],
      ['California, 5 years', '636014', '04162027', '08122027'],
      ['Virginia', '636000', '04162032', '08122034'],
    ] as const) {
      expect(licence(issuer, lawful), what).to.not.deep.equal(impossible);
      expect(licence(issuer, altered), what).to.deep.equal(impossible);
    }
  });

  it('of a licence is what its province of Canada issues', () => {
    const licence = (issuer: string, expires: string) => {
      const text = licenceText({ DCG: 'CAN', DBB: '19740812', DBD: '20200416', DBA: expires }).replace(
        '636000',
        issuer,
      );
      return verdictOn(aLicence({ issuingCountry: 'CAN', barcode: { state: 'read', text } }));
    };
    for (const [what, issuer, lawful, altered] of [
      ['Ontario, 5 years', '636012', '20250812', '20270812'],
      ['Alberta, 5 years, renewed a year before', '604432', '20260812', '20270812'],
      ['New Brunswick, 4 years', '636017', '20240812', '20260812'],
      ['Quebec, 8 years', '604428', '20280812', '20300812'],
    ] as const) {
      expect(licence(issuer, lawful), what).to.not.include('data_dates_impossible');
      expect(licence(issuer, altered), what).to.include('data_dates_impossible');
    }
  });
});
