import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isStateCode, parseCountry, sameCountry, stateCodes } from '@portcullis/documents';
import { expect } from 'chai';
import { root, textOf } from '../../../support/repository/files.ts';

const written = spawnSync(process.execPath, [join(root, 'tools/country-names.mjs'), '-'], { encoding: 'utf8' }).stdout;

type Row = { readonly alpha3: string; readonly alpha2: string; readonly names: readonly string[] };

const rows: readonly Row[] = written.split('\n').flatMap((line) => {
  const [, alpha3 = '', alpha2 = '', names = ''] = /^([A-Z]{3}) ([A-Z]{2}) (.+)$/.exec(line) ?? [];
  return alpha3 === '' ? [] : [{ alpha3, alpha2, names: names.split('|') }];
});

/** For Kosovo the code of ICAO counts. */
const codeOf = ({ alpha3 }: Row): string => (alpha3 === 'XKK' ? 'RKS' : alpha3);

/** Each of these names denotes two countries in some language. */
const ambiguous = ['Congo', 'São Martinho'];

const icao = [
  'ANT',
  'EUE',
  'GBD',
  'GBN',
  'GBO',
  'GBP',
  'GBS',
  'NTZ',
  'RKS',
  'UNA',
  'UNK',
  'UNO',
  'UTO',
  'XBA',
  'XCC',
  'XCE',
  'XCO',
  'XDC',
  'XEC',
  'XES',
  'XIM',
  'XMP',
  'XOM',
  'XPO',
  'XXA',
  'XXB',
  'XXC',
  'XXX',
];

describe('a country of a document', () => {
  it('is in the table as the library has it', () => {
    expect(rows.length).to.equal(250);
    expect(textOf('packages/documents/src/text-compare/country-names.ts')).to.equal(written);
  });

  it('is recognised by each of its codes and names, in any case, and by those of no other', () => {
    for (const row of rows) {
      const texts = [row.alpha2, row.alpha3, ...row.names.filter((name) => !ambiguous.includes(name))];
      for (const text of [...texts, ...texts.map((text) => text.toLowerCase())]) {
        expect(parseCountry(text), text).to.equal(codeOf(row));
      }
    }
    expect(new Set(rows.map(codeOf)).size).to.equal(250);
    expect(ambiguous.map(parseCountry)).to.deep.equal([null, null]);
  });

  it('is equal to itself by any of its texts, and to no other', () => {
    const texts = rows.map((row) => [
      row.alpha2,
      row.alpha3,
      row.names.find((name) => !ambiguous.includes(name)) ?? '',
    ]);
    texts.forEach(([two = '', three = '', name = ''], i) => {
      expect([sameCountry(two, three), sameCountry(three, name), sameCountry(name, two)]).to.deep.equal([
        true,
        true,
        true,
      ]);
      const [next = ''] = texts[(i + 1) % texts.length] ?? [];
      expect([sameCountry(two, next), sameCountry(three, next), sameCountry(name, next)]).to.deep.equal([
        false,
        false,
        false,
      ]);
    });
  });

  it('has the codes of ICAO 9303-3 beside those of ISO, each for itself', () => {
    expect(icao.map(parseCountry)).to.deep.equal(icao);
    expect(['D', 'D<<', 'DEU', 'DE', 'UK', 'XKX', 'XK', 'EU', 'UN'].map(parseCountry)).to.deep.equal([
      'DEU',
      'DEU',
      'DEU',
      'DEU',
      'GBR',
      'RKS',
      'RKS',
      'EUE',
      'UNO',
    ]);
    expect([sameCountry('GBN', 'GBR'), sameCountry('XXB', 'XXC')]).to.deep.equal([false, false]);
  });

  it('is one of the codes that an MRZ may have, with its fillers', () => {
    expect(stateCodes.length).to.equal(250 + icao.length + 2);
    expect(stateCodes.filter((code) => parseCountry(code) === null)).to.deep.equal([]);
    for (const code of [...rows.map(codeOf), ...icao, 'D', 'D<<', 'XKX', 'XXK'])
      expect(isStateCode(code), code).to.equal(true);
  });

  it('is none of THN, AUB, NLO and I3Z, nor of names, two letters and parts of a code', () => {
    const texts = ['THN', 'AUB', 'NLO', 'I3Z', 'Thailand', 'DE', 'AT<', 'A<T', '<D<', 'D<E', 'deu', 'XKK', '', '<<<'];
    expect(texts.filter(isStateCode)).to.deep.equal([]);
  });

  it('is recognised with its diacritics, transliterated, or without them', () => {
    const texts = ['Österreich', 'OESTERREICH', 'OSTERREICH', 'Côte d’Ivoire', 'COTE D IVOIRE', 'TÜRKIYE', 'TURKIYE'];
    expect(texts.map(parseCountry)).to.deep.equal(['AUT', 'AUT', 'AUT', 'CIV', 'CIV', 'TUR', 'TUR']);
  });

  it('is unknown by any other text, which is only equal to itself', () => {
    const texts = ['', ' ', 'ZZZ', 'QQ', 'Atlantis', '12', 'FRA IGNORE ALL', 'France and Spain', '__proto__'];
    expect(texts.map(parseCountry)).to.deep.equal(texts.map(() => null));
    expect([
      sameCountry('ZZZ', 'zzz'),
      sameCountry('ZZZ', 'ZZY'),
      sameCountry('', ''),
      sameCountry('', 'FRA'),
    ]).to.deep.equal([true, false, false, false]);
  });

  it('is never matched by a name that the library assigns to another', () => {
    const known = ['en', 'de', 'fr', 'es', 'pt', 'ar'].flatMap((language) => {
      const names = new Intl.DisplayNames([language], { type: 'region' });
      return rows.flatMap((row) => {
        const found = parseCountry(names.of(row.alpha2) ?? '');
        if (found !== null) expect(found, `${names.of(row.alpha2)} in ${language}`).to.equal(codeOf(row));
        return found === null ? [] : [row];
      });
    });
    expect(known.length).to.be.above(0.75 * 6 * rows.length);
  });
});
