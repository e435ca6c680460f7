import type { Mrz } from '../mrz/mrz.ts';
import { parseCountry } from '../text-compare/countries.ts';
import { normalizeNumber } from '../text-compare/normalize.ts';
import type { DocumentReading } from './reading.ts';

/**
 * A person who does not exist, on documents that a State, ICAO or the Council of the European Union publishes as
 * samples. Names are in the spelling of an MRZ. Where somebody may really have the name, `born` has the days of birth
 * on the samples, and only both together are one; where many have the name, it has none, and only a number is one.
 */
type Specimen = {
  readonly state: string;
  readonly lastName: string;
  readonly firstName: string;
  readonly born: readonly string[] | null;
  readonly numbers: readonly string[];
  readonly source: string;
};

const prado = 'consilium.europa.eu/prado';

/** Samples whose lines several public readers of machine-readable zones quote in their tests. */
const quoted = 'printed sample, as the tests of public readers of zones quote it (JMRTD and others)';

/** Samples that States have published, as files of Wikimedia Commons show them and tests of public programs quote. */
const shown = 'commons.wikimedia.org; Apache Commons Validator, TravelDocumentValidatorTest (which names the files)';

/** Sample licences whose barcodes several public readers quote in their tests. */
const quotedBarcode = 'printed sample, as the tests of public readers of barcodes quote it';

const specimen = (
  state: string,
  lastName: string,
  firstName: string,
  born: readonly string[] | null,
  numbers: readonly string[],
  source: string,
): Specimen => ({
  state,
  lastName,
  firstName,
  born,
  numbers,
  source,
});

/**
 * The published specimens, each with the name of its holder. Every name and number is one that public programs quote;
 * where a register of samples is named, its own pictures may have more.
 */
