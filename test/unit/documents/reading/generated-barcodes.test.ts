import { isDay, parseBarcode } from '@portcullis/documents';
import { expect } from 'chai';
import fc from 'fast-check';
import { aamvaText, type Card, type CardVariation, factsOf } from '../../../support/builders/aamva-text.ts';
import { unicodeText } from '../../../support/generators/unicode-text.ts';

/** These are issuers of both countries, and one that is in no list. */
const issuers = [
  { issuer: '636014', country: 'USA', jurisdiction: 'US-CA' },
  { issuer: '636062', country: 'USA', jurisdiction: 'US-VI' },
  { issuer: '604428', country: 'CAN', jurisdiction: 'CA-QC' },
  { issuer: '636028', country: 'CAN', jurisdiction: 'CA-BC' },
] as const;

const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÇÉÈÎÑÔÖÜŸ');
const sign = fc.constantFrom('', '', '', '-', "'", '.');
/** A word of a name in Latin-1: capitals, with a separator between some of them. */
const word = fc
  .array(fc.tuple(letter, sign), { minLength: 1, maxLength: 12 })
  .map((pairs) => pairs.map(([capital, mark]) => capital + mark).join(''))
  .map((name) => name.replace(/[-'.]+$/, ''))
  .filter((name) => name !== 'NONE' && name !== 'UNAVL');
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' ').slice(0, 40).trim());

const day = (first: string, last: string) =>
  fc
    .date({ min: new Date(first), max: new Date(last), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

const card = (version: number): fc.Arbitrary<{ readonly card: Card; readonly jurisdiction: string }> =>
  fc
    .record({
      by: fc.constantFrom(...issuers),
      type: fc.constantFrom('DL' as const, 'ID' as const, 'EN' as const),
      last: words,
      first: word,
      middle: fc.array(word, { maxLength: 3 }),
      suffix: fc.constantFrom('', 'JR', 'SR', '3RD'),
      number: fc.stringMatching(/^[A-Z0-9][A-Z0-9 *-]{0,23}[A-Z0-9]$/),
      born: day('1900-01-01', '2026-01-01'),
      issued: day('1990-01-01', '2030-01-01'),
      expires: day('1990-01-01', '2099-12-31'),
      sex: fc.constantFrom('M' as const, 'F' as const, 'X' as const),
      cut: fc.record({ last: fc.boolean(), first: fc.boolean(), middle: fc.boolean() }),
    })
    .map(({ by: { country, issuer, jurisdiction }, ...rest }) => ({
      card: { version, issuer, country, ...rest },
      jurisdiction,
    }));

const habits: fc.Arbitrary<CardVariation> = fc.record({
  offsetError: fc.oneof(fc.constant(0), fc.integer({ min: -60, max: 60 }), fc.integer({ min: -9999, max: 9999 })),
  fileType: fc.constantFrom('ANSI ' as const, 'AAMVA' as const),
  separators: fc.constantFrom('\n\u001e\r', '\n\r', '\n\u001c\r', '\r\n\u001e\r'),
  singleNameElement: fc.boolean(),
  givenNameSeparator: fc.constantFrom(',' as const, ' ' as const),
  otherDateFormat: fc.boolean(),
  padding: fc.integer({ min: 0, max: 8 }),
  shortHeader: fc.boolean(),
  jurisdictionSubfileFirst: fc.boolean(),
});

/** Versions 1 to 10, version 0 of the time before them, and two versions of the future. */
const versions = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

describe('generated barcodes', function () {
  this.timeout(60_000);

  for (const version of versions) {
    it(`of version ${version} give back every field of the card`, () => {
      fc.assert(
        fc.property(card(version), habits, ({ card: one, jurisdiction }, of) => {
          expect(parseBarcode(aamvaText(one, of))).to.deep.equal(factsOf(one, jurisdiction));
        }),
        { numRuns: 500 },
      );
    });
  }

  it('never have a date that is valid in both date formats', () => {
    const month = fc.integer({ min: 1, max: 12 });
    const any = fc.tuple(month, fc.integer({ min: 1, max: 31 }), fc.integer({ min: 1900, max: 9999 }));
    fc.assert(
      fc.property(any, ([mm, dd, year]) => {
        const digits = `${String(mm).padStart(2, '0')}${String(dd).padStart(2, '0')}${year}`;
        const turned = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
        expect(isDay(turned) && turned >= '1900').to.equal(false);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('a hostile barcode text', function () {
  this.timeout(60_000);

  const piece = fc.constantFrom(
    '@\n\u001e\rANSI 636000100102',
    'DL00410278',
    'ZV03190008',
    'DL',
    'DLDAQ',
    'DCS',
    'DAC',
    'DBB19991231',
    '\n',
    '\r',
    '\u001e',
    '\u0000',
    '\ud800',
    '__proto__',
    ' '.repeat(50),
    'A'.repeat(130),
  );
  const pieces = fc.array(fc.oneof(piece, unicodeText({ maxLength: 20 })), { maxLength: 60 });

  it('is parsed or rejected, and never throws', () => {
    const textual = (value: unknown): boolean => typeof value === 'string' && value.length <= 260;
    fc.assert(
      fc.property(pieces, (parts) => {
        const facts = parseBarcode(parts.join(''));
        const values = Object.values(facts?.fields ?? {});
        expect(values.filter((value) => !textual(value) || /\p{Cc}/u.test(value))).to.deep.equal([]);
      }),
      { numRuns: 3000 },
    );
  });

  for (const [what, text] of [
    ['nothing but designators', `@\n\u001e\rANSI 636000100199${'DL00310000'.repeat(268)}`],
    ['nothing but subfiles', `@\n\u001e\rANSI 636000100101DL99990000${'\rDLDAX'.repeat(440)}`],
    ['a type without end', `@\n\u001e\rANSI 636000100199${'DL99990000'.repeat(130)}${'DL'.repeat(690)}`],
    ['separators alone', `@\n\u001e\rANSI 636000100101DL00310000DLDAQ1${'\n'.repeat(2600)}`],
    ['ten million characters', '@\n\u001e\rANSI 6360001001'.padEnd(10_000_000, 'DL00310000')],
  ] as const) {
    it(`is processed within the time limit: ${what}`, () => {
      // What the processor worked: on a busy machine the time of a clock says more of the others.
      const before = process.cpuUsage();
      for (let i = 0; i < 10; i += 1) parseBarcode(text);
      const { system, user } = process.cpuUsage(before);
      expect((system + user) / 1000 / 10).to.be.below(50);
    });
  }
});
