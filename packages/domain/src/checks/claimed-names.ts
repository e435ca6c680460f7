import {
  type ComparableValue,
  compareFullName,
  compareNames,
  type DocumentFacts,
  type FieldSourceValue,
  fieldValues,
  hasForeignName,
  hasNoFamilyName,
  isMrzProven,
  isNobodysName,
  isNoName,
  isUnspelt,
  machineRead,
  type NameComparison,
  type NameRules,
  withoutPlaceholders,
} from '@portcullis/documents';
import type { Claimed } from '../evidence/evidence.ts';
import type { ReasonCode } from '../policy/reasons.ts';
import type { CheckDetail } from './shared/check.ts';
import { missingFieldDetail } from './shared/document-check.ts';

type NameField = 'last_name' | 'first_name';

/** A claimed name and what the document is asked for it. */
type NameClaim = {
  readonly field: 'full_name' | NameField;
  readonly value: string;
  /** The parts of a full name, if they are known. */
  readonly parts?: readonly string[];
};

/** The facts of a document with which claimed names are compared. */
export type NameContext = {
  readonly claimed: Claimed;
  readonly facts: DocumentFacts;
  /** The machine-read name; an empty value is a name that the holder does not have. */
  readonly trusted: (name: NameField) => FieldSourceValue | undefined;
  /** Corroborated if the claims and the machine-readable part agree on the date of birth or the document number. */
  readonly rules: NameRules;
};

export type ClaimResult = { readonly details: readonly CheckDetail[]; readonly reasons: readonly ReasonCode[] };

const nameFields: readonly NameField[] = ['last_name', 'first_name'];

/** An MRZ whose last name fills the field says nothing of a given name, not even that there is none. */
const hasNoRoomForFirst = ({ facts }: NameContext): boolean =>
  machineRead(facts)?.source === 'mrz' && facts.mrz?.noRoomForFirst === true;

const nonEmpty = (parts: readonly (FieldSourceValue | undefined)[]): readonly FieldSourceValue[] =>
  parts.flatMap((part) => (part && part.value !== '' ? [part] : []));

/** The only name of a holder who has one, which may be the last or the first name. */
const onlyName = (context: NameContext): FieldSourceValue | null => {
  const names = nameFields.map(context.trusted);
  const [name, ...others] = nonEmpty(names);
  return name && others.length === 0 && names.every((part) => part !== undefined) && !hasNoRoomForFirst(context)
    ? name
    : null;
};

/** Whether the claims have the same name as last and as first name, as forms with two fields make people do. */
const isClaimedTwice = ({ claimed: { first_name, last_name }, rules }: NameContext): boolean =>
  first_name !== undefined &&
  last_name !== undefined &&
  compareNames({ value: first_name }, { value: last_name }, rules).score === 100;

/** The names by which a claim is judged, `null` if the machine-readable part does not have them. */
const machineNames = (field: NameClaim['field'], context: NameContext): readonly FieldSourceValue[] | null => {
  const name = context.trusted(field === 'full_name' ? 'last_name' : field);
  if (!name) return null;
  if (name.value === '')
    return field === 'full_name' || isClaimedTwice(context) ? nonEmpty([onlyName(context) ?? undefined]) : [];
  return field === 'full_name' ? nonEmpty(nameFields.map(context.trusted)) : [name];
};

const printedName = (name: NameField, { facts }: NameContext): FieldSourceValue | undefined =>
  fieldValues(name, facts).find(({ source }) => source === 'ai');

/** The names as they are printed, if any is; one that is not printed is taken from the machine-readable part. */
const printedNames = (field: NameClaim['field'], context: NameContext): readonly FieldSourceValue[] => {
  const fields = field === 'full_name' ? nameFields : [field];
  return fields.some((name) => printedName(name, context))
    ? nonEmpty(fields.map((name) => printedName(name, context) ?? context.trusted(name)))
    : [];
};