export const specimens: readonly Specimen[] = [
  specimen(
    'UTO',
    'ERIKSSON',
    'ANNA MARIA',
    ['1974-08-12', '1969-08-06', '1940-09-07'],
    ['L898902C', 'L898902C3', 'D23145890', 'L8988901C'],
    'ICAO Doc 9303, parts 4 to 7, appendices',
  ),
  specimen(
    'DEU',
    'MUSTERMANN',
    'ERIKA',
    null,
    ['L01X00T47', 'LZ6311T47', 'L01XPVM8J', 'T22000129', 'C01X00T47', 'C11T002JM', '122001193'],
    `${prado}, DEU-AO and DEU-BO; BSI TR-03105 (configuration of test documents)`,
  ),
  specimen('AUT', 'MUSTERFRAU', 'ISOLDE', null, ['10000999'], `${prado}, AUT-BO`),
  specimen('CHE', 'VADIS', 'QUO', null, ['S0002068'], `${prado}, CHE-BO`),
  specimen('CHE', 'SCHWEIZER SAMPLE', 'HELVETIA', null, [], 'en.wikipedia.org/wiki/Swiss_identity_card'),
  specimen(
    'NOR',
    'OESTENBYEN',
    'AASAMUND',
    ['1956-04-23'],
    ['CCC002251', 'GDC000127'],
    'github.com/zkpassport/zkpassport-packages, mrz-disclosed-names.test.ts; github.com/SaifAlnaqbi/id-portrait-extractor, tests/test_api.py',
  ),
  specimen('ESP', 'ESPANOLA ESPANOLA', 'CARMEN', null, ['ZAB000254', 'BAA000589'], `${prado}, ESP-AO-05001 and ESP-BO`),
  specimen('FRA', 'MARTIN', 'MAELYS GAELLE MARIE', ['1990-07-13'], ['X4RTBPFW4'], `${prado}, FRA-BO-03001`),
  specimen(
    'FRA',
    'BERTHIER',
    'CORINNE',
    ['1965-12-06'],
    ['940992310285'],
    'fr.wikipedia.org, “Carte nationale d’identité en France” (specimen)',
  ),
  specimen('ITA', 'ROSSI', 'BIANCA', ['1964-12-30'], ['CA00000AA'], `${prado}, ITA-BO`),
  specimen('NLD', 'DE BRUIJN', 'WILLEKE LISELOTTE', ['1965-03-10'], ['SPECI2014'], `${prado}, NLD-AO and NLD-BO`),
  specimen('NLD', 'MEULENDIJK', 'LOES ALBERTINE', ['1971-10-19'], [], `${prado}, NLD-AO`),
  specimen('GBR', 'UNITED KINGDOM FIVE', 'JODIE PIPPA', null, ['107185703'], `${prado}, GBR-AO`),
  specimen(
    'USA',
    'TRAVELER',
    'HAPPY',
    null,
    ['340007237', '340007955', '150000003', 'E00007730', 'C03004964'],
    'U.S. Department of State, sample passports',
  ),
  specimen('CAN', 'MARTIN', 'SARAH', [], ['ZE000509'], `${prado}, CAN-AO`),
  specimen('JPN', 'GAIMU', 'SAKURA', null, ['XS1234567'], 'mofa.go.jp, sample passport'),
  specimen('ISL', 'AEVARSDOTTIR', 'THURIDUR OESP', null, ['A2040611', 'A3536444'], `${prado}, ISL-AO`),
  specimen('POL', 'KOWALSKA KWIATKOWSKA', 'JOANNA', ['1960-02-08'], ['AA0000000'], `${prado}, POL-AO`),
  specimen('POL', 'KOWALSKA', 'ANNA', ['1972-03-30'], ['ZS0000177'], `${prado}, POL-AO`),
  specimen('BEL', 'REINARTZ', 'ULRIKE KATIA E', ['1985-12-01'], ['590335801485'], `${prado}, BEL-BO`),
  specimen('TWN', 'LIN', 'MEI HUA', ['1976-01-01'], ['888800371'], 'boca.gov.tw, sample passport'),
  specimen('FIN', 'VIRTANEN', 'MARIA OLIVIA', ['1971-12-21'], ['XP1234567'], quoted),
  specimen('IRL', 'OSULLIVAN', 'LAUREN', ['1988-05-04'], ['XN5004216', 'XN5003778'], quoted),
  specimen(
    'AUS',
    'CITIZEN',
    'JANE',
    ['1979-06-07', '1984-06-07', '1991-05-04'],
    ['PA0940443', 'PA0940409', 'RB0992016', 'D0996596'],
    quoted,
  ),
  specimen('GBR', 'JENNINGS', 'PAUL MICHAEL', ['1950-01-02'], ['012345678'], quoted),
  specimen('QAT', 'AL KAABI', 'ALI HAMAD ABDULLAH', ['1971-03-07'], [], quoted),
  specimen('CZE', 'SPECIMEN', 'VZOR', null, ['99003853', '99009054', '99006000', '998001343'], quoted),
  specimen('HRV', 'SPECIMEN', 'SPECIMEN', null, ['007007007'], quoted),
  specimen('SWE', 'SPECIMEN', 'SVEN', null, ['59000002'], quoted),
  specimen('LTU', 'BASANAVICIENE', 'BIRUTE', ['1959-11-23'], [], quoted),
  specimen('LTU', 'BRUZAITE', 'VIGILIJA', ['1978-03-11'], [], quoted),
  specimen('LVA', 'PARAUDZINA', 'MARA', ['1982-12-12'], ['PA9925010'], quoted),
  specimen('CHN', 'ZHENGJIAN', 'YANGBEN', null, ['E90000082', 'EF1260892'], quoted),
  specimen('CHN', 'CHUNG', 'KWOK SUM', ['1980-08-08'], ['K12345599'], quoted),
  specimen('ARG', 'FERNANDEZ', 'LORENA', ['1979-03-12'], [], quoted),
  specimen('NLD', 'VAN NIEUWENHUIZEN', 'GERARD ROBBERT MARTI', ['1971-12-24'], ['XN01BC015'], quoted),
  specimen('UKR', 'TKACHENKO', 'MARIANA', ['1991-08-24'], [], `${prado}, UKR-AO`),
  specimen('LVA', 'PARAUDZINS', 'ANDRIS', ['1982-12-12'], ['PA9929216'], quoted),
  specimen('EST', 'JOEORG', 'JAAK KRISTJAN', ['1980-01-08'], ['AS0002262'], quoted),
  specimen(
    'FRA',
    'MARTIN',
    'MAELIS GAELLE MARIE',
    ['1990-07-13'],
    ['D2H6862M2'],
    'fr.wikipedia.org, “Carte nationale d’identité”',
  ),
  specimen('NZL', 'WATA', 'AROHA MERE TERESA', ['1990-01-01'], ['LF100358'], quoted),
  specimen('PRT', 'CARLOS MONTEIRO', 'AMELIA VANESS', ['1980-10-10'], ['000024759', '000024759ZZ7'], quoted),
  specimen('BEL', 'VAN DER VELDEN', 'GREET HILDE', ['1985-02-01'], ['000000387289'], quoted),
  specimen('LIE', 'OSPELT BECK', 'MARISA', ['1982-05-12'], ['98754015'], quoted),
  specimen('SRB', 'TEST', 'MILICA', ['1968-02-29'], ['955555546'], quoted),
  specimen('RUS', 'IMIAREK', 'EVGENII', null, ['110400000'], quoted),
  specimen('FIN', 'MEIKAELAEINEN', 'MATTI', null, ['0005467'], quoted),
  specimen(
    'USA',
    'SAMPLE',
    'MICHAEL JOHN',
    ['1986-06-06'],
    ['T64235789'],
    'AAMVA DL/ID Card Design Standard, annex D (example of a barcode)',
  ),
  specimen('USA', 'CARDHOLDER', 'IMA', null, ['I1234562'], 'dmv.ca.gov, sample driver’s licenses'),
  specimen('USA', 'SAMPLE', 'NICK', ['1957-01-12'], ['S123456579010'], 'flhsmv.gov, “2D Barcode (PDF417)” (sample)'),
  specimen('USA', 'TALBOT', 'LIAM R', ['1958-01-06'], ['WDLABCD456DG'], 'dol.wa.gov, sample driver license (2018)'),
  specimen('USA', 'MAURY', 'JUSTIN WILLIAM', ['1958-07-15'], ['T16700185'], quotedBarcode),
  specimen('USA', 'SAMPLE', 'JELANI', ['1957-02-01', '1974-01-01'], ['D08954796'], 'azdot.gov, sample driver license'),
  specimen('USA', 'PUBLIC', 'JOHN QUINCY', ['1970-01-31', '1972-08-11'], ['D12345678'], quotedBarcode),
  specimen('USA', 'PUBLIC', 'JOHN Q', ['1990-07-13'], ['WDL123ABC456'], quotedBarcode),
  specimen('USA', 'SAMPLE', 'JANE Q', ['1990-01-31'], ['D1234567'], quotedBarcode),
  specimen('USA', 'SAMPLE', 'JOHN', ['2005-10-27'], ['S526720714420'], quotedBarcode),
  specimen(
    'EST',
    'MAENNIK',
    'MARI LIIS',
    ['1971-01-01'],
    [],
    'sample card of Estonia, as programs of its authorities quote it',
  ),
  specimen('TUR', 'ORNEK', 'ZEYNEP', ['1984-08-14', '1992-04-02'], [], quoted),
  specimen('CAN', 'MOTORIST', 'MARY M', ['1962-08-08'], [], quotedBarcode),
];

