import type { NameRules } from '@portcullis/documents';
import { expect } from 'chai';
import { nameDifference } from '#explain/explanation/name-difference';

const secondRules: NameRules = { pass: 80, issuingState: 'UTO' };

const between = (one: string, other: string, score = 79, rules: NameRules = secondRules) =>
  nameDifference(
    {
      kind: 'comparison',
      field: 'full_name',
      comparator: 'name',
      one: { source: 'claimed', value: one },
      other: { source: 'mrz', value: other },
      score,
      agrees: false,
    },
    rules,
  );

describe('what lowered the score of two names', () => {
  it('is nothing where the score is full, and for other details', () => {
    expect(between('Anna Eriksson', 'ERIKSSON ANNA', 100)).to.equal(null);
    expect(nameDifference({ kind: 'value', name: 'age', value: 17, limit: 18, source: 'mrz' }, secondRules)).to.equal(
      null,
    );
  });

  it('is a word that only one of them has', () => {
    expect(between('Maria Silva', 'SILVA SANTOS ANA MARIA')).to.deep.equal({
      same: ['Maria', 'Silva'],
      differing: [],
      onlyInOne: [],
      onlyInOther: ['SANTOS', 'ANA'],
      sentence: 'Only the second has "SANTOS", "ANA".',
    });
  });

  it('is a word that differs, and words that have nothing to do with each other', () => {
    expect(between('Anna Erikson', 'ERIKSSON ANNA')?.sentence).to.equal('"Erikson" differs from "ERIKSSON".');
    expect(between('Anna Poe', 'POE JOHN')).to.deep.include({
      same: ['Poe'],
      onlyInOne: ['Anna'],
      onlyInOther: ['JOHN'],
      sentence: 'Only the first has "Anna"; only the second has "JOHN".',
    });
  });

  it('is not the writing: transliterated and joined words are the same', () => {
    expect(between('Jean Luc Müller', 'MUELLER JEANLUC')).to.deep.include({
      same: ['Müller', 'Jean', 'Luc'],
      sentence: 'The words are the same, written in another way.',
    });
  });

  it('follows the rules of the decision: AE, OE and UE fold where the issuing State writes so', () => {
    const same = 'The words are the same, written in another way.';
    const german = { ...secondRules, issuingState: 'DEU', isCorroborated: true };
    expect(between('Li Kun', 'KUEN LI')?.sentence).to.equal('"Kun" differs from "KUEN".');
    expect(between('Li Kun', 'KUEN LI', 79, german)?.sentence).to.equal(same);
    expect(between('Li Kuen', 'KUN LI', 79, german)?.sentence).to.equal('"Kuen" differs from "KUN".');
  });

  it('says why a part of a name with a high score does not agree', () => {
    expect(between('Maria Silva', 'SILVA SANTOS ANA MARIA', 85)?.sentence).to.equal(
      'Only the second has "SANTOS", "ANA". A part of a name counts only where the date of birth or the document number agrees, too.',
    );
  });

  it('of very long names is found among their first words', () => {
    const long = Array.from({ length: 200 }, (_, n) => `name${'a'.repeat(n)}`).join(' ');
    expect(between(long, long.toUpperCase())?.same.length).to.equal(16);
  });
});