/** A name without what it says a second time in letters that nobody can compare, as in `王 WANG`. */
const withoutUnspelt = (name: string): string => {
  const left = name.split(/\s+/).filter((word) => !isUnspelt(word));
  return left.some((word) => /\p{L}/u.test(word)) ? left.join(' ') : name;
};

type Judged = Pick<NameComparison, 'score' | 'agrees' | 'isVariant' | 'rest'>;

/** Compares a claim with names of the document. A second name that stands nowhere on the document is a difference. */
const judge = (
  { field, parts = [], value }: NameClaim,
  names: readonly ComparableValue[],
  { facts }: NameContext,
  rules: NameRules,
): Judged => {
  const [name] = names;
  if (!name) return { score: 0, agrees: false, isVariant: false, rest: { one: [], other: [] } };
  const whole = { value: withoutUnspelt(value) };
  const full = parts.length > 0 ? parts.map((part) => ({ value: withoutUnspelt(part) })) : whole;
  const compared = field === 'full_name' ? compareFullName(full, names, rules) : compareNames(whole, name, rules);
  const everyName = nameFields.flatMap((part) => fieldValues(part, facts));
  return compared.relation === 'part' && hasForeignName(compared.rest.one, everyName, rules)
    ? { ...compared, agrees: false, isVariant: false }
    : compared;
};

/** A name in a script that is not spelt in Latin letters neither agrees with one that is, nor differs from it. */
const differenceOf = (one: string, other: string): ReasonCode =>
  isUnspelt(one) === isUnspelt(other) ? 'data_name_mismatch' : 'data_name_unconfirmed';

const resultOf = (claim: NameClaim, names: readonly FieldSourceValue[], judged: Judged): ClaimResult => {
  const { agrees, isVariant, score } = judged;
  const { source = 'mrz' } = names.find((name) => name.source === 'ai') ?? names[0] ?? {};
  const other = { source, value: names.map(({ value }) => value).join(' ') };
  const one = { source: 'claimed', value: claim.value } as const;
  const difference: ReasonCode = isVariant ? 'data_name_variant' : differenceOf(one.value, other.value);
  return {
    details: [
      {
        kind: 'comparison',
        field: claim.field,
        comparator: 'name',
        one,
        other,
        score,
        agrees,
      },
    ],
    reasons: agrees ? [] : [difference],
  };
};

const both = (one: ClaimResult, other: ClaimResult): ClaimResult => ({
  details: [...one.details, ...other.details],
  reasons: [...new Set([...one.reasons, ...other.reasons])],
});

const withoutTruncation = ({ source, value }: FieldSourceValue): FieldSourceValue => ({ source, value });

/** Whether a document has one name in both of its fields. */
const isOneName = ([last, first]: readonly FieldSourceValue[], rules: NameRules): boolean =>
  last !== undefined && first !== undefined && compareNames(last, first, rules).score === 100;

/** A person with one name may have it once or twice, in the claim as on the document. */
const judgeByMachine = (claim: NameClaim, names: readonly FieldSourceValue[], context: NameContext): Judged => {
  const asWritten = judge(claim, names, context, context.rules);
  if (asWritten.agrees || claim.field !== 'full_name') return asWritten;
  const others = onlyName(context) ? [...names, ...names] : names.slice(0, 1);
  if (others.length < 2 && !isOneName(names, context.rules)) return asWritten;
  const otherwise = judge(claim, others, context, context.rules);
  return otherwise.score === 100 ? otherwise : asWritten;
};

/** Whether more of a name may be in print: it may be truncated, or has an initial. */
const mayGoOn = ({ truncated, value }: FieldSourceValue): boolean => truncated === true || /\b[A-Z]\b/.test(value);

/**
 * Many names have one beginning: a match that holds only because a name may be truncated, or by an initial, has to
 * agree with print as well.
 */
