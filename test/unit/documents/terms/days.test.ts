import { ageOn, dayOf, isDay, latestBirthDate } from '@portcullis/documents';
import { expect } from 'chai';
import { parseMrzDate } from '#documents/terms/days';

describe('a calendar day', () => {
  it('is one that exists in the calendar', () => {
    const days = ['2026-05-01', '2024-02-29', '2000-02-29', '1900-12-31', '0001-01-01'];
    expect(days.filter((day) => !isDay(day))).to.deep.equal([]);
  });

  it('is not a text of another form, nor a day that the calendar does not have', () => {
    const others = [
      '',
      '2026-5-1',
      '2026-02-29',
      '1900-02-29',
      '2026-04-31',
      '2026-13-01',
      '2026-00-10',
      '2026-01-00',
      '2026-05-01T00:00:00.000Z',
      '01.05.2026',
      '20260501',
      ' 2026-05-01',
      '+02026-05-01',
      '２０２６-05-01',
    ];
    expect(others.filter(isDay)).to.deep.equal([]);
  });

  it('of an instant is the one in UTC', () => {
    expect(dayOf('2026-05-01T23:59:59.999Z')).to.equal('2026-05-01');
  });
});

describe('an age', () => {
  const cases = [
    ['2008-05-01', '2026-04-30', 17],
    ['2008-05-01', '2026-05-01', 18],
    ['2008-05-01', '2026-12-31', 18],
    ['2008-12-31', '2027-01-01', 18],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-02-29', '2028-02-28', 19],
    ['2008-02-29', '2028-02-29', 20],
    ['2026-05-01', '2026-05-01', 0],
    ['1926-05-02', '2026-05-01', 99],
  ] as const;
  for (const [born, day, age] of cases) {
    it(`of a person born on ${born} is ${age} on ${day}`, () => {
      expect(ageOn(born, day)).to.equal(age);
    });
  }
});

describe('a date of six digits', () => {
  const cases = [
    ['740812', 'birth', '1974-08-12'],
    ['260501', 'birth', '2026-05-01'],
    ['260502', 'birth', '1926-05-02'],
    ['000229', 'birth', '2000-02-29'],
    ['320415', 'expiry', '2032-04-15'],
    ['120415', 'expiry', '2012-04-15'],
    ['750501', 'expiry', '2075-05-01'],
    ['780501', 'expiry', '1978-05-01'],
    ['740230', 'birth', null],
    ['<<<<<<', 'birth', null],
    ['74081', 'birth', null],
    ['7408122', 'birth', null],
    ['', 'expiry', null],
    ['-40812', 'birth', null],
    ['７４0812', 'birth', null],
  ] as const;
  for (const [text, kind, day] of cases) {
    it(`${JSON.stringify(text)} as ${kind} is ${day ?? 'unknown'} on 1 May 2026`, () => {
      expect(parseMrzDate(text, kind, '2026-05-01')).to.equal(day);
    });
  }

  it('has its century by the day on which it is read, in every century', () => {
    const days = [
      parseMrzDate('020301', 'expiry', '2098-01-01'),
      parseMrzDate('990101', 'expiry', '2102-03-01'),
      parseMrzDate('990101', 'birth', '2102-03-01'),
      parseMrzDate('020301', 'birth', '2102-03-01'),
      parseMrzDate('020302', 'birth', '2102-03-01'),
    ];
    expect(days).to.deep.equal(['2102-03-01', '2099-01-01', '2099-01-01', '2102-03-01', '2002-03-02']);
  });

  it('of an expiry is at most fifty years ahead, to the day', () => {
    const days = ['760501', '760502'].map((text) => parseMrzDate(text, 'expiry', '2026-05-01'));
    expect(days).to.deep.equal(['2076-05-01', '1976-05-02']);
  });

  it('with a part written as 00 is unknown', () => {
    const days = ['740800', '740012', '000000'].map((text) => parseMrzDate(text, 'birth', '2026-05-01'));
    expect(days).to.deep.equal([null, null, null]);
  });
});

describe('the latest date of birth of a partial date', () => {
  const on = (yymmdd: string) => latestBirthDate(yymmdd, '2026-05-01');

  it('is the end of the known month or year, in the past century', () => {
    const days = ['8001<<', '8002<<', '8102<<', '800400', '80<<<<', '800000', '80<<15', '2606<<', '27<<<<'].map(on);
    expect(days).to.deep.equal([
      '1980-01-31',
      '1980-02-29',
      '1981-02-28',
      '1980-04-30',
      '1980-12-31',
      '1980-12-31',
      '1980-12-31',
      '1926-06-30',
      '1927-12-31',
    ]);
  });

  it('is not after today', () => {
    expect(['2605<<', '26<<<<'].map(on)).to.deep.equal(['2026-05-01', '2026-05-01']);
  });

  it('is none where the year is unknown, the month is invalid, or the date is complete', () => {
    const days = ['<<<<<<', '<<0101', '8<<<<<', '8013<<', '800126', '800230', '8001<5', '8001<', ''].map(on);
    expect(days).to.deep.equal(days.map(() => null));
  });
});
