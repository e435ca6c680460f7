import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { addYears, ageOn, checkDates, latestExpiry } from '@portcullis/documents';
import { addDays } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import fc from 'fast-check';
import { leastOf, runs, someOf } from '../support/effort.ts';
import { root } from '../support/repository/files.ts';

/** Days from 1900 to 2100; every fifth of them is around the end of a February, mostly of a leap year. */
const day = fc
  .tuple(
    fc.integer({ min: 0, max: 73_048 }),
    fc.nat(4),
    fc.oneof(
      fc.integer({ min: 1900, max: 2100 }),
      fc.integer({ min: 475, max: 525 }).map((n) => 4 * n),
    ),
    fc.integer({ min: -1, max: 1 }),
  )
  .map(([n, fifth, year, step]) => (fifth === 0 ? addDays(`${year}-03-01`, step - 1) : addDays('1900-01-01', n)));

const numbers = (text: string): readonly [number, number, number] => {
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
  return [year, month, date];
};

/** Answers the birthday at age `years`, by the language's own calendar: 29 February is 1 March in a year without it. */
const birthday = (born: string, years: number): number => {
  const [year, month, date] = numbers(born);
  return Date.UTC(year + years, month - 1, date);
};

const instant = (text: string): number => birthday(text, 0);

/** Counts birthdays one by one. */
const ageByCounting = (born: string, on: string): number => {
  let years = numbers(on)[0] - numbers(born)[0] - 2;
  while (birthday(born, years + 1) <= instant(on)) years += 1;
  return years;
};

describe('the calendar', () => {
  it('gives ages by counting birthdays, 29 February included', () => {
    const leap = { born: 0, on: 0 };
    fc.assert(
      fc.property(day, day, (born, on) => {
        leap.born += born.endsWith('-02-29') ? 1 : 0;
        leap.on += on.endsWith('-02-29') ? 1 : 0;
        expect(ageOn(born, on)).to.equal(ageByCounting(born, on));
      }),
      { numRuns: runs(20_000) },
    );
    expect(Math.min(leap.born, leap.on)).to.be.at.least(leastOf(700, runs(20_000), 20_000));
  });

  it('names the latest date of birth of somebody who is old enough', () => {
    fc.assert(
      fc.property(day, day, fc.integer({ min: 0, max: 120 }), (born, on, least) => {
        expect(born <= addYears(on, -least)).to.equal(ageOn(born, on) >= least);
      }),
      { numRuns: runs(20_000) },
    );
  });

  it('accepts the possible dates of a document, and no others', () => {
    const seen = { possible: 0, impossible: 0 };
    const some = fc.option(day, { nil: undefined, freq: 8 });
    const near = fc.tuple(
      day,
      fc.integer({ min: -9000, max: 9000 }),
      fc.integer({ min: -9000, max: 9000 }),
      fc.integer({ min: -9000, max: 9000 }),
    );
    const dates = fc.oneof(
      fc.record({ born: some, issued: some, expires: some, today: day }),
      near.map(([today, a, b, c]) => ({
        today,
        born: addDays(today, a),
        issued: addDays(today, b),
        expires: addDays(today, c),
      })),
    );
    fc.assert(
      fc.property(dates, fc.option(fc.integer({ min: 1, max: 50 })), ({ born, issued, expires, today }, years) => {
        const at = (text: string | undefined): number => (text === undefined ? Number.NaN : instant(text));
        // A document without a date of issue was issued today at the latest.
        const from = issued ?? today;
        const isLeap = from.endsWith('-02-29') && new Date(birthday(from, years ?? 0)).getUTCMonth() === 2;
        const latest = years === null ? Number.NaN : birthday(from, years) - (isLeap ? 86_400_000 : 0);
        const impossible = [
          at(born) > instant(today),
          at(issued) > instant(today),
          at(issued) < at(born),
          at(expires) <= at(born),
          at(expires) <= at(issued),
          at(expires) > latest,
        ];
        const kind = { type: 'other', states: [], born, issued, today } as const;
        const limit = years === null ? null : latestExpiry(kind, years).day;
        const held = checkDates({ born, issued, expires }, today, limit);
        expect(held.some(({ isWithinLimit }) => !isWithinLimit)).to.equal(impossible.includes(true));
        seen[impossible.includes(true) ? 'impossible' : 'possible'] += 1;
      }),
      { numRuns: runs(20_000) },
    );
    expect(Math.min(seen.possible, seen.impossible)).to.be.at.least(leastOf(500, runs(20_000), 20_000));
  });

  it('is the same in every time zone of the process', () => {
    const program = `
      import { decide, standardPolicy } from '@portcullis/domain';
      import { addYears, ageOn } from '@portcullis/documents';
      import { addDays } from '@portcullis/domain/kernel';
      import { aCase, aReadingEvidence } from './test/dist/support/builders/evidence.js';
      import { passportLines } from './test/dist/support/builders/readings.js';
      const policy = standardPolicy({ livenessThreshold: 75, specimens: true });
      const at = ['2026-05-01T00:00:00.000Z', '2026-05-01T23:59:59.999Z', '2028-02-29T00:00:00.000Z', '2026-03-29T01:30:00.000Z'];
      const zones = [{ born: '080501' }, { born: '080229' }, { expires: '260501' }, { expires: '260430' }];
      const seen = at.flatMap((now) => zones.map((zone) => {
        const reading = aReadingEvidence({ mrzLines: passportLines(zone) }, { at: now });
        const { checks, outcome, details } = decide(policy, aCase({ instead: { document_reading: [reading] } }), now);
        return { checks, outcome, details };
      }));
      const days = [addDays('2026-03-28', 1), addYears('2024-02-29', 1), ageOn('2008-02-29', '2026-02-28')];
      console.log(new Date().getTimezoneOffset() + '|' + JSON.stringify({ seen, days }));`;
    // A quick run has the first one, and the two with the earliest and the latest day.
    const zones = ['UTC', 'Europe/Berlin', 'Pacific/Kiritimati', 'America/St_Johns', 'Pacific/Pago_Pago'];
    const said = someOf(zones, 3).map((TZ) => {
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
        cwd: join(root),
        encoding: 'utf8',
        env: { TZ },
      });
      expect(stderr).to.equal('');
      return stdout.split('|');
    });
    expect(new Set(said.map(([offset]) => offset)).size).to.equal(said.length);
    expect(new Set(said.map(([, answers]) => answers)).size).to.equal(1);
    expect(said[0]?.[1]).to.include('age_below_minimum').and.to.include('document_expired');
  });
});
