import { exampleNumber } from '@portcullis/documents';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { passportLines, printedFields } from '../../../support/builders/readings.ts';
import { standard } from '../../../support/check-cases/check-case.ts';
import { sure, verdictOn } from '../../../support/check-cases/verdict-on.ts';

describe('the validity of a passport', () => {
  for (const [state, issued, lawful, altered, born] of [
    // To the hundredth birthday from 64 on.
    ['BLR', '2022-03-01', '2058-01-01', '2058-03-02', '580101'],
    ['BLR', '2022-03-01', '2032-03-01', '2040-03-01', '590101'],
    ['USA', '2018-03-01', '2023-03-01', '2028-03-01', '040401'],
    ['GBR', '2018-03-01', '2023-12-01', '2028-03-01', '040401'],
    ['CAN', '2018-03-01', '2023-03-01', '2028-03-01', '040401'],
    ['AUS', '2018-03-01', '2023-03-01', '2028-03-01', '040401'],
    ['IRL', '2020-03-01', '2025-03-01', '2030-03-01', '040401'],
    ['FRA', '2020-03-01', '2025-03-01', '2030-03-01', '040401'],
    ['ITA', '2020-03-01', '2025-03-01', '2030-03-01', '040401'],
    ['DEU', '2020-03-01', '2026-03-01', '2030-03-01', '000401'],
    ['ESP', '2024-03-01', '2029-03-01', '2034-03-01', '960401'],
    ['ESP', '2024-03-01', '2034-03-01', '2035-03-01', '900101'],
    ['BEL', '2023-03-01', '2030-03-01', '2033-03-01', '740812'],
    ['EGY', '2023-03-01', '2030-03-01', '2033-03-01', '740812'],
    ['MAR', '2023-03-01', '2028-03-01', '2033-03-01', '740812'],
    ['AUT', '2018-03-01', '2023-12-01', '2028-03-01', '080401'],
    ['CHE', '2018-03-01', '2023-12-01', '2028-03-01', '040401'],
    ['IND', '2018-03-01', '2023-12-01', '2028-03-01', '050401'],
    ['JPN', '2023-03-01', '2028-12-01', '2033-03-01', '080401'],
    ['KOR', '2023-03-01', '2028-12-01', '2033-03-01', '080401'],
    ['NGA', '2023-03-01', '2028-12-01', '2033-03-01', '080401'],
    ['NLD', '2023-03-01', '2028-12-01', '2033-03-01', '080401'],
    ['NZL', '2018-03-01', '2023-12-01', '2028-03-01', '040401'],
    ['POL', '2018-03-01', '2023-12-01', '2028-03-01', '080401'],
    // A child of a State without a rule of its own, and of one where some ask earlier.
    ['CHN', '2020-04-16', '2025-12-16', '2030-04-15', '070305'],
    ['NOR', '2020-04-16', '2025-12-16', '2030-04-15', '050417'],
    ['GRC', '2023-04-16', '2028-12-16', '2033-04-15', '080417'],
    ['SRB', '2020-04-16', '2025-12-16', '2030-04-15', '070417'],
    ['SRB', '2020-04-16', '2030-04-16', '2031-04-15', '070416'],
    ['VNM', '2020-04-16', '2030-04-16', '2031-04-15', '060305'],
    ['NOR', '2020-04-16', '2030-04-16', '2031-04-15', '040305'],
    // Old enough for one that is valid for longer.
    ['IND', '2023-03-01', '2033-03-01', '2034-03-01', '080201'],
    ['POL', '2020-06-01', '2030-06-01', '2031-06-01', '080401'],
    ['GRC', '2022-08-31', '2027-08-31', '2032-08-31', '740812'],
    ['GRC', '2022-09-01', '2032-09-01', '2033-09-02', '740812'],
    ['IDN', '2022-10-11', '2027-10-11', '2032-10-11', '740812'],
    ['IDN', '2022-10-12', '2032-10-12', '2033-10-13', '740812'],
    ['PHL', '2017-12-31', '2022-12-31', '2027-12-31', '740812'],
    ['PHL', '2018-01-01', '2028-01-01', '2029-01-02', '740812'],
    ['SGP', '2021-09-30', '2026-09-30', '2031-09-30', '740812'],
    ['SGP', '2021-10-01', '2031-10-01', '2032-10-02', '740812'],
    ['FIN', '2023-03-01', '2028-03-01', '2033-03-01', '740812'],
    ['LUX', '2023-03-01', '2028-03-01', '2033-03-01', '740812'],
    ['PRT', '2025-12-31', '2030-12-31', '2035-12-31', '740812'],
    ['PRT', '2026-03-01', '2036-03-01', '2037-03-02', '740812'],
    ['SWE', '2023-03-01', '2028-03-01', '2033-03-01', '740812'],
    // Somebody close to the age has one for longer.
    ['USA', '2019-06-01', '2029-06-01', '2030-06-01', '040401'],
    ['GBR', '2020-03-30', '2030-03-30', '2031-03-30', '040401'],
    ['DNK', '2020-03-30', '2030-03-30', '2031-03-30', '040401'],
  ] as const)
    it(`of ${state} from ${issued} is not beyond ${lawful} for a holder born ${born}`, () => {
      const passport = (expires: string) => {
        const mrzLines = passportLines({
          state,
          nationality: state,
          number: exampleNumber(state, 'passport'),
          born,
          expires: expires.slice(2).replaceAll('-', ''),
        });
        const fields = { ...printedFields(mrzLines), date_of_issue: sure(issued), date_of_expiry: sure(expires) };
        return verdictOn({ issuingCountry: state, mrzLines, fields });
      };
      expect(passport(lawful)).to.not.include('data_dates_impossible');
      expect(passport(altered)).to.include('data_dates_impossible');
    });

  it('is ten years and nine months at most, also where zone and print were altered alike', () => {
    const passport = (issued: string) => {
      const mrzLines = passportLines({ expires: '291231' });
      const fields = { ...printedFields(mrzLines), date_of_issue: sure(issued), date_of_expiry: sure('2029-12-31') };
      return verdictOn({ mrzLines, fields });
    };
    expect(passport('2015-01-01')).to.deep.equal(['review', 'data_dates_impossible']);
    expect(passport('2019-03-31')).to.deep.equal(['approve']);
  });

  describe('for longer than any State issues one', () => {
    const strict = (maxValidityYears: number): FlatPolicy => ({
      ...standard,
      documents: { ...standard.documents, maxValidityYears },
      actions: { data_dates_impossible: 'decline' },
    });
    const verdictUnder = (policy: FlatPolicy, expires: string, issued?: string) => {
      const mrzLines = passportLines({ expires });
      const date = issued === undefined ? {} : { date_of_issue: sure(issued) };
      return verdictOn({ mrzLines, fields: { ...printedFields(mrzLines), ...date } }, policy);
    };

    for (const years of [15, 11, 10, 5, 2])
      it(`is proven to be impossible where a policy asks for ${years} years`, () => {
        expect(verdictUnder(strict(years), '490101')).to.deep.equal(['decline', 'data_dates_impossible']);
      });

    for (const issued of ['2026-04-01', '2026-05-01', '2030-01-01', '2040-01-01'])
      it(`is proven to be impossible whatever day of issue is printed, such as ${issued}`, () => {
        expect(verdictUnder(strict(15), '490101', issued)).to.deep.equal(['decline', 'data_dates_impossible']);
      });

    it('is for a reviewer where only the policy, or only print, says so', () => {
      expect(verdictUnder(strict(5), '361231')).to.deep.equal(['review', 'data_dates_impossible']);
      expect(verdictUnder(strict(15), '361231', '2016-01-01')).to.deep.equal(['review', 'data_dates_impossible']);
    });
  });
});