const claimResult = (claim: NameClaim, names: readonly FieldSourceValue[], context: NameContext): ClaimResult => {
  const judged = judgeByMachine(claim, names, context);
  const result = resultOf(claim, names, judged);
  const printed = printedNames(claim.field, context);
  const wholeWords = { ...context.rules, acceptsInitials: false };
  const isComplete = (): boolean => judge(claim, names.map(withoutTruncation), context, wholeWords).agrees;
  return !judged.agrees || printed.length === 0 || !names.some(mayGoOn) || isComplete()
    ? result
    : both(result, resultOf(claim, printed, judge(claim, printed, context, context.rules)));
};

const noRoomDetail: CheckDetail = { kind: 'value', name: 'first_name_has_room', value: false, source: 'mrz' };

/**
 * A given name for which the MRZ had no room is neither confirmed nor contradicted there. The print has to have it, or
 * the date of birth or the document number has to agree; otherwise a person decides.
 */
const claimGivenName = (claim: NameClaim, inMrz: ClaimResult, context: NameContext): ClaimResult => {
  const printed = printedNames(claim.field, context);
  if (printedName('first_name', context))
    return both(inMrz, resultOf(claim, printed, judge(claim, printed, context, context.rules)));
  return context.rules.isCorroborated === true ? inMrz : { ...inMrz, reasons: ['data_name_unconfirmed'] };
};

/** Judges a claim by an MRZ that has the last name alone. A full name may go on in what had no room. */
const claimWithoutRoom = (claim: NameClaim, context: NameContext): ClaimResult => {
  if (claim.field !== 'full_name') return claimGivenName(claim, { details: [noRoomDetail], reasons: [] }, context);
  const last = nonEmpty([context.trusted('last_name')]).map((name) => ({ ...name, truncated: true }));
  const judged = judge(claim, last, context, { ...context.rules, isCorroborated: true });
  const inMrz = resultOf(claim, last, judged);
  return judged.agrees && judged.rest.one.length > 0 ? claimGivenName(claim, inMrz, context) : inMrz;
};

const compareClaimedName = (claim: NameClaim, context: NameContext): ClaimResult => {
  if (claim.field !== 'last_name' && hasNoRoomForFirst(context)) return claimWithoutRoom(claim, context);
  const names = machineNames(claim.field, context);
  if (names) return claimResult(claim, names, context);
  const source = machineRead(context.facts)?.source ?? 'mrz';
  // Another photo of an MRZ whose check digits all hold would not bring the names that the reader was not sure of.
  const reason = source === 'mrz' && isMrzProven(context.facts) ? 'document_names_unread' : 'data_field_missing';
  return { details: [missingFieldDetail(claim.field, source)], reasons: [reason] };
};

/**
 * Compares both claimed names together with the document's names, which many States do not divide as a form does:
 * Satriya Sudarpa is one name by ICAO 9303-4, 4.2.3, and family names stand first or last.
 */
const judgeTogether = (context: NameContext): { readonly claim: string; readonly judged: Judged } | null => {
  const { first_name, last_name } = context.claimed;
  const names = nonEmpty(nameFields.map(context.trusted));
  if (first_name === undefined || last_name === undefined || names.length === 0) return null;
  const parts = [last_name, first_name];
  const claim = parts.join(' ');
  return { claim, judged: judge({ field: 'full_name', value: claim, parts }, names, context, context.rules) };
};

const compareSingleName = (claim: NameClaim, context: NameContext): ClaimResult => {
  const result = compareClaimedName(claim, context);
  const together = result.reasons.length > 0 ? judgeTogether(context) : null;
  const isSame = together?.judged.score === 100;
  const hasOneField = hasNoFamilyName(context.rules.issuingState) || onlyName(context) !== null;
  const isPart = together?.judged.agrees === true && hasOneField;
  return together && (isSame || isPart)
    ? resultOf({ ...claim, value: together.claim }, nonEmpty(nameFields.map(context.trusted)), together.judged)
    : result;
};

/** Whether a text stands in place of a name. */
type IsPlace = (text: string) => boolean;

/** A name that the document has a placeholder for is one that the holder does not have. */
const withoutPlaceholderNames = (context: NameContext, isPlace: IsPlace): NameContext => ({
  ...context,
  trusted: (name) => {
    const found = context.trusted(name);
    return found && isPlace(found.value) ? { ...found, value: '' } : found;
  },
});