/** The numbers of further samples, whose names others may have, or real people had. */
export const sampleNumbers: readonly (readonly [state: string, numbers: string, source: string])[] = [
  ['AUT', 'PA1234567', quoted],
  ['BEL', '600001476935 000590240601 600001795015 600001131775', `${prado}, BEL-BO`],
  ['CAN', 'P123456AA', 'canada.ca, “Features of Canada’s new passport” (2023)'],
  ['CAN', 'ZD000078 GA302922 ERE82721', quoted],
  ['CHE', '305142128097 A1234567', quoted],
  ['DEU', 'C01XGY766 C01X0006H C01X01R74 T01008921', quoted],
  ['FIN', 'XA1000058', `${prado}, FIN-BO-12001`],
  ['FRA', '880692310285', 'fr.wikipedia.org, “Carte nationale d’identité en France” (specimen)'],
  ['GBR', '533401372 533028754 925076473 999230763 707797979', quoted],
  ['GRC', 'AE0000005', quoted],
  ['HRV', '123456789', quoted],
  ['IND', 'J8369854', 'a picture that articles on Indian passports and many readers of zones show'],
  ['IRN', 'S00002812', quoted],
  ['KOR', 'M70689098', quoted],
  ['KOR', 'M123A4567', 'passport.go.kr, number of the new passport (2021), as public programs quote it'],
  ['LVA', 'PA9922065', quoted],
  ['MCO', '029067', quoted],
  ['MYS', 'A00112233', quoted],
  ['NLD', 'XA0027732', quoted],
  ['POL', 'ABA300000', quoted],
  ['PRT', '007666667ZZ0 007777779ZZ9 I700044', quoted],
  ['ROU', 'SS099993', quoted],
  ['TUR', 'U99999844 U90029251 U20041797', quoted],
  ['USA', '000078004', quoted],
  ['USA', 'S99988801', 'mass.gov, sample driver’s license, as the tests of massgov/pfml and others quote it'],
  ['ARG', 'ZZZ000110', shown],
  ['AUT', 'U1234567 AP1234567', shown],
  ['BEL', 'GA0007805', shown],
  ['CHE', 'S1A00A000', shown],
  ['CZE', '998009476', shown],
  ['DEU', 'CZ6311T47', shown],
  ['EST', 'KS1234567', shown],
  ['FIN', 'FX1234567', shown],
  ['GBR', '999237144', shown],
  ['HRV', '115501830', shown],
  ['HUN', 'BD0002028', shown],
  ['ITA', 'KK6000533', shown],
  ['JPN', 'ZZ1000001', shown],
  ['LIE', 'ID1234567', shown],
  ['LUX', 'JC3L7T2H SPEC07347', shown],
  ['POL', 'ZC3991788 ZZC108201', shown],
  ['ROU', '040021039 SP1235237', shown],
  ['SVK', 'XX023058', shown],
  ['SWE', 'XA0000001 XA0000002', shown],
  ['TWN', '888800850', shown],
  ['USA', 'E00009349', shown],
];

