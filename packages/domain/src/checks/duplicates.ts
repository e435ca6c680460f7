import { documentFacts, fieldPairs, isSameValue, machineRead } from '@portcullis/documents';
import type { CurrentEvidence } from '../evidence/current-evidence.ts';
import { declinedKinds, type FingerprintKind, fingerprintKinds } from '../evidence/evidence.ts';
import type { ReasonCode } from '../policy/reasons.ts';
import type { CheckModule } from './check-module.ts';
import type { CheckDetail } from './shared/check.ts';
import {
  type CheckInput,
  type CheckResult,
  evidenceIndexes,
  failed,
  notApplicable,
  passed,
  unavailableBecause,
} from './shared/check-result.ts';

const reasonByKind: Readonly<Record<FingerprintKind, ReasonCode>> = {
  document: 'duplicate_document',
  person: 'duplicate_person',
  image: 'duplicate_document',
  device: 'device_shared',
};

const listDetail = (kind: FingerprintKind, list: 'blocked' | 'allowed' | 'unreadable'): CheckDetail => ({
  kind: 'value',
  name: `list.${kind}`,
  value: list,
  source: 'register',
});

/** How many other profiles that showed the same are declined now. */
const declinedDetails = ({ currentEvidence: { sightings }, policy }: CheckInput): readonly CheckDetail[] =>
  declinedKinds.flatMap((kind): readonly CheckDetail[] => {
    // A policy that does not look for duplicates may be for the specimens of a sandbox, which all share.
    const value = policy.duplicates[kind] === null ? 0 : (sightings?.value.declined[kind] ?? 0);
    return value > 0 ? [{ kind: 'value', name: `declined.${kind}`, value, limit: 0, source: 'register' }] : [];
  });

/** Whether a number that was looked up stands in print alone, where only a document reader has seen it. */
const isNumberUnproven = ({ reading, readings }: CurrentEvidence): boolean =>
  [...readings, ...(reading ? [reading] : [])].some(({ value }) => {
    const facts = documentFacts(value);
    const isMachineRead = machineRead(facts)?.fields.document_number !== undefined;
    const isContradicted = fieldPairs('document_number', facts).some(
      ([one, other]) => !isSameValue('number', one.value, other.value),
    );
    return facts.reading.fields.document_number !== undefined && (!isMachineRead || isContradicted);
  });

const duplicatesResult = (input: CheckInput): CheckResult => {
  const { currentEvidence, policy } = input;
  const { sightings } = currentEvidence;
  if (!sightings) return notApplicable;
  const { allowed, blocked, others, unreadable = [] } = sightings.value;
  const counted = fingerprintKinds.flatMap((kind) => {
    const count = others[kind];
    const limit = policy.duplicates[kind];
    return count === null || limit === null ? [] : [{ kind, count, limit }];
  });
  const exceeded = counted.flatMap(({ kind, count, limit }) => (count > limit ? [reasonByKind[kind]] : []));
  const declined = declinedDetails(input);
  const adverse: readonly ReasonCode[] = [
    ...new Set(exceeded),
    ...(declined.length > 0 ? ['duplicate_of_declined' as const] : []),
    ...(blocked.length > 0 ? ['list_blocked' as const] : []),
  ];
  const informational: readonly ReasonCode[] = allowed.length > 0 ? ['list_allowed'] : [];
  const details: readonly CheckDetail[] = [
    ...counted.map(({ kind, count, limit }): CheckDetail => {
      return { kind: 'value', name: `others.${kind}`, value: count, limit, source: 'register' };
    }),
    ...declined,
    ...blocked.map((kind) => listDetail(kind, 'blocked')),
    ...allowed.map((kind) => listDetail(kind, 'allowed')),
    ...unreadable.map((kind) => listDetail(kind, 'unreadable')),
  ];
  const indexes = evidenceIndexes(sightings);
  const extras = { source: 'register', details } as const;
  const incomplete = unreadable.length > 0 ? ({ preventsApproval: true } as const) : {};
  if (adverse.length > 0) {
    const isByNumber = blocked.every((kind) => kind === 'document') && isNumberUnproven(currentEvidence);
    const unprovenReasons: readonly ReasonCode[] = isByNumber ? ['list_blocked'] : [];
    return { ...failed([...adverse, ...informational], indexes, { ...extras, unprovenReasons }), ...incomplete };
  }
  return unreadable.length > 0
    ? { ...unavailableBecause(informational, indexes), ...extras, ...incomplete }
    : passed(indexes, extras, informational);
};

/**
 * Checks whether this document, person, picture or device was seen under other references of the tenant, whether any of
 * it but the device was in a profile that is declined, and whether any of it is on one of the tenant's own lists. An
 * entry on the list of those to allow takes no other reason back. Where nobody can say on which list something is,
 * nobody is approved without a reviewer.
 */
export const duplicates: CheckModule<'duplicates'> = {
  name: 'duplicates',
  reasons: [
    'duplicate_document',
    'duplicate_person',
    'device_shared',
    'duplicate_of_declined',
    'list_blocked',
    'list_allowed',
  ],
  defaultRequirement: 'optional',
  dependsOn: [],
  steps: { required: [], optional: ['document_front', 'document_back', 'device'], rejected: [] },
  run: duplicatesResult,
};
