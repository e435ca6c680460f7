import { allJurisdictions } from '../aamva/issuers.ts';
import { ageOn, type Day } from '../terms/days.ts';
import type { DocumentType } from '../terms/document-terms.ts';
import { addMonths } from './date-limits.ts';

/** For how long a kind of document is issued at most. */
export type Validity = {
  readonly type: DocumentType;
  /** A code of ISO 3166-1 alpha-3, or of ISO 3166-2 for a licence of one state; `null` is every State. */
  readonly state: string | null;
  readonly months: number;
  /** The age of the holder at issue from which on the State issues it for so long. */
  readonly fromAge: number;
  readonly source: string;
} & Limits;

type Limits = {
  /** The age of the holder at issue from which on it may be issued for longer, nobody knows for how long. */
  readonly beforeAge?: number;
  /** The first day of issue of these, and the last one. */
  readonly issuedFrom?: Day;
  readonly issuedUntil?: Day;
  /** The first day on which the State issued one with an MRZ, where an expiry before it is impossible. */
  readonly since?: Day;
};

const years = (count: number): number => 12 * count;

type CardRow = readonly [state: string, validYears: number, fromAge: number, source: string, limits?: Limits];

const vietnamese = 'Law on Citizen Identification (2014), article 21; Law on Identification (2023), article 21';

/**
 * Identity cards: the State, the years, from which age, the source. Some States issue them to young people for less,
 * and many to old people for longer.
 */
const ownCards: readonly CardRow[] = [
  ['ARG', 15, 14, 'argentina.gob.ar/interior/renaper, “Vigencia del DNI”'],
  ['AUT', 10, 0, 'PRADO, AUT-BO-03001'],
  ['BEL', 10, 0, 'Royal Decree published on 28 February 2014; ibz.rrn.fgov.be'],
  [
    'BEL',
    30,
    75,
    'Royal Decree published on 28 February 2014 (cards ordered from 1 March 2014 on); ibz.rrn.fgov.be',
    { issuedFrom: '2014-03-01' },
  ],
  ['CHE', 5, 0, 'PRADO, CHE-BO-02001'],
  ['CHE', 10, 18, 'PRADO, CHE-BO-02001'],
  ['CZE', 10, 0, 'Act 269/2021 on identity cards'],
  // The act before, as it was amended from 2012 on, has the same years.
  [
    'CZE',
    35,
    70,
    'Act 269/2021, § 33, and Act 328/1999 as amended by Act 424/2010; intellego.cz, “Jaké typy občanských průkazů” (2019)',
    { issuedFrom: '2012-01-01' },
  ],
  ['DEU', 6, 0, 'Personalausweisgesetz, § 6 (3)'],
  ['DEU', 10, 24, 'Personalausweisgesetz, § 6 (1)'],
  ['ESP', 5, 0, 'Royal Decree 1553/2005, article 6'],
  // From 70 on it is permanent, which is no date.
  ['ESP', 10, 30, 'Royal Decree 1553/2005, article 6'],
  // No source says for how long those of late 2025 and after are valid, but the Regulation.
  ['EST', 5, 0, 'PRADO, EST-BO-04002', { issuedUntil: '2025-10-31' }],
  ['EST', 10, 0, 'Regulation (EU) 2025/1208, article 4', { issuedFrom: '2025-11-01' }],
  ['FRA', 10, 0, 'Decree 2021-279; service-public.fr, F34707'],
  ['FRA', 15, 18, 'Decree 2013-1188; service-public.fr, F34707', { issuedUntil: '2021-08-01' }],
  ['HRV', 5, 0, 'PRADO, HRV-BO-04001', { beforeAge: 70, issuedFrom: '2021-08-02' }],
  ['HRV', 40, 70, 'PRADO, HRV-BO-04001; eid.hr, “Types and Validity of eID”'],
  ['HUN', 60, 65, 'PRADO, HUN-HO-11002 (“1 January of 60th year after issue”)', { since: '2000-01-01' }],
  // It is valid for ten years and, until the Regulation was followed, to the birthday after them.
  ['ITA', 11, 0, 'Decree-law 5/2012, article 7'],
  [
    'ITA',
    50,
    70,
    'Decree-law on the PNRR, Gazzetta Ufficiale of February 2026 (cards issued from 30 July 2026 on)',
    { issuedFrom: '2026-07-30' },
  ],
  [
    'LTU',
    20,
    75,
    'diena.lt, “Policija primena pasitikrinti asmens dokumentų galiojimo terminą”',
    { issuedFrom: '2015-01-01' },
  ],
  // No source names the day of 2021 on which the amendment came into force.
  ['LTU', 30, 70, 'Law on Identity Cards and Passports, amended in 2021', { issuedFrom: '2021-01-01' }],
  ['NLD', 5, 0, 'rvig.nl, “Kenmerken Nederlandse identiteitskaart 2021”'],
  ['NLD', 10, 18, 'rvig.nl, “Kenmerken Nederlandse identiteitskaart 2021”'],
  ['POL', 10, 0, 'Act of 6 August 2010 on identity cards, article 7'],
  // The card is valid for ever; the date for that is at most a century later.
  ['SVN', 100, 70, 'Osebna izkaznica, ZOIzk-1 (2011): permanent validity from the age of 70 on'],
  ['SWE', 5, 0, 'PRADO, SWE-BO-03002'],
  // To the birthday of 14, 25, 40 or 60; within two years before it, to the next one.
  ['VNM', 14, 0, vietnamese],
  ['VNM', 17, 23, vietnamese],
  ['VNM', 22, 38, vietnamese],
];

