import { isNumberInDoubt, type MrzDoubt, numberGrammars, parseMrz } from '@portcullis/documents';
import { type DocumentReading, decide } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { expect } from 'chai';
import fc from 'fast-check';
import { aCase, aReadingEvidence } from '../../../../support/builders/evidence.ts';
import {
  cardLines,
  checkDigit,
  localReader,
  onCard,
  passportLines,
  printedFields,
} from '../../../../support/builders/readings.ts';
import { decidedAt, standard } from '../../../../support/check-cases/check-case.ts';
import { runs } from '../../../../support/effort.ts';

const strict: FlatPolicy = { ...standard, actions: { document_number_doubtful: 'decline' } };

const verdictOn = (reading: Partial<DocumentReading>, policy = standard) => {
  const file = aCase({ instead: { document_reading: [aReadingEvidence(reading)] } });
  const { deciding, outcome } = decide(policy, file, decidedAt);
  return [outcome, ...deciding];
};

const doubtful = ['review', 'document_number_doubtful'];
const approved = ['approve'];
const sure = (value: string) => ({ value, confidence: 1 });

/** Doubts about the first characters of the number, as its other readers saw them. */
const doubtsOf = (others: string): readonly MrzDoubt[] =>
  [...others].map((char, column) => ({ line: 1, column, others: char }));

/** A reading of the MRZ alone, in which these characters were seen at the beginning of the number too. */
const alone = (number: string, others: string): Partial<DocumentReading> => ({
  reader: localReader,
  documentType: null,
  issuingCountry: null,
  fields: {},
  mrzLines: passportLines({ number }),
  mrzDoubts: doubtsOf(others),
});

const similar: readonly (readonly [letter: string, digit: string])[] = [
  ['O', '0'],
  ['D', '0'],
  ['Q', '0'],
  ['I', '1'],
  ['Z', '2'],
  ['S', '5'],
  ['G', '6'],
  ['B', '8'],
];

/** The number of the holder, where passports of a State always have it. */
const ownNumber = (state: string): string => (state === 'POL' ? '74081200002' : '');

