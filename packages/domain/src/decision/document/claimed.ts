import { atLeast, comparatorOf, compare } from '../../evidence/compare/compare.ts';
import { fullNameScore } from '../../evidence/compare/names.ts';
import { sexIn } from '../../evidence/compare/plain.ts';
import { type DocumentFacts, machineRead, typesOf } from '../../evidence/document-facts.ts';
import type { FieldName } from '../../evidence/document-reading.ts';
import type { Claimed } from '../../evidence/evidence.ts';
import { type Told, toldOf } from '../../evidence/field-table.ts';
import { judged, notApplicable, placesOf } from '../answer.ts';
import type { Comparator, Sight } from '../checks.ts';
import type { Policy } from '../policy.ts';
import type { ReasonCode } from '../reasons.ts';
import { looksClosely, withFacts } from './shared.ts';

/** A claim, what a machine reads where the document says the same thing, and how the two are compared. */
type Claim = {
  readonly field: string;
  readonly comparator: Comparator;
  readonly said: string | undefined;
  readonly seen: Told | undefined;
  readonly mismatch: ReasonCode;
  readonly score?: number;
};

/** The fields by the one source that is believed: a claim is worth nothing against the word of a model. */
const believedIn =
  (facts: DocumentFacts) =>
  (name: FieldName): Told | undefined =>
    toldOf(name, facts).find(({ source }) => source === machineRead(facts)?.source);

/** A full name is held against both names of the document. */
const fullName = ({ full_name: said }: Claimed, believed: (name: FieldName) => Told | undefined): Claim => {
  const [last, first] = [believed('last_name'), believed('first_name')];
  const parts = [...(last ? [last] : []), ...(first ? [first] : [])];
  return {
    field: 'full_name',
    comparator: 'name',
    said,
    seen: last && { source: last.source, value: parts.map(({ value }) => value).join(' ') },
    mismatch: 'data_name_mismatch',
    score: said === undefined ? 0 : fullNameScore({ value: said }, parts),
  };
};

/** What of the claims can be compared: a word for a sex that nobody knows is nothing that a document could answer. */
const comparable = (claimed: Claimed, policy: Policy): Claimed => {
  const { country, document_type, gender, ...others } = claimed;
  const isSaid = gender !== undefined && sexIn(gender) !== null;
  if (!looksClosely(policy)) return country?.length === 3 ? { ...others, country } : others;
  return { ...others, ...(country && { country }), ...(document_type && { document_type }), ...(isSaid && { gender }) };
};

const claimsOf = (claimed: Claimed, facts: DocumentFacts): readonly Claim[] => {
  const believed = believedIn(facts);
  const field = (name: FieldName, said: string | undefined, mismatch: ReasonCode): Claim => ({
    field: name,
    comparator: comparatorOf[name],
    said,
    seen: believed(name),
    mismatch,
  });
  const type = typesOf(facts).find(({ source }) => source === machineRead(facts)?.source);
  return [
    fullName(claimed, believed),
    field('last_name', claimed.last_name, 'data_name_mismatch'),
    field('first_name', claimed.first_name, 'data_name_mismatch'),
    field('date_of_birth', claimed.date_of_birth, 'data_birth_date_mismatch'),
    field('document_number', claimed.document_number, 'data_number_mismatch'),
    field('issuing_country', claimed.country, 'data_country_mismatch'),
    field('sex', claimed.gender, 'data_inconsistent'),
    {
      field: 'document_type',
      comparator: 'type',
      said: claimed.document_type,
      seen: type,
      mismatch: 'data_inconsistent',
    },
  ];
};

type Found = { readonly sights: readonly Sight[]; readonly reasons: readonly ReasonCode[] };

const found = (claim: Claim, namesPass: number): Found => {
  const { comparator, field, mismatch, said, seen } = claim;
  if (said === undefined) return { sights: [], reasons: [] };
  if (!seen) return { sights: [], reasons: ['data_field_missing'] };
  const given = { source: 'claimed', value: said } as const;
  const { agrees, score } =
    claim.score === undefined ? compare(comparator, given, seen, namesPass) : atLeast(claim.score, namesPass);
  const other = { source: seen.source, value: seen.value };
  const sight: Sight = { kind: 'comparison', field, comparator, one: given, other, score, agrees };
  return { sights: [sight], reasons: agrees ? [] : [mismatch] };
};

/** Does the document agree with what the partner claimed? Only what a machine reads is believed here. */
export const claimedData = withFacts((facts, { inForce, policy }, places) => {
  const claimed = comparable(inForce.claimed?.item.claimed ?? {}, policy);
  const claims = claimsOf(claimed, facts).filter(({ said }) => said !== undefined);
  if (claims.length === 0) return notApplicable;
  const all = claims.map((claim) => found(claim, policy.names.pass));
  const reasons = [...new Set(all.flatMap((one) => one.reasons))];
  const saw = all.flatMap(({ sights }) => sights);
  return judged(reasons, [...places, ...placesOf(inForce.claimed)], { source: 'claimed', saw });
});