/**
 * The other members of the European Union that issue identity cards. Romania issued its earlier cards for years after
 * the Regulation.
 */
const unionStates = ['BGR', 'CYP', 'FIN', 'GRC', 'HUN', 'LTU', 'LUX', 'LVA', 'MLT', 'PRT', 'SVK', 'SVN'];

const unionCards = unionStates.map(
  (state): CardRow => [
    state,
    10,
    0,
    'Regulation (EU) 2019/1157, and 2025/1208 after it, article 4',
    { beforeAge: 70, issuedFrom: '2021-08-02' },
  ],
);

/** The years between renewals of licences of the states of the United States; of all others it is twelve at most. */
const licenceYears: readonly (readonly [years: number, states: readonly string[]])[] = [
  [4, ['AL']],
  [5, ['AK', 'CA', 'CO']],
  [8, ['AR', 'CT', 'DC', 'DE', 'FL', 'GA', 'HI', 'MD', 'NY', 'WI']],
  // From 16 until 65, or to the birthday after that year.
  [48, ['AZ']],
];

const provincialSource =
  'policyoptions.irpp.org/magazines/march-2023/duration-drivers-licence-provinces; alberta.ca, “Renew a driver’s licence”';

/** The years of the cards of licences of provinces of Canada. No source names those of the territories. */
const provinceYears: readonly (readonly [years: number, provinces: readonly string[]])[] = [
  [4, ['NB']],
  [5, ['AB', 'BC', 'MB', 'NL', 'NS', 'ON', 'PE', 'SK']],
  [8, ['QC']],
];

/**
 * Passports that States issue for less than ten years: the State, the years, the age until which it does, if only to
 * the young, the source. In the year before that age some already have one for longer, which they asked for ahead of
 * their birthday.
 */
