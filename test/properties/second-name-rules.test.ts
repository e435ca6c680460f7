import { compareFullName, compareNames, type NameRules } from '@portcullis/documents';
import { standardPolicy } from '@portcullis/domain';
import { decide, type FlatPolicy, reasonCodes } from '@portcullis/domain/checks';
import { expect } from 'chai';
import fc from 'fast-check';
import { aCase, aReadingEvidence } from '../support/builders/evidence.ts';
import { nameScore } from '../support/builders/name-scores.ts';
import { passportLines, printedFields } from '../support/builders/readings.ts';
import { decidedAt } from '../support/check-cases/check-case.ts';
import { runs } from '../support/effort.ts';
import { everydayNames, fullNamesOf } from '../support/generators/everyday-names.ts';

const second: NameRules = { pass: 80, issuingState: null };

const names = [...new Set(everydayNames.flatMap(fullNamesOf))];
const text = fc.oneof(
  fc.constantFrom(
    ...names,
    'Ελένη Παπαδοπούλου',
    'Mohamed Ali',
    'MOHAMMED ALI',
    'Kün',
    'KUEN',
    'Sukarno',
    'Dr. Åse Øye',
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.array(fc.constantFrom(..."ÅÄÖÜÆØßaeou -'’ΑΥΜΠΓΧέ Щь محّدة"), { maxLength: 24 }).map((letters) => letters.join('')),
);
const rules: fc.Arbitrary<NameRules> = fc.record({
  pass: fc.integer({ min: 50, max: 100 }),
  issuingState: fc.constantFrom(null, 'DEU', 'CHN', 'GRC', 'USA', 'UTO'),
  spellings: fc.array(text, { maxLength: 3 }),
  isCorroborated: fc.boolean(),
});

describe('names that are compared', function () {
  this.timeout(1_800_000);

  it('compare the same either way round, whatever they are, and score 0 to 100', () => {
    fc.assert(
      fc.property(text, text, fc.boolean(), fc.boolean(), rules, (one, other, oneCut, otherCut, by) => {
        const a = { value: one, truncated: oneCut };
        const b = { value: other, truncated: otherCut };
        const there = compareNames(a, b, by);
        const back = compareNames(b, a, by);
        expect({ ...back, rest: { one: back.rest.other, other: back.rest.one } }).to.deep.equal(there);
        expect(Number.isInteger(there.score) && there.score >= 0 && there.score <= 100).to.equal(true);
        expect(there.agrees && there.isVariant).to.equal(false);
      }),
      { numRuns: runs(20_000, 150) },
    );
  });

  it('agree with themselves, and with another agreeing fact whenever they agree without one', () => {
    fc.assert(
      fc.property(text, text, rules, (one, other, by) => {
        const score = nameScore({ value: one }, { value: one }, by);
        expect([0, 100]).to.include(score);
        expect(compareNames({ value: one }, { value: one }, by).agrees).to.equal(score === 100);
        const [alone, corroborated] = [false, true].map((isCorroborated) =>
          compareNames({ value: one }, { value: other }, { ...by, isCorroborated }),
        );
        if (alone?.agrees) expect(corroborated?.agrees).to.equal(true);
      }),
      { numRuns: runs(20_000, 150) },
    );
  });

  it('never agree under a higher score if they do not under a lower one, and are variants under both', () => {
    fc.assert(
      fc.property(text, text, rules, fc.integer({ min: 0, max: 50 }), (one, other, by, more) => {
        const [lower, higher] = [by.pass, Math.min(100, by.pass + more)].map((pass) =>
          compareNames({ value: one }, { value: other }, { ...by, pass }),
        );
        if (higher?.agrees) expect(lower?.agrees).to.equal(true);
        if (lower?.isVariant) expect(higher?.isVariant).to.equal(true);
      }),
      { numRuns: runs(20_000, 150) },
    );
  });
});

/** Words none of which is a part of another, a run of others or a spelling of another. */
const words = ['ANNA', 'BJORK', 'CELIK', 'DVORAK', 'FIONA', 'GREGOR', 'HILDA', 'IGNAZ', 'KRASUANG', 'LUKASZ', 'QUISPE'];
const someWords = fc.uniqueArray(fc.constantFrom(...words), { minLength: 2, maxLength: 6 });

describe('the words of a name', function () {
  this.timeout(1_800_000);

  it('may stand in any order', () => {
    const shuffled = fc
      .tuple(someWords, someWords)
      .chain(([one, other]) =>
        fc.tuple(
          fc.constant([one, other] as const),
          fc.shuffledSubarray(one, { minLength: one.length }),
          fc.shuffledSubarray(other, { minLength: other.length }),
        ),
      );
    fc.assert(
      fc.property(shuffled, rules, ([[one, other], oneAgain, otherAgain], by) => {
        const compare = (a: readonly string[], b: readonly string[]) => {
          const { agrees, relation, score } = compareNames({ value: a.join(' ') }, { value: b.join('-') }, by);
          return { agrees, relation, score };
        };
        expect(compare(oneAgain, otherAgain)).to.deep.equal(compare(one, other));
      }),
      { numRuns: runs(20_000, 150) },
    );
  });

  it('that are only some of them are enough with another agreeing fact, and never without', () => {
    const part = someWords.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: 1, maxLength: all.length - 1 })),
    );
    fc.assert(
      fc.property(part, fc.integer({ min: 0, max: 80 }), ([all, some], pass) => {
        const compare = (isCorroborated: boolean) =>
          compareNames({ value: some.join(' ') }, { value: all.join(' ') }, { ...second, pass, isCorroborated });
        expect([compare(false).agrees, compare(true).agrees]).to.deep.equal([false, true]);
      }),
      { numRuns: runs(20_000, 150) },
    );
  });
});

