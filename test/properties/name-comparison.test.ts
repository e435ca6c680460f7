import { documentFacts, fieldValues } from '@portcullis/documents';
import { type DocumentReading, standardPolicy } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { expect } from 'chai';
import fc from 'fast-check';
import { runChecks } from '#domain/checks/decide';
import { aCase, aReadingEvidence } from '../support/builders/evidence.ts';
import { fullNameScore, nameScore } from '../support/builders/name-scores.ts';
import { aLicence, cardLines, passportLines, printedFields } from '../support/builders/readings.ts';
import { leastOf, runs } from '../support/effort.ts';

const pass = 80;
const score = (one: string, other: string): number => nameScore({ value: one }, { value: other });

/** No word equals another one, begins another one, or consists of others, in whatever spelling. */
const words = [
  'Anna',
  'Björn',
  'Çağla',
  'Dvořák',
  'Éloïse',
  'Fatoumata',
  'Grzegorz',
  'Hölderlin',
  'Íñigo',
  'Jürgen',
  'Krasuang',
  'Łukasz',
  'Muñoz',
  'Nguyễn',
  'Ørsted',
  'Þorvaldur',
  'Quispe',
  'Raúl',
  'Strauß',
  'Țepeș',
  'Ünal',
  'Wałęsa',
  'Żaneta',
];
const name = fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 5 });
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.array(fc.constantFrom(..."ÅÄÖÜÑßaæAEOU -'’ьЮЯїШ محّدة"), { maxLength: 20 }).map((letters) => letters.join('')),
);

/** Answers the same name as somebody else writes it. */
const rewritten = (parts: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.shuffledSubarray([...parts], { minLength: parts.length }),
      fc.constantFrom(' ', '-', ', ', '  ', '<'),
      fc.constantFrom(
        (text: string) => text,
        (text: string) => text.toUpperCase(),
        (text: string) => text.toLowerCase(),
        (text: string) => text.normalize('NFD'),
      ),
    )
    .map(([order, between, write]) => write(order.join(between)));

const withoutMarks = (text: string): string =>
  text
    .replaceAll('Ø', 'O')
    .replaceAll('Ł', 'L')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');