const shorterPassports: readonly (readonly [
  state: string,
  validYears: number,
  untilAge: number | null,
  source: string,
  limits?: Limits,
])[] = [
  ['AUS', 5, 16, 'passports.gov.au, “News” (16 instead of 18 from 2016 on); auspost.com.au, “New passports”'],
  ['AUT', 5, 12, 'lauterach.at, “Reisepass”; gemeinde.lech.eu, “Reisedokumente”'],
  ['BEL', 7, null, 'Royal Decree of 19 April 2014 on the validity of passports, article 1'],
  ['CAN', 5, 16, 'cic.gc.ca, “Passports for children” (maximum of five years)'],
  ['CHE', 5, 18, 'swissmom.ch, “Identitätskarte und Pass für Baby und Kind”; srf.ch (June 2025)'],
  ['DEU', 6, 24, 'Passgesetz, § 5 (1), since 1 November 2007'],
  ['EGY', 7, null, 'en.wikipedia.org/wiki/Egyptian_passport; legalclarity.org, “Egypt Passport”'],
  ['ESP', 5, 30, 'dnie.es, “Validez del Pasaporte”, after Royal Decree 896/2003'],
  // The law for ten years was being prepared until May 2026.
  ['FIN', 5, null, 'poliisi.fi, “Pass”; verkkouutiset.fi (October 2025)', { issuedUntil: '2026-05-31' }],
  ['FIN', 10, null, 'verkkouutiset.fi, “Poliisilta kysytään passeista” (June 2025)', { issuedFrom: '2026-06-01' }],
  ['FRA', 5, 18, 'service-public.fr, “Passeport d’un mineur”'],
  ['GBR', 5, 16, 'gov.uk, “Get a passport for your child”, 2 (16, or almost 16)'],
  ['GRC', 5, null, 'ekathimerini.com, “Validity of Greek passports” (2022)', { issuedUntil: '2022-08-31' }],
  ['GRC', 10, null, 'Law 4962/2022, article 87; greekcitytimes.com', { issuedFrom: '2022-09-01' }],
  ['IDN', 5, null, 'idxchannel.com, “Paspor RI berlaku 10 tahun”', { issuedUntil: '2022-10-11' }],
  ['IDN', 10, null, 'Regulation 18/2022 of the Ministry of Law, article 2A; kompas.com', { issuedFrom: '2022-10-12' }],
  ['IND', 5, 15, 'cgibirmingham.gov.in, “Minor Passport”; from 15 on they may have one for ten years'],
  ['IRL', 5, 18, 'Dáil, written answer 185 of 25 February 2025'],
  ['ITA', 5, 18, 'Law 1185/1967, article 17; conschicago.esteri.it, “Minors under 18”'],
  // Until March 2022 to the age of 20.
  ['JPN', 5, 18, 'Passport Act (Act 267 of 1951), article 5 (1) 2'],
  ['KOR', 5, 18, 'legalclarity.org, “Korean Passport Requirements”, after the Enforcement Decree of the Passport Act'],
  ['LUX', 5, null, 'kehlen.lu and heffingen.lu, “Passeport”'],
  ['MAR', 5, null, 'legalclarity.org, “Morocco Passport”; en.wikipedia.org/wiki/Moroccan_passport'],
  ['NGA', 5, 18, 'onlinedailys.com, “Requirements for kids Nigerian Passport”'],
  ['NLD', 5, 18, 'rijksoverheid.nl, “Heeft mijn kind een eigen paspoort nodig?”'],
  ['NZL', 5, 16, 'pinoynzlife.nz, “Lifespan of NZ passport doubles” (2015)'],
  ['PHL', 5, null, 'manilatimes.net, “Passports with 10-year validity” (2017)', { issuedUntil: '2017-12-31' }],
  ['PHL', 10, null, 'Republic Act 10928, section 1', { issuedFrom: '2018-01-01' }],
  // Until 2022 to the age of 13.
  ['POL', 5, 12, 'Act of 27 January 2022 on passport documents; prawo.pl, “Wniosek o paszport”'],
  ['PRT', 5, null, 'consuladoportugalrj.org.br, “Informações Gerais”', { issuedUntil: '2025-12-31' }],
  ['PRT', 10, null, 'walaw.press, “Portugal prolonga validade dos passaportes” (2025)', { issuedFrom: '2026-01-01' }],
  ['SGP', 5, null, 'channelnewsasia.com, “Singapore passport validity” (2021)', { issuedUntil: '2021-09-30' }],
  ['SGP', 10, null, 'ICA, news release of 7 May 2021', { issuedFrom: '2021-10-01' }],
  ['SWE', 5, null, 'polisen.se, “Regler och hantering, pass”'],
  ['USA', 5, 16, 'Code of Federal Regulations, title 22, 51.4 (b)'],
];

/**
 * The age from which on States issue passports for ten years where no row above has it. Of all others it is assumed to
 * be 16, as most have it (en.wikipedia.org/wiki/Passport_validity; norvege.be, “Passets gyldighetstid”; pasy.sk).
 */
