import { ageOn, type Day } from '../kernel/dates.ts';
import type { DocumentType } from '../kernel/document-terms.ts';
import { addMonths } from './date-limits.ts';

/** For how long a kind of document is issued at most. */
export type Validity = {
  readonly type: DocumentType;
  /** A code of ISO 3166-1 alpha-3, or of ISO 3166-2 for a licence of one state; `null` is every State. */
  readonly state: string | null;
  readonly months: number;
  /** The age of the holder at issue from which on the State issues it for so long. */
  readonly fromAge: number;
  /** The first day on which the State issued one with an MRZ, where an expiry before it is impossible. */
  readonly since?: Day;
  readonly source: string;
};

const years = (count: number): number => 12 * count;

/**
 * Identity cards, which many States issue to old people for longer: the State, the years, from which age, the source.
 */
const cards: readonly (readonly [state: string, validYears: number, fromAge: number, source: string, since?: Day])[] = [
  ['ARG', 15, 14, 'argentina.gob.ar/interior/renaper, “Vigencia del DNI”'],
  ['BEL', 30, 75, 'Royal Decree published on 28 February 2014 (cards ordered from 1 March 2014 on); ibz.rrn.fgov.be'],
  ['CZE', 35, 70, 'Act 269/2021 on identity cards; en.wikipedia.org/wiki/Czech_national_identity_card'],
  ['FRA', 15, 18, 'Decree 2013-1188 (cards issued until 2021); service-public.fr, F34707'],
  ['HRV', 40, 70, 'eid.hr, “Types and Validity of eID”'],
  ['HUN', 60, 65, 'PRADO, HUN-HO-11002 (“1 January of 60th year after issue”)', '2000-01-01'],
  ['ITA', 50, 70, 'Decree-law on the PNRR, Gazzetta Ufficiale of February 2026 (cards issued from 30 July 2026 on)'],
  ['LTU', 30, 70, 'Law on Identity Cards and Passports, amended in 2021'],
  // The card is valid for ever; what is written for that is at most a century later.
  ['SVN', 100, 70, 'Osebna izkaznica, ZOIzk-1 (2011): permanent validity from the age of 70 on'],
];

/**
 * The longest validity of kinds of documents, by State. A document that is not listed is judged by the policy's number
 * of years alone. PRADO is the register of the Council of the European Union, consilium.europa.eu/prado.
 */
export const validities: readonly Validity[] = [
  {
    type: 'passport',
    state: null,
    // Ten years, and up to nine months of the passport before, as the United Kingdom added them until 2018.
    months: years(10) + 9,
    fromAge: 0,
    source: 'ICAO Annex 9, 3.16 (recommended practice); gov.uk, “Passport rules for travel to Europe”',
  },
  {
    type: 'driving_licence',
    state: 'US-AZ',
    // From 16 until 65.
    months: years(49),
    fromAge: 0,
    source: 'Arizona Revised Statutes 28-3171; azdot.gov, “Driver License”',
  },
  ...cards.map(
    ([state, validYears, fromAge, source, since]): Validity => ({
      type: 'id_card',
      state,
      months: years(validYears),
      fromAge,
      ...(since && { since }),
      source,
    }),
  ),
];

/**
 * A kind of document, by the States and states of which it may be, its holder, and its issue, as far as it is known.
 */
export type Issue = {
  readonly type: DocumentType;
  readonly states: readonly string[];
  readonly born: Day | undefined;
  readonly issued: Day | undefined;
  readonly today: Day;
};

/**
 * The validities of a kind of document that may be those of this one. A document was issued today at the latest, so
 * that its holder is old enough now for one that has no day of issue.
 */
export const validitiesOf = ({ born, issued, states, today, type }: Issue): readonly Validity[] =>
  validities.filter(
    (one) =>
      one.type === type &&
      (one.state === null || states.includes(one.state)) &&
      (one.fromAge === 0 || (born !== undefined && ageOn(born, issued ?? today) >= one.fromAge)),
  );

/** The last day to which a State issues such a document by its own table; `null` where it is not in there. */
export const latestLawfulExpiry = (issue: Issue): Day | null => {
  const months = validitiesOf(issue).flatMap((one) => (one.state === null ? [] : [one.months]));
  return months.length === 0 ? null : addMonths(issue.issued ?? issue.today, Math.max(...months));
};

/**
 * The last day on which such a document may expire: the one that its State's table has, or else the earlier of those of
 * its kind in every State and of the policy's number of years.
 */
export const latestExpiry = (issue: Issue, policyYears: number): Day => {
  const ofKind = validitiesOf(issue).flatMap((one) => (one.state === null ? [one.months] : []));
  const months = Math.min(years(policyYears), ...ofKind);
  return latestLawfulExpiry(issue) ?? addMonths(issue.issued ?? issue.today, months);
};
