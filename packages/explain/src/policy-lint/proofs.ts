import type { CheckName, FlatPolicy } from '@portcullis/domain/checks';

/**
 * A proof of who somebody is: checks that say that the evidence is authentic, and checks that bind it to the person.
 * All of them must be required, and one of those that read the same thing in several ways (`oneOf`).
 */
type Proof = {
  readonly oneOf: readonly [CheckName, ...CheckName[]];
  readonly authenticity: readonly CheckName[];
  readonly binding: readonly CheckName[];
};

/** A document by its machine-readable part, and the face on it. */
const documentProof: Proof = {
  oneOf: ['document_mrz', 'document_barcode'],
  authenticity: ['document_consistency', 'document_expiry'],
  binding: ['liveness', 'face_match'],
};

/** Every proof that there is. A path is sufficient if it has one of them whole; halves of two are none. */
const proofs: readonly [Proof, ...Proof[]] = [documentProof];

const partsOf = ({ authenticity, binding }: Proof): readonly CheckName[] => [...authenticity, ...binding];

/** The half of a proof to which a check belongs; `null` for the others, which are no part of any. */
export const halfOfProof = (name: CheckName): 'authenticity' | 'binding' | null => {
  if (proofs.some(({ binding }) => binding.includes(name))) return 'binding';
  return proofs.some(({ authenticity, oneOf }) => [...oneOf, ...authenticity].includes(name)) ? 'authenticity' : null;
};

const isRequired = ({ checks }: FlatPolicy, name: CheckName): boolean => checks[name] === 'required';

const requiredPart = (rules: FlatPolicy, proof: Proof): number =>
  [...proof.oneOf, ...partsOf(proof)].filter((name) => isRequired(rules, name)).length;

/** The proof that a path means to have: the one of which it requires the most. */
const meantProof = (rules: FlatPolicy): Proof =>
  proofs.reduce((best, one) => (requiredPart(rules, one) > requiredPart(rules, best) ? one : best));

/** The ways to read the same thing, of which a path requires none; nothing if it requires one. */
export const missingAlternatives = (rules: FlatPolicy): readonly CheckName[] => {
  const { oneOf } = meantProof(rules);
  return oneOf.some((name) => isRequired(rules, name)) ? [] : oneOf;
};

/** Whether a path approves nobody without this check: it is a part of its proof, which has no other for it. */
export const isIndispensable = (rules: FlatPolicy, name: CheckName): boolean =>
  partsOf(meantProof(rules)).includes(name) || missingAlternatives(rules)[0] === name;