const tenYearsFrom: readonly (readonly [state: string, age: number, source: string])[] = [
  // Children who asked for it after 2022 had one for ten years, too.
  ['COL', 0, 'infobae.com, “Los escenarios en los que necesita cambiar su pasaporte” (2024)'],
  ['CZE', 15, 'finance.cz, “Kam pro pas a za kolik”'],
  ['EST', 15, 'idkaart.ee, “Isikut tõendav dokument”'],
  ['SRB', 14, 'dijaspora.gov.rs, “Pasoš”, after the Act on travel documents (90/07)'],
  ['TWN', 14, 'zh.wikipedia.org/wiki/中華民國護照'],
  ['VNM', 14, 'Law on Entry and Exit of Vietnamese Citizens (2019), article 7'],
];

/**
 * Whether a passport is one of a child, for which most States give five years. The rows above have those of their
 * States, and the year before the age is left out as it is there.
 */
const isOfChild = ({ born, issued, states, type }: Issue): boolean => {
  if (type !== 'passport' || born === undefined || issued === undefined) return false;
  if (shorterPassports.some(([state, , untilAge]) => untilAge !== null && states.includes(state))) return false;
  const ages = tenYearsFrom.filter(([state]) => states.includes(state)).map(([, age]) => age);
  return ageOn(born, issued) < Math.min(16, ...ages) - 1;
};

const yearsOfLicence = (jurisdiction: string): number =>
  licenceYears.find(([, states]) => states.includes(jurisdiction.slice(3)))?.[0] ?? 12;

/**
 * The longest validity of kinds of documents, by State. A document that is not listed is judged by the policy's number
 * of years, and by what is assumed of its kind. PRADO is the register of the Council of the European Union,
 * consilium.europa.eu/prado.
 */
const validities: readonly Validity[] = [
  {
    type: 'passport',
    state: null,
    // Ten years, and up to nine months of the passport before, as the United Kingdom added them until 2018.
    months: years(10) + 9,
    fromAge: 0,
    source: 'ICAO Annex 9, 3.16 (recommended practice); gov.uk, “Passport rules for travel to Europe”',
  },
  ...allJurisdictions
    .filter((jurisdiction) => jurisdiction.startsWith('US-'))
    .map(
      (state): Validity => ({
        type: 'driving_licence',
        state,
        // Many end on a birthday, which may be up to a year later, and may be renewed long before they end: in Florida
        // 18 months, for eight years from the old day on.
        months: years(yearsOfLicence(state) + 2),
        fromAge: 0,
        source: 'iihs.org, “License renewal procedures” (2024); afods.org, “Renewal”; Arizona Revised Statutes 28-3171',
      }),
    ),
  ...provinceYears.flatMap(([validYears, provinces]) =>
    provinces.map(
      (province): Validity => ({
        type: 'driving_licence',
        state: `CA-${province}`,
        // They end on a birthday as well, and Alberta renews them a year before they end.
        months: years(validYears + 2),
        fromAge: 0,
        source: provincialSource,
      }),
    ),
  ),
  {
    type: 'passport',
    state: 'BLR',
    // To the hundredth birthday. Of identity cards no source says more than ten years (justarrived.by).
    months: years(36),
    fromAge: 64,
    source: 'nashaniva.com/350120, “Zamiena pašparta ŭ Biełarusi”',
  },
  ...shorterPassports.map(
    ([state, validYears, untilAge, source, limits]): Validity => ({
      type: 'passport',
      state,
      // No source says what those for grown-ups have of the one before.
      months: years(validYears) + (untilAge === null ? 12 : 9),
      fromAge: 0,
      ...(untilAge !== null && { beforeAge: untilAge - 1 }),
      ...limits,
      source,
    }),
  ),
  ...[...ownCards, ...unionCards].map(
    ([state, validYears, fromAge, source, limits]): Validity => ({
      type: 'id_card',
      state,
      months: years(validYears),
      fromAge,
      ...limits,
      source,
    }),
  ),
];