describe('a document number whose check digits hold', function () {
  this.timeout(120_000);

  for (const [letters, digits] of [
    ['ZS', '25'],
    ['OO', '00'],
    ['SS', '55'],
  ] as const) {
    it(`is in doubt where ${letters} and ${digits} fit the same digits and both were seen`, () => {
      expect(verdictOn(alone(`${letters}8902C3<`, digits))).to.deep.equal(doubtful);
      expect(verdictOn(alone(`${digits}8902C3<`, letters))).to.deep.equal(doubtful);
    });
  }

  it('is in no doubt where only one of the two was seen in two ways, which a check digit tells apart', () => {
    expect(verdictOn(alone('ZS8902C3<', '2'))).to.deep.equal(approved);
  });

  it('is in doubt for 20 of the 64 pairs of similar characters, and for every G or 6 of the others', () => {
    const pairs = similar.flatMap((one) => similar.map((other) => [one, other] as const));
    const digitOf = (head: string): string => checkDigit(`${head}8902C3<`);
    const cancelling = pairs.filter(([[a, x], [b, y]]) => digitOf(`${a}${b}`) === digitOf(`${x}${y}`));
    const inDoubt = pairs.filter(([[a, x], [b, y]]) =>
      isNumberInDoubt(passportLines({ number: `${a}${b}8902C3` }), doubtsOf(`${x}${y}`)),
    );
    expect([cancelling.length, pairs.length]).to.deep.equal([20, 64]);
    // G counts 16 and 6 counts 6: no check digit tells the two apart.
    const withG = pairs.filter(([[a], [b]]) => a === 'G' || b === 'G');
    expect(inDoubt).to.have.deep.members([...new Set([...cancelling, ...withG])]);
  });

  it('is in no doubt where print has the same number', () => {
    const mrzLines = passportLines({ number: 'ZS8902C3<' });
    const seen = { mrzLines, mrzDoubts: doubtsOf('25') };
    expect(verdictOn({ ...seen, fields: printedFields(mrzLines) })).to.deep.equal(approved);
    const others = { last_name: sure('Eriksson'), date_of_birth: sure('1974-08-12') };
    expect(verdictOn({ ...seen, fields: others })).to.deep.equal(doubtful);
  });

  it('is in doubt where another reader saw it with other characters and the same digits', () => {
    const fields = { last_name: sure('Eriksson'), date_of_birth: sure('1974-08-12') };
    const otherZone = { reader: 'model', mrzLines: passportLines({ number: '258902C3<' }) };
    const seen = { mrzLines: passportLines({ number: 'ZS8902C3<' }), otherZone, fields };
    expect(verdictOn(seen)).to.deep.equal(doubtful);
  });

  it('is in doubt where a K at its end may be a filler, or a filler a K', () => {
    const seen = (number: string, others: string, line = 1, column = 8): Partial<DocumentReading> => ({
      ...alone(number, ''),
      mrzDoubts: [{ line, column, others }],
    });
    expect(verdictOn(seen('B7654321K', '<'))).to.deep.equal(doubtful);
    expect(verdictOn(seen('B7654321', 'K'))).to.deep.equal(doubtful);
    expect(verdictOn(seen('B76543210', '<'))).to.deep.equal(doubtful);
    // A check digit tells C and L from a filler.
    expect(verdictOn(seen('B7654321C', '<'))).to.deep.equal(approved);
    expect(verdictOn(seen('B7654321', 'L'))).to.deep.equal(approved);
    const mrzLines = cardLines({ number: 'B7654321K' });
    const sides = onCard({ barcode: null, fields: {}, mrzLines });
    const card = { ...seen('', '<', 0, 13), mrzLines, sides };
    expect(verdictOn(card)).to.deep.equal([...doubtful, 'identity_not_on_portrait_side']);
  });

  it('is in doubt where two readers saw a K and a filler at its end, unless print agrees', () => {
    const fields = { last_name: sure('Eriksson'), date_of_birth: sure('1974-08-12') };
    const otherZone = { reader: 'model', mrzLines: passportLines({ number: 'B7654321' }) };
    const seen = { mrzLines: passportLines({ number: 'B7654321K' }), otherZone, fields };
    expect(verdictOn(seen)).to.deep.equal(doubtful);
    expect(verdictOn({ ...seen, fields: { ...fields, document_number: sure('B7654321K') } })).to.deep.equal(approved);
    expect(verdictOn({ ...seen, fields: { ...fields, document_number: sure('B7654321') } })[0]).to.equal('review');
  });

  it('is in doubt too where the other reader left out fillers at the end of the line', () => {
    const fields = {
      last_name: sure('Eriksson'),
      first_name: sure('Anna Maria'),
      date_of_birth: sure('1974-08-12'),
    };
    const shortened = (number: string) => cardLines({ number }).map((line) => line.replace(/<<$/, ''));
    const seen = (other: string) => ({
      mrzLines: cardLines({ number: 'B7654321K' }),
      documentType: 'id_card' as const,
      fields,
      otherZone: { reader: 'model', mrzLines: shortened(other) },
    });
    expect(verdictOn(seen('B7654321'))).to.deep.equal(doubtful);
    expect(verdictOn(seen('B7654321K'))).to.deep.equal(approved);
  });

  it('is in doubt where a K after the check digit of a long card number may be the filler that ends it', () => {
    // The number ends with the filler; were it a K, it would go on to the last digit, which fits as its check digit.
    const number = '592123456789';
    const longer = `${number}${checkDigit(number)}K`;
    const printed = cardLines({ number, optional: checkDigit(longer) });
    const misread = printed.map((line) => line.replace(`789${checkDigit(number)}<`, `789${checkDigit(number)}K`));
    expect(parseMrz(misread, '2026-05-01')?.valid).to.equal(true);
    expect(parseMrz(misread, '2026-05-01')?.fields.document_number).to.equal(longer);
    const names = { last_name: sure('Eriksson'), first_name: sure('Anna Maria'), date_of_birth: sure('1974-08-12') };
    const seen = (mrzLines: readonly string[], fields: DocumentReading['fields'] = names) =>
      verdictOn({ documentType: 'id_card', mrzLines, fields });
    expect(seen(misread)).to.deep.equal(doubtful);
    expect(seen(misread, { ...names, document_number: sure(longer) })).to.deep.equal(approved);
    expect(seen(misread, { ...names, document_number: sure(number) })[0]).to.equal('review');
    // A filler that is read in the place of a K shortens the number.
    expect(seen(printed)).to.deep.equal(doubtful);
    expect(seen(printed, { ...names, document_number: sure(number) })).to.deep.equal(approved);
    expect(isNumberInDoubt(misread, [])).to.equal(true);
  });

  it('is in no doubt for a long number with nothing behind it, or with a K that no other length fits', () => {
    expect(isNumberInDoubt(cardLines({ number: '592123456789' }), [])).to.equal(false);
    expect(isNumberInDoubt(cardLines({ number: '59212345778K1' }), [])).to.equal(false);
    const doubts = [{ line: 0, column: 20, others: 'K' }];
    expect(isNumberInDoubt(cardLines({ number: '592123456789' }), doubts)).to.equal(false);
    expect(isNumberInDoubt(cardLines({ optional: 'K1' }), [])).to.equal(false);
  });

  it('leads to review at most where it is in doubt, whatever the policy says', () => {
    expect(verdictOn(alone('ZS8902C3<', '25'), strict)).to.deep.equal(doubtful);
  });

  it('counts as repaired only where print agrees', () => {
    const printedLines = passportLines({ number: 'AB80902C3' });
    const mrzLines = printedLines.map((line) => line.replace('AB80902C3', 'AB8O902C3'));
    const unprinted = { reader: localReader, documentType: null, issuingCountry: null, fields: {}, mrzLines };
    expect(verdictOn(unprinted)).to.deep.equal(doubtful);
    expect(verdictOn({ mrzLines, fields: printedFields(printedLines) })).to.deep.equal(approved);
  });

  it('is not doubted where a date alone was repaired', () => {
    const mrzLines = passportLines().map((line) => line.replace('740812', '74O812'));
    expect(
      verdictOn({ reader: localReader, documentType: null, issuingCountry: null, fields: {}, mrzLines }),
    ).to.deep.equal(approved);
  });

  it('is in no doubt where the other reading is no number of its State', () => {
    const seen = (state: string, number: string, others: string): Partial<DocumentReading> => ({
      ...alone(number, ''),
      mrzLines: passportLines({ number, state, nationality: state, optional: ownNumber(state) }),
      mrzDoubts: [...others].map((char, n) => ({ line: 1, column: n + 3, others: char })),
    });
    expect(verdictOn(seen('UTO', 'A48002136', 'OO'))).to.deep.equal(doubtful);
    for (const [state, number] of [
      ['USA', 'A48002136'],
      ['POL', 'EK4002136'],
      ['GBR', '548002136'],
    ] as const)
      expect(verdictOn(seen(state, number, 'OO')), state).to.deep.equal(approved);
    // Another number of the State remains a doubt.
    expect(
      verdictOn({ ...seen('USA', 'A48213604', ''), mrzDoubts: [{ line: 1, column: 3, others: '2' }] }),
    ).to.deep.equal(approved);
    const cancelling = [
      { line: 1, column: 3, others: '7' },
      { line: 1, column: 6, others: '1' },
    ];
    expect(verdictOn({ ...seen('USA', 'A48213604', ''), mrzDoubts: cancelling })).to.deep.equal(doubtful);
  });

  it('is in doubt exactly if another assignment of the characters that were seen fits, for any doubts', () => {
    const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    const char = fc.constantFrom(...characters);
    const number = fc.array(char, { minLength: 9, maxLength: 9 }).map((chars) => chars.join(''));
    const doubt = fc.record({ column: fc.integer({ min: 0, max: 9 }), others: char });
    const assignments = (text: string, doubts: readonly MrzDoubt[]): readonly string[] => {
      let all: readonly string[] = [text];
      for (const { column, others } of doubts)
        all = all.flatMap((one) => [one, `${one.slice(0, column)}${others}${one.slice(column + 1)}`]);
      return all;
    };
    const seen = { yes: 0, no: 0 };
    fc.assert(
      fc.property(number, fc.array(doubt, { maxLength: 4 }), (text, some) => {
        const doubts = some.map(({ column, others }) => ({ line: 1, column, others }));
        const fits = (one: string): boolean =>
          one.slice(0, 9) !== text &&
          /[0-9]$/.test(one) &&
          checkDigit(one.slice(0, 9)) === one.slice(9) &&
          isWhole(text, one);
        const expected = assignments(`${text}${checkDigit(text)}`, doubts).some(fits);
        seen[expected ? 'yes' : 'no'] += 1;
        expect(isNumberInDoubt(passportLines({ number: text }), doubts), `${text} ${JSON.stringify(some)}`).to.equal(
          expected,
        );
      }),
      { numRuns: runs(20_000) },
    );
    expect(Math.min(seen.yes, seen.no)).to.be.above(runs(20_000) / 40);
  });
});