const numbersOfSamples: ReadonlySet<string> = new Set(
  sampleNumbers.flatMap(([state, numbers]) => numbers.split(' ').map((number) => `${state} ${number}`)),
);

/** Words for a sample, in the languages of the States, that are nobody's name. */
const specimenWords: ReadonlySet<string> = new Set(
  [
    'SPECIMEN SPÉCIMEN ESPECIMEN ESPÉCIMEN ESPÉCIME MUSTERMANN MUSTERFRAU MUSTERPERSON VOORBEELD',
    'VZORKA VZOREC WZOR WZÓR UZORAK PRIMJERAK OBRAZEC OBRAZETS ZRAZOK ОБРАЗЕЦ ЗРАЗОК УЗОРАК ПРИМЕРАК',
    'PARAUGS PAVYZDYS NAIDIS NAEIDIS NÄIDIS ΔΕΙΓΜΑ ΥΠΟΔΕΙΓΜΑ DEIGMA YPODEIGMA',
    'CARDHOLDER MOTORIST MOTORISTSAMPLE CONTOH 見本 样本 樣本 견본 نموذج نمونه',
  ].flatMap((some) => some.split(' ')),
);

/** Words for a sample that are also the names of families. */
const namesToo: ReadonlySet<string> = new Set(
  [
    'MUSTER MUSTERMAN MINTA MODELO MUESTRA CAMPIONE PROV PROVE MALLI ORNEK ÖRNEK SAMPLE TEST EXAMPLE VZOR',
    'DOCUMENT LICENSE LICENCE DRIVER ZHENGJIAN YANGBEN CESHI MIHON',
    // The labels of the names, as descriptions of the lines of a zone have them in their places.
    'SURNAME GIVEN GIVENNAME GIVENNAMES NAMES NACHNAME VORNAME VORNAMEN NOM PRENOM PRENOMS',
    'APELLIDO APELLIDOS NOMBRE NOMBRES NAZWISKO IMIE IMIONA PAVARDE PAVARDENIS VARDAS VARDENIS SOBRENOME NOME',
  ].flatMap((some) => some.split(' ')),
);

