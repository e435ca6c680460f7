import { countryNames } from './country-names.ts';
import { joinWords, recommendedSpelling, wordsOf } from './words.ts';

/**
 * The codes of ICAO 9303-3, section 5 that ISO 3166-1 does not have or has no more, each with its other names. The
 * codes of British nationals stay apart from GBR: they are other nationalities.
 */
const icaoCodes = `
EUE EU European Union|Laissez-passer of the European Union
GBD - British Overseas Territories Citizen
GBN - British National Overseas
GBO - British Overseas Citizen
GBP - British Protected Person
GBS - British Subject
UNA - United Nations specialized agency
UNK - United Nations Interim Administration Mission in Kosovo
UNO UN United Nations|United Nations Organization
NTZ - Neutral Zone
ANT - Netherlands Antilles
UTO - Utopia
XBA - African Development Bank
XCC - Caribbean Community
XCE - Council of Europe
XCO - Common Market for Eastern and Southern Africa
XDC - Southern African Development Community
XEC - Economic Community of West African States
XES - Organization of Eastern Caribbean States
XIM - African Export-Import Bank
XMP - Parliamentary Assembly of the Mediterranean
XOM - Sovereign Military Order of Malta
XPO - Interpol
XXA - Stateless Person|Stateless|Staatenlos|Staatenlose|Staatenloser|Apatride|Apátrida|Apolide
XXB - Refugee|Flüchtling|Réfugié|Réfugiée|Refugiado|Refugiada
XXC - Other Refugee
XXX - Person of Unspecified Nationality
`;

/**
 * Codes that are written instead of another one: Germany's single letter, what ISO reserves, and Kosovo, which ISO does
 * not have.
 */
const codeAliases: Readonly<Record<string, string>> = { D: 'DEU', UK: 'GBR', XKK: 'RKS', XKX: 'RKS', XXK: 'RKS' };

type Row = { readonly code: string; readonly alpha2: string; readonly names: readonly string[] };

const rowOf = (line: string): Row => {
  const [code = '', alpha2 = ''] = line.split(' ', 2);
  return { code: codeAliases[code] ?? code, alpha2, names: line.replace(/^\S+ \S+ /, '').split('|') };
};

const rows: readonly Row[] = `${countryNames.trim()}\n${icaoCodes.trim()}`.split('\n').map(rowOf);

/** A name without marks, signs and spaces; `Österreich` is known as OSTERREICH and OESTERREICH. */
const nameKeys = (name: string): readonly string[] => [
  name
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^\p{L}]/gu, ''),
  recommendedSpelling(joinWords(wordsOf(name))),
];

const byCode: ReadonlyMap<string, string> = new Map([
  ...rows.flatMap(({ alpha2, code }) => [[code, code] as const, [alpha2, code] as const]),
  ...Object.entries(codeAliases),
]);

/** A name that two countries share identifies neither of them: in some languages both Congos are called the Congo. */
const indexNames = (): ReadonlyMap<string, string> => {
  const codes = new Map<string, string | null>();
  for (const { code, names } of rows) {
    for (const key of names.flatMap(nameKeys)) codes.set(key, codes.has(key) && codes.get(key) !== code ? null : code);
  }
  return new Map([...codes].flatMap(([key, code]) => (code === null ? [] : [[key, code]])));
};

/**
 * The codes that the fields of the issuing State and of the nationality may have in an MRZ (ICAO 9303-3, section 5):
 * three letters, and `D` for Germany. Kosovo has a code of each of three lists: that of the United Nations, that of its
 * own passports, and that of the European Union, which some write as XXK.
 */
export const stateCodes: readonly string[] = [...new Set([...rows.map(({ code }) => code), 'D', 'XKX', 'XXK'])].sort();

const knownStateCodes: ReadonlySet<string> = new Set(stateCodes);

/** Whether an MRZ may have this code of a State, with or without the fillers after it. */
export const isStateCode = (code: string): boolean => knownStateCodes.has(code.replace(/<+$/, ''));

/**
 * The codes, and after a colon those of the larger State that issues documents for them, or whose nationals they are.
 * Passports of Hong Kong and Macao have China's code, and those of the Crown Dependencies that of the United Kingdom;
 * British Overseas Territories have GBD, and print their own names. Denmark, the Netherlands, France, Finland, Norway,
 * Australia, New Zealand and the United States issue those of their territories (ISO 3166-1, remarks on each of them).
 * The United Nations issued documents of Kosovo.
 */
const territories = `
CHN: HKG MAC
GBR: GBD GBN GBO GBP GBS GGY IMN JEY
GBR: AIA BMU CYM FLK GIB IOT MSR PCN SGS SHN TCA VGB
GBD: AIA BMU CYM FLK GIB IOT MSR PCN SGS SHN TCA VGB
DNK: FRO GRL
NLD: ABW ANT BES CUW SXM
FRA: ATF BLM GLP GUF MAF MTQ MYT NCL PYF REU SPM WLF
FIN: ALA
NOR: BVT SJM
AUS: CCK CXR HMD NFK
NZL: COK NIU TKL
USA: ASM GUM MNP PRI UMI VIR
RKS: UNK
`;

const partsOf: ReadonlySet<string> = new Set(
  territories
    .trim()
    .split('\n')
    .flatMap((line) =>
      line
        .slice(5)
        .split(' ')
        .map((part) => `${part} ${line.slice(0, 3)}`),
    ),
);

/**
 * Whether two texts on one document may name one State: they name the same, or one of them a part of the other. Hong
 * Kong and Macao are two.
 */
export const mayBeOneState = (one: string, other: string): boolean => {
  const a = parseCountry(one);
  const b = parseCountry(other);
  return a !== null && b !== null && (a === b || partsOf.has(`${a} ${b}`) || partsOf.has(`${b} ${a}`));
};

let byName: ReadonlyMap<string, string> | null = null;

/** Documents contain codes, so the index of names is built only when a name is looked up. */
const codeByName = (key: string): string | undefined => {
  byName ??= indexNames();
  return byName.get(key);
};

/**
 * Parses the country in a text: a code of ISO 3166-1 or ICAO 9303-3, or a name in English, German, French, Spanish,
 * Portuguese, Arabic or the country's own language. It answers the alpha-3 code, or ICAO's code for what is not a
 * country, and `null` where there is no match.
 */
export const parseCountry = (text: string): string | null =>
  byCode.get(text.toUpperCase().replace(/[<\s]/g, '')) ??
  nameKeys(text).flatMap((key) => codeByName(key) ?? [])[0] ??
  null;

/**
 * The codes that are those of no issuer: persons without a nationality (ICAO 9303-3, section 5, part D), the Neutral
 * Zone (divided in 1993), the Netherlands Antilles (dissolved in 2010, the last documents expired in 2020), and
 * territories where nobody lives (ISO 3166-1).
 */
const codesOfNoIssuer: ReadonlySet<string> = new Set('XXA XXB XXC XXX NTZ ANT ATA BVT HMD UMI'.split(' '));

/** Parses the country in a text like `parseCountry`; `null` also where what it names issues no documents. */
export const parseIssuer = (text: string): string | null => {
  const country = parseCountry(text);
  return country === null || codesOfNoIssuer.has(country) ? null : country;
};
