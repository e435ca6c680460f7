import type { Day } from '../terms/days.ts';
import type { DocumentType } from '../terms/document-terms.ts';
import { parseCountry } from '../text-compare/countries.ts';
import { parseDay } from '../text-compare/normalize.ts';
import { countriesOf, type DocumentFacts, typesOf } from './facts.ts';

/**
 * The part that a State puts on a document for a machine to read, where that decides what a photo of it lacks: a
 * barcode of the AAMVA standard and no MRZ, or nothing that can be verified here.
 */
type MachinePart = 'barcode' | 'none';

/**
 * The States whose licences and cards have a barcode by the AAMVA DL/ID Card Design Standard; see `aamva/issuers.ts`.
 */
const barcodeStates = ['USA', 'CAN', 'PRI', 'GUM', 'VIR', 'ASM', 'MNP'];

/**
 * The driving licences with an MRZ that is read: France (arrêté of 20 April 2012) and Switzerland (ASTRA, form of
 * 2003). All others of the model of Directive 2006/126/EC, annex I, and of ISO/IEC 18013-1 have none, or one of another
 * form.
 */
const licenceMrzStates = ['FRA', 'CHE'];

/**
 * States whose identity cards have no MRZ, some until they changed to cards with one: of these the last day on which
 * none of them had it. Each source describes what is on the card. A State that is not listed may have one, as Kenya,
 * Nigeria and Saudi Arabia do, and Pakistan on some of its cards (docs.uqudo.com, “Country-specific IDs”).
 */
const cardsWithoutMrz: readonly (readonly [state: string, source: string, issuedUntil?: Day])[] = [
  ['SGP', 'ica.gov.sg, identity card (NRIC); en.wikipedia.org/wiki/National_Registration_Identity_Card'],
  ['IDN', 'Presidential Regulation 26 of 2009 (KTP-el); en.wikipedia.org/wiki/Indonesian_identity_card'],
  ['CHN', 'Law of the Resident Identity Card (2003), article 3; en.wikipedia.org/wiki/Resident_Identity_Card'],
  ['TWN', 'Household Registration Act, article 52; en.wikipedia.org/wiki/National_identification_card_(Taiwan)'],
  ['HKG', 'immd.gov.hk, smart identity card (2003 and 2018); en.wikipedia.org/wiki/Hong_Kong_identity_card'],
  ['KOR', 'Resident Registration Act, article 24; en.wikipedia.org/wiki/Resident_registration_in_South_Korea'],
  ['JPN', 'kojinbango-card.go.jp, individual number card; en.wikipedia.org/wiki/Individual_Number_Card'],
  ['IND', 'uidai.gov.in, Aadhaar letter and card; en.wikipedia.org/wiki/Aadhaar'],
  ['MYS', 'jpn.gov.my, MyKad; en.wikipedia.org/wiki/Malaysian_identity_card'],
  ['THA', 'Identity Card Act B.E. 2526; en.wikipedia.org/wiki/Thai_identity_card'],
  [
    'ZAF',
    'pub.dev/packages/rsa_identification (a two-dimensional barcode); en.wikipedia.org/wiki/South_African_identity_card',
  ],
  ['PHL', 'philsys.gov.ph, PhilID; en.wikipedia.org/wiki/Philippine_identity_card'],
  // The yellow card has a barcode of its own; the digital one of December 2020 and after has an MRZ.
  ['COL', 'laregional.net, “70 años de la cédula”; elpais.com.co, “Cédula digital se estrena” (2020)', '2020-11-30'],
  // The laminated card has a barcode of its own; the smart card was first given out in October 2016.
  [
    'BGD',
    'adhikary.net, “Reading Bangladeshi NID with ZXing”; en.wikipedia.org/wiki/Bangladeshi_national_identity_card',
    '2016-10-01',
  ],
  ['GRC', 'ekathimerini.com, “Example of new ID cards published” (new ones from 25 September 2023)', '2023-09-24'],
];

/** A card with no day of issue in print may be of any time. */
const hasCardWithoutMrz = (state: string, issued: Day | null): boolean =>
  cardsWithoutMrz.some(
    ([code, , until]) => code === state && (until === undefined || (issued !== null && issued <= until)),
  );

const partOf = (type: DocumentType, state: string, issued: Day | null): MachinePart | null => {
  if (type === 'id_card') return hasCardWithoutMrz(state, issued) ? 'none' : null;
  if (type !== 'driving_licence' || licenceMrzStates.includes(state)) return null;
  return barcodeStates.includes(state) ? 'barcode' : 'none';
};

/**
 * The part that its State puts on a document of this type; `null` where an MRZ may be on it, or neither is known. Where
 * nothing was machine-read, a reader of print names both.
 */
export const expectedPart = (facts: DocumentFacts): MachinePart | null => {
  const [type] = typesOf(facts);
  const state = parseCountry(countriesOf(facts)[0]?.value ?? '');
  const issued = parseDay(facts.reading.fields.date_of_issue?.value ?? '');
  return type && state !== null ? partOf(type.value, state, issued) : null;
};