const syllables = 'AN BAO CHEN DONG FEI GUO HAI JIN KUN LING MEI NA PING QI RONG SOO TAO WEI XIU YOUNG ZHI'.split(' ');
const syllable = fc.constantFrom(...syllables);
/** A family name of one syllable and given names of two or three, joined or not on either side. */
const joinedName = fc.record({
  family: syllable,
  given: fc.array(syllable, { minLength: 2, maxLength: 3 }),
  between: fc.constantFrom('', ' ', '-'),
  betweenInMrz: fc.constantFrom('', '<'),
  isFamilyFirst: fc.boolean(),
});

describe('given names of several syllables', function () {
  this.timeout(1_800_000);

  it('score 100 as a full name and as a name, written as one word or several on either side', () => {
    fc.assert(
      fc.property(joinedName, ({ between, betweenInMrz, family, given, isFamilyFirst }) => {
        const mrz = [{ value: family }, { value: given.join(betweenInMrz) }];
        const claimed = given.join(between);
        const value = isFamilyFirst ? `${family} ${claimed}` : `${claimed} ${family}`;
        const whole = { value: mrz.map((part) => part.value).join(' ') };
        const score = nameScore({ value }, whole, second);
        const full = compareFullName({ value }, mrz, second);
        expect([score, full.score, full.agrees], `${value} ${whole.value}`).to.deep.equal([100, 100, true]);
      }),
      { numRuns: runs(20_000, 150) },
    );
  });

  it('score as a full name what they score as a name, or less than what agrees', () => {
    fc.assert(
      fc.property(joinedName, joinedName, (one, other) => {
        const value = `${one.given.join(one.between)} ${one.family}`;
        const mrz = [{ value: other.family }, { value: other.given.join(other.betweenInMrz) }];
        const score = nameScore({ value }, { value: mrz.map((part) => part.value).join(' ') }, second);
        const full = compareFullName({ value }, mrz, second).score;
        // "BAOTAO TAO" and "BAO" "TAOTAO" are the same text with another family name: a person looks at them. Of
        // "XIUXIUWEI AN" and "XIU" "XIUWEI" a word would have to be two parts of the other name at once.
        expect(full === score || (full < score && full < 80)).to.equal(true);
        const isJoined = one.between === '' || other.betweenInMrz === '';
        if (score === 100 && (one.family === other.family || !isJoined)) expect(full).to.equal(100);
      }),
      { numRuns: runs(20_000, 150) },
    );
  });
});

const vowels = fc
  .array(fc.constantFrom(...'AEOUKN'), { minLength: 2, maxLength: 6 })
  .map((letters) => letters.join(''));