/** The claims without what stands in place of a name. Claims of nothing but that are held against the document. */
const withoutPlaceholderClaims = (claimed: Claimed, isPlace: IsPlace): Claimed => {
  const { first_name: _, full_name: __, last_name: ___, ...others } = claimed;
  const named = (['full_name', ...nameFields] as const).flatMap((field) => {
    const name = withoutPlaceholders(claimed[field] ?? '', isPlace);
    return name === '' ? [] : [[field, name] as const];
  });
  return named.length > 0 ? { ...others, ...Object.fromEntries(named) } : claimed;
};

/** The name that is claimed in one of the two fields alone, which is the whole name of a holder who has one. */
const loneClaim = ({ first_name, last_name }: Claimed): string | undefined =>
  first_name === undefined || last_name === undefined ? (first_name ?? last_name) : undefined;

const namedAs = (field: NameField, { details, reasons }: ClaimResult): ClaimResult => ({
  details: details.map((detail) => (detail.kind === 'comparison' ? { ...detail, field } : detail)),
  reasons,
});

const compareField = (
  field: NameClaim['field'],
  value: string,
  context: NameContext,
  isWhole: boolean,
): ClaimResult => {
  if (field === 'full_name') return compareClaimedName({ field, value }, context);
  return isWhole
    ? namedAs(field, compareClaimedName({ field: 'full_name', value }, context))
    : compareSingleName({ field, value }, context);
};

const compareEach = (context: NameContext, isWhole: boolean): readonly ClaimResult[] =>
  (['full_name', ...nameFields] as const).flatMap((field) => {
    const value = context.claimed[field];
    return value === undefined ? [] : [compareField(field, value, context, isWhole)];
  });

const agree = (results: readonly ClaimResult[]): boolean => results.every(({ reasons }) => reasons.length === 0);

/** Whether the holder has one name, which a document may have in both of its fields. */
const hasOneName = (context: NameContext): boolean =>
  onlyName(context) !== null || isOneName(nonEmpty(nameFields.map(context.trusted)), context.rules);

/** Whether the claims themselves state that there is a name which the holder does not have. */
const claimsNoName = ({ claimed }: NameContext): boolean =>
  (['full_name', ...nameFields] as const).some((field) => {
    const name = claimed[field] ?? '';
    return withoutPlaceholders(name, isNobodysName) !== name.split(/\s+/).join(' ');
  });

/**
 * The names and claims without what stands in place of a name: what is nobody's name on both sides, and what somebody
 * has as a name on one side alone, where the other one states that there is none.
 */
const withoutPlacesOfNames = (given: NameContext): readonly NameContext[] => {
  const onBoth = {
    ...withoutPlaceholderNames(given, isNobodysName),
    claimed: withoutPlaceholderClaims(given.claimed, isNobodysName),
  };
  return [
    ...(hasOneName(onBoth) ? [{ ...onBoth, claimed: withoutPlaceholderClaims(given.claimed, isNoName) }] : [onBoth]),
    ...(claimsNoName(given) ? [withoutPlaceholderNames(onBoth, isNoName)] : []),
  ];
};

/**
 * Compares each claimed name with the document. Where they do not agree as they are written, what stands in place of a
 * name is left out: somebody may really have the name Null, Na or Ono. The rest in one field is then the whole name.
 */
export const compareClaimedNames = (given: NameContext): readonly ClaimResult[] => {
  const asWritten = compareEach(given, onlyName(given) !== null && loneClaim(given.claimed) !== undefined);
  if (agree(asWritten)) return asWritten;
  const compared = withoutPlacesOfNames(given).map((context) => ({
    results: compareEach(context, loneClaim(context.claimed) !== undefined),
    isWhole: hasOneName(context),
  }));
  const named = compared.find(({ results }) => agree(results)) ?? compared.find(({ isWhole }) => isWhole);
  return named?.results ?? asWritten;
};