/**
 * The longest validity of kinds of documents of which the table has no row. Cards, permits and visas are issued for ten
 * years at most, which may run to the birthday after them; the provinces of Canada that are known issue no licence for
 * longer than eight, which a renewal may lengthen by two. Longer ones may be lawful, and nobody here knows of them. Of
 * cards that the Regulation leaves to States, those of holders of 70 years and more, nothing is assumed. Romania's have
 * no end (Emergency Ordinance 97/2005), so that one with a day far ahead is looked at. Ireland's passport card (five
 * years) and Denmark's card of a municipality (ten, act 236/2017) are not under the Regulation, and are issued to
 * nobody for longer.
 */
const assumedMonths = ({ born, issued, states, today, type }: Issue): number | null => {
  const age = born === undefined ? 0 : ageOn(born, issued ?? today);
  if (type === 'id_card' && age >= 70 && states.some((state) => unionStates.includes(state))) return null;
  if (type === 'id_card' || type === 'residence_permit' || type === 'visa') return years(11);
  const isCanadian = type === 'driving_licence' && states.some((state) => state.startsWith('CA-'));
  return isCanadian ? years(10) : null;
};

/** A kind of document, by the States and states that it may be of, its holder, and its issue, as far as it is known. */
export type Issue = {
  readonly type: DocumentType;
  readonly states: readonly string[];
  readonly born: Day | undefined;
  readonly issued: Day | undefined;
  readonly today: Day;
};

/** Whether a document is of a row by the age of its holder at issue: a holder whose age is not known has none. */
const isOfAge = ({ beforeAge, fromAge }: Validity, { born, issued, today }: Issue): boolean => {
  if (fromAge === 0 && beforeAge === undefined) return true;
  const age = born === undefined ? null : ageOn(born, issued ?? today);
  return age !== null && age >= fromAge && (beforeAge === undefined || age < beforeAge);
};

/**
 * The validities of a kind of document that may be those of this one. A document was issued today at the latest, so
 * that its holder is old enough now for one that has no day of issue.
 */
export const validitiesOf = (issue: Issue): readonly Validity[] =>
  validities.filter(
    (one) =>
      one.type === issue.type &&
      (one.state === null || issue.states.includes(one.state)) &&
      (one.issuedFrom === undefined || (issue.issued ?? issue.today) >= one.issuedFrom) &&
      (one.issuedUntil === undefined || issue.issued === undefined || issue.issued <= one.issuedUntil) &&
      isOfAge(one, issue),
  );

/** The last day to which a State issues such a document by its own table; `null` where it is not in there. */
export const latestLawfulExpiry = (issue: Issue): Day | null =>
  validitiesOf(issue)
    .filter(({ state }) => state !== null)
    .map(({ issuedUntil, months }) => {
      const issued = issue.issued ?? issue.today;
      return addMonths(issuedUntil !== undefined && issuedUntil < issued ? issuedUntil : issued, months);
    })
    .toSorted()
    .at(-1) ?? null;

/** The last day on which a document may expire, and the one that a source has for its State, or for its kind. */
export type ExpiryLimit = { readonly day: Day; readonly sourced: Day | null };

/**
 * The last day on which such a document may expire: the one that its State's table has, or else the earliest of those
 * of its kind in every State, of the validity that is assumed for its kind and of the policy's number of years. A
 * passport of a child has a limit of its own.
 */
export const latestExpiry = (issue: Issue, policyYears: number): ExpiryLimit => {
  const lawful = latestLawfulExpiry(issue);
  const from = issue.issued ?? issue.today;
  const ofChild = addMonths(from, years(5) + 9);
  if (isOfChild(issue) && (lawful === null || ofChild < lawful)) return { day: ofChild, sourced: lawful };
  if (lawful !== null) return { day: lawful, sourced: lawful };
  const [ofKind = null] = validitiesOf(issue).flatMap((one) => (one.state === null ? [one.months] : []));
  const months = [years(policyYears), assumedMonths(issue), ofKind].filter((count) => count !== null);
  return { day: addMonths(from, Math.min(...months)), sourced: ofKind === null ? null : addMonths(from, ofKind) };
};