/** Whether the MRZ with another number and digit still has the right composite check digit. */
const isWhole = (before: string, after: string): boolean => {
  const [, second = ''] = passportLines({ number: before });
  const covered = (head: string): string => head + second.slice(13, 20) + second.slice(21, 43);
  return checkDigit(covered(second.slice(0, 10))) === checkDigit(covered(after));
};

describe('the published form of document numbers', () => {
  for (const { document, example, pattern, state } of numberGrammars) {
    const mrzOf = (number: string): readonly string[] =>
      document === 'passport'
        ? passportLines({ state, nationality: state === 'DEU' ? 'D' : state, number, optional: ownNumber(state) })
        : cardLines({ code: state === 'ITA' ? 'C<' : 'ID', state, nationality: state, number });
    const reading = (number: string): Partial<DocumentReading> => ({
      mrzLines: mrzOf(number),
      documentType: document,
      issuingCountry: state,
      fields: printedFields(mrzOf(number)),
    });

    it(`of ${document} ${state} fits ${example}, and no number that one look-alike makes of it`, () => {
      expect(example).to.match(pattern);
      expect(verdictOn(reading(example))).to.deep.equal(approved);
      // A letter in the place of the last digit, or a digit more.
      const last = example.search(/[0-9][A-Z]*$/);
      const wrong =
        state === 'DEU' ? `${example.slice(0, 8)}O` : `${example.slice(0, last)}Q${example.slice(last + 1)}`;
      expect(wrong).not.to.match(pattern);
      expect(verdictOn(reading(wrong))).to.deep.equal(doubtful);
    });
  }

  it('is none for official passports, permits and States that publish none', () => {
    const other = { issuingCountry: 'SWE', mrzLines: passportLines({ state: 'SWE', nationality: 'SWE' }) };
    expect(verdictOn(other)).to.deep.equal(approved);
    const official = passportLines({ code: 'PO', state: 'POL', nationality: 'POL', optional: ownNumber('POL') });
    expect(verdictOn({ issuingCountry: 'POL', mrzLines: official })).to.deep.equal(approved);
  });

  it('is none for Australia, which publishes none for the passports of its R series', () => {
    const mrzLines = passportLines({ state: 'AUS', nationality: 'AUS', number: 'RA1234567' });
    const reading = { issuingCountry: 'AUS', mrzLines, fields: printedFields(mrzLines) };
    expect(verdictOn(reading)).to.deep.equal(approved);
  });

  it('has a source for each State', () => {
    expect(numberGrammars.filter(({ source }) => source.length < 10)).to.deep.equal([]);
    const keys = numberGrammars.map(({ document, state }) => `${state} ${document}`);
    expect(new Set(keys).size).to.equal(keys.length);
  });
});