describe('the score of two names', () => {
  it('is symmetric, whatever the names are, and between 0 and 100', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.boolean(), fc.boolean(), (one, other, oneCut, otherCut) => {
        const there = nameScore({ value: one, truncated: oneCut }, { value: other, truncated: otherCut });
        expect(nameScore({ value: other, truncated: otherCut }, { value: one, truncated: oneCut })).to.equal(there);
        expect(Number.isInteger(there) && there >= 0 && there <= 100).to.equal(true);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('is 100 for a name and itself, if it has a letter at all', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const hasWord = score(text, text) > 0;
        expect(score(text, text)).to.equal(hasWord ? 100 : 0);
        if (/[A-Za-z]/.test(text)) expect(hasWord).to.equal(true);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('ignores order, capitals, hyphens, and the encoding of diacritics', () => {
    const two = fc
      .tuple(name, name)
      .chain(([one, other]) => fc.tuple(fc.constant(one), fc.constant(other), rewritten(one), rewritten(other)));
    fc.assert(
      fc.property(two, ([one, other, oneAgain, otherAgain]) => {
        expect(score(one.join(' '), oneAgain)).to.equal(100);
        expect(score(oneAgain, otherAgain)).to.equal(score(one.join(' '), other.join(' ')));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('ignores diacritics that are left out', () => {
    fc.assert(
      fc.property(name, (parts) => {
        expect(score(parts.join(' '), withoutMarks(parts.join(' ')).replaceAll('Þ', 'Th'))).to.equal(100);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('is at least 80 and less than 100 when words are missing', () => {
    const part = name
      .filter(({ length }) => length > 1)
      .chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: 1, maxLength: all.length - 1 })),
      );
    fc.assert(
      fc.property(part, ([all, some]) => {
        expect(score(some.join(' '), all.join(' '))).to.be.within(pass, 99);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('is less than 80 for different people, with or without titles', () => {
    const apart = fc
      .shuffledSubarray(words, { minLength: 2, maxLength: 8 })
      .chain((all) =>
        fc.tuple(fc.constant(all), fc.integer({ min: 1, max: all.length - 1 }), fc.constantFrom('', 'Dr ', 'Mrs. ')),
      );
    fc.assert(
      fc.property(apart, ([all, at, title]) => {
        const [one, other] = [all.slice(0, at), all.slice(at)].map((some) => title + some.join(' '));
        expect(score(one ?? '', other ?? '')).to.be.below(pass);
        // Somebody who has most of a name and one different word is another person, too.
        if (at < all.length - 1) expect(score(all.slice(0, -1).join(' '), all.slice(1).join(' '))).to.be.below(pass);
      }),
      { numRuns: runs(1000) },
    );
  });
});

/**
 * Answers the name field of an MRZ by ICAO 9303-4 to 9303-7, 4.2.3: it is filled to its last place with letters of
 * names that are longer. One word of each name keeps three letters: an MRZ that has only initials left is reviewed by a
 * person.
 */
const truncatedNames = (
  parts: readonly [readonly string[], readonly string[]],
  room: number,
  take: readonly number[],
): string => {
  const [last, first] = parts.map((some) => [...some]) as [string[], string[]];
  const text = (): string => `${last.join('<')}<<${first.join('<')}`;
  for (let n = 0; text().length > room; n += 1) {
    const all = [...last.map((_, i) => [last, i] as const), ...first.map((_, i) => [first, i] as const)];
    const long = all.filter(([some, i]) => {
      const length = some[i]?.length ?? 0;
      return length > 3 || (length > 1 && some.some((word, at) => at !== i && word.length >= 3));
    });
    const [some, i] = long[(take[n % take.length] ?? 0) % Math.max(1, long.length)] ?? [first, first.length - 1];
    // Only initials are left: the last first name is dropped.
    if (long.length === 0) first.pop();
    else some[i] = some[i]?.slice(0, -1) ?? '';
  }
  return text();
};

const formats = [
  { room: 39, make: passportLines },
  { room: 30, make: cardLines },
] as const;

/** No particle of three or more letters consists of these letters. */
const capitals = fc
  .array(fc.constantFrom(...'BCFGHIJKOPQSUWXYZ'), { minLength: 3, maxLength: 16 })
  .map((letters) => letters.join(''));

describe('a name that is longer than its MRZ field', () => {
  it('agrees with the complete name, however it was truncated', () => {
    const seen = { cut: 0, whole: 0 };
    const given = fc.record({
      last: fc.array(capitals, { minLength: 1, maxLength: 4 }),
      first: fc.array(capitals, { minLength: 1, maxLength: 4 }),
      format: fc.constantFrom(...formats),
      take: fc.array(fc.nat(20), { minLength: 1, maxLength: 12 }),
    });
    fc.assert(
      fc.property(given, ({ last, first, format, take }) => {
        const field = truncatedNames([last, first], format.room, take);
        const lines = format.make({ names: field });
        const facts = documentFacts(aReadingEvidence({ mrzLines: lines }));
        const lastTold = fieldValues('last_name', facts)[0];
        const firstTold = fieldValues('first_name', facts)[0];
        if (!lastTold || !firstTold) throw new Error(`no name in ${lines.join(' ')}`);
        const lastName = last.join(' ');
        const firstName = first.join(' ');
        expect(nameScore(lastTold, { value: lastName }), field).to.be.at.least(pass);
        expect(nameScore(firstTold, { value: firstName }), field).to.be.at.least(pass);
        expect(fullNameScore({ value: `${firstName} ${lastName}` }, [lastTold, firstTold]), field).to.be.at.least(pass);
        seen[`${last.join('<')}<<${first.join('<')}`.length > format.room ? 'cut' : 'whole'] += 1;
      }),
      { numRuns: runs(3000) },
    );
    expect(Math.min(seen.cut, seen.whole)).to.be.at.least(leastOf(300, runs(3000), 3000));
  });
});

const standard = standardPolicy({ livenessThreshold: 75, specimens: true });
const unsure = fc.constantFrom(0.2, 0.49, 0.5, 0.9, 1);
const field = (...values: readonly string[]) =>
  fc.option(fc.record({ value: fc.constantFrom(...values), confidence: unsure }), { freq: 4 });
const readings: fc.Arbitrary<DocumentReading> = fc
  .record({
    isLicence: fc.boolean(),
    fields: fc.record({
      last_name: field('Eriksson', 'Eriksson Berg', 'Erikson', 'Berg'),
      first_name: field('Anna Maria', 'Anna', 'Hanna'),
      date_of_birth: field('1974-08-12', '1974-08-13'),
      date_of_issue: field('2022-04-16', '2012-04-16', '2031-01-01'),
    }),
    documentType: fc.constantFrom('passport', 'driving_licence', null),
    other: fc.constantFrom(undefined, passportLines(), passportLines({ names: 'ERIKSSON<<ANNA' })),
  })
  .map(({ isLicence, fields, documentType, other }) => {
    const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
    const printed = { ...printedFields(passportLines()), ...said };
    const mrz = { ...(other && { otherZone: { reader: 'local', mrzLines: other } }) };
    return aReadingEvidence({ ...(isLicence ? aLicence() : {}), ...mrz, documentType, fields: printed }).reading;
  });

const stricter = fc.record({
  pass: fc.tuple(fc.nat(100), fc.nat(100)),
  confidence: fc.tuple(fc.option(unsure), unsure),
  years: fc.tuple(fc.option(fc.integer({ min: 5, max: 30 })), fc.integer({ min: 1, max: 30 })),
});

describe('the reasons of a case', () => {
  it('never disappear under a stricter policy', () => {
    const claimed = fc.constantFrom(
      { full_name: 'Anna Eriksson' },
      { last_name: 'Erikson', first_name: 'Anna' },
      { gender: 'f' },
    );
    fc.assert(
      fc.property(readings, stricter, claimed, (reading, by, said) => {
        const file = aCase({
          instead: { document_reading: [aReadingEvidence(reading)] },
          more: [{ kind: 'claimed', attempt: 1, at: '2026-05-01T10:00:00.000Z', claimed: said }],
        });
        const reasonsUnder = (names: number, minReaderConfidence: number | null, maxValidityYears: number | null) => {
          const policy: FlatPolicy = {
            ...standard,
            names: { pass: names },
            documents: { ...standard.documents, minReaderConfidence, maxValidityYears },
          };
          return runChecks(policy, file, '2026-05-01T12:00:00.000Z').flatMap(({ name, reasons }) =>
            reasons.map((reason) => `${name} ${reason}`),
          );
        };
        const { confidence, pass: names, years } = by;
        const strict = reasonsUnder(
          Math.max(...names),
          Math.max(confidence[0] ?? 0, confidence[1]),
          Math.min(years[0] ?? 100, years[1]),
        );
        expect(strict).to.include.members([...reasonsUnder(Math.min(...names), confidence[0], years[0])]);
      }),
      { numRuns: runs(1000) },
    );
  });
});