describe('a name without a mark', function () {
  this.timeout(1_800_000);

  it('is only itself where the State does not write two letters for one', () => {
    fc.assert(
      fc.property(vowels, vowels, (one, other) => {
        const compare = (issuingState: string) =>
          compareNames({ value: one }, { value: other }, { ...second, issuingState }).agrees;
        expect(compare('USA')).to.equal(one === other);
        if (compare('USA')) expect(compare('DEU')).to.equal(true);
      }),
      { numRuns: runs(20_000, 150) },
    );
  });
});

const muhammad = 'Muhammad Mohammed Mohamed Mohamad Muhammed Mohammad'.split(' ');
const standard = standardPolicy({ livenessThreshold: 75, specimens: true });
/** Every reason declines if a policy may say so. */
const harshest: FlatPolicy = { ...standard, actions: Object.fromEntries(reasonCodes.map((code) => [code, 'decline'])) };

describe('a name in two spellings of one Arabic name', function () {
  this.timeout(1_800_000);

  it('goes to review, however harsh the policy is, and neither to an approval nor to a decline', () => {
    const drawn = fc.record({
      one: fc.constantFrom(...muhammad),
      other: fc.constantFrom(...muhammad),
      rest: fc.constantFrom('', ' Ali', ' Karim'),
      isPrinted: fc.boolean(),
      policy: fc.constantFrom(standard, harshest),
    });
    fc.assert(
      fc.property(drawn, ({ isPrinted, one, other, policy, rest }) => {
        const mrzLines = passportLines({ names: `ERIKSSON<<${`${other}${rest}`.toUpperCase().replaceAll(' ', '<')}` });
        const first_name = `${one}${rest}`;
        const fields = {
          ...printedFields(mrzLines),
          ...(isPrinted && { first_name: { value: first_name, confidence: 1 } }),
        };
        const file = aCase({
          instead: { document_reading: [aReadingEvidence({ mrzLines, fields })] },
          more: isPrinted ? [] : [{ kind: 'claimed', attempt: 1, at: decidedAt, claimed: { first_name } }],
        });
        const { deciding, outcome } = decide(policy, file, decidedAt);
        expect([outcome, ...deciding], `${one} ${other}`).to.deep.equal(
          one === other ? ['approve'] : ['review', 'data_name_variant'],
        );
      }),
      { numRuns: runs(20_000, 150) },
    );
  });
});

/** Counts the states that are tried to find a common spelling; each is put into a set. */
const stepsOf = (compare: () => unknown): number => {
  const { add } = Set.prototype;
  let steps = 0;
  Set.prototype.add = function (value: unknown) {
    steps += 1;
    return add.call(this, value);
  };
  try {
    compare();
  } finally {
    Set.prototype.add = add;
  }
  return steps;
};

const hostileWord = fc
  .tuple(
    fc.constantFrom('Ä', 'Ü', 'Å', 'A', 'AE', 'ÄÜ', 'Щ', 'Ь', 'ΑΥ', 'ΜΠ', 'BAV', 'ÄB'),
    fc.integer({ min: 1, max: 40 }),
  )
  .map(([letters, times]) => letters.repeat(times));
const hostileName = fc.array(hostileWord, { minLength: 1, maxLength: 30 }).map((all) => all.join(' '));

describe('a name that somebody made to cause work', function () {
  this.timeout(180_000);

  it('causes a bounded number of steps', () => {
    const worst = [
      ['ÄÄ'.repeat(20), 'AA'.repeat(20)],
      ['ÄÄ', 'ÄÄÄÄÄÄB'],
      ['Щ'.repeat(16), 'ШТ'.repeat(16)],
    ].map(([one = '', other = '']) => [Array(16).fill(one).join(' '), Array(16).fill(other).join(' ')] as const);
    const given = fc.tuple(
      fc.oneof(fc.constantFrom(...worst), fc.tuple(hostileName, hostileName)),
      fc.boolean(),
      rules,
    );
    fc.assert(
      fc.property(given, ([[one, other], truncated, by]) => {
        expect(stepsOf(() => compareNames({ value: one, truncated }, { value: other }, by))).to.be.below(400_000);
      }),
      { numRuns: runs(500, 10) },
    );
  });
});