/**
 * What anybody is called in samples (en.wikipedia.org/wiki/Placeholder_name; tests of public readers of zones and
 * barcodes quote both).
 */
const anybody = /^(?:PUBLIC (?:JOHN|JANE)|CITIZEN JOHN)\b/;

/** A name with a word for a sample, or of nothing but words that are names too. */
const isSampleName = (names: string): boolean => {
  const words = names
    .normalize('NFC')
    .toUpperCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '');
  return (
    anybody.test(words.join(' ')) ||
    words.some((word) => specimenWords.has(word)) ||
    (words.length > 1 && words.every((word) => namesToo.has(word)))
  );
};

/** A number that begins with such a word. */
const wordNumber = /^(?:E?SPECI|MUSTER|MINTA|VZOR|WZOR|UZORAK|MODELO|MUESTRA|SAMPLE|OBRAZ|ZRAZOK|PAVYZ|PARAUG|NAIDIS)/;

/** A number of zeros, with up to three letters before it and two after it, or with two among them. */
const zeros = /^(?:[A-Z]{0,3}0{5,}[A-Z]{0,2}|0{2}[A-Z]{2}0{5})$/;

/** A number in which one letter, or one digit alone, fills the places of all others. */
const placeholder = /([A-Z])\1{4}|^[A-Z]{0,3}(\d)\2{6,}[A-Z]{0,2}$/;

/** The known facts of the holder of a document, in the spelling of an MRZ. */
export type Holder = {
  readonly state: string | undefined;
  readonly nationality?: string | undefined;
  readonly lastName: string | undefined;
  readonly firstName: string | undefined;
  readonly born: string | undefined;
  readonly number: string | undefined;
};

/** The holder of a document by what is printed, as far as it is known. */
export const printedHolder = ({ document_number, first_name, last_name }: DocumentReading['fields']): Holder => ({
  state: undefined,
  lastName: last_name?.value,
  firstName: first_name?.value,
  born: undefined,
  number: document_number && normalizeNumber(document_number.value),
});

/** The holder of a document by its machine-read fields. */
export const machineReadHolder = ({
  date_of_birth,
  document_number,
  first_name,
  issuing_country,
  last_name,
  nationality,
}: Mrz['fields']): Holder => ({
  state: issuing_country,
  nationality,
  lastName: last_name,
  firstName: first_name,
  born: date_of_birth,
  number: document_number && normalizeNumber(document_number),
});

/** Utopia, the State of the specimens of ICAO; nobody holds its documents, and nobody is its national. */
const utopia = 'UTO';

/** The specimens of ICAO are known everywhere, so that they are specimens under the code of a real State too. */
const isOf = ({ born, firstName, lastName, numbers, state }: Specimen, holder: Holder): boolean => {
  const isSameState = state === utopia || parseCountry(holder.state ?? '') === state;
  const isSameName = holder.lastName === lastName && holder.firstName === firstName;
  const isSameDay = born === null || born.some((day) => day === holder.born);
  return isSameState && (numbers.some((number) => number === holder.number) || (isSameName && isSameDay));
};

/**
 * Why a document is a published specimen: its State or that of its holder, its number, or its holder; `null` where it
 * is none.
 */
export const specimenSign = (holder: Holder): 'state' | 'number' | 'holder' | null => {
  const { firstName = '', lastName = '', nationality, number = '' } = holder;
  const state = parseCountry(holder.state ?? '') ?? undefined;
  if (holder.state === utopia || nationality === utopia) return 'state';
  if ([zeros, placeholder, wordNumber].some((pattern) => pattern.test(number))) return 'number';
  if (isSampleName(`${lastName} ${firstName}`)) return 'holder';
  if (numbersOfSamples.has(`${state} ${number}`)) return 'number';
  const found = specimens.find((one) => isOf(one, holder));
  if (!found) return null;
  return found.numbers.some((number) => number === holder.number) ? 'number' : 'holder';
};
