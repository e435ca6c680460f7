import { attemptFingerprints, referenceDigest } from '../../evidence/attempt-fingerprints.ts';
import { currentEvidence } from '../../evidence/current-evidence.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import type { Unavailable } from '../../kernel/errors.ts';
import { pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import { runsCheck } from '../../policy/paths.ts';
import { type DuplicateIndex, maxDigests } from '../../ports/stores/duplicate-index.ts';
import { withTrustedClock } from '../../ports/trusted-clock.ts';
import type { NewEvidence } from '../../profile/commands.ts';
import type { Profile } from '../../profile/profile.ts';
import { decisionInput } from '../../profile/requirements.ts';
import { type ChangeDeps, isoNow, type Loaded } from '../access/change-profile.ts';

export type DuplicateDeps = Pick<ChangeDeps, 'clock'> & { readonly duplicateIndex: DuplicateIndex };

type NewDuplicatesEvidence = Extract<NewEvidence, { readonly kind: 'sightings' | 'incomplete_sightings' }>;

const isFingerprinted = (item: Evidence): boolean =>
  item.kind === 'document_reading' ||
  item.kind === 'device' ||
  (item.kind === 'file' && (item.file.kind === 'document_front' || item.file.kind === 'document_back'));

/**
 * The position of the newest evidence that has fingerprints; -1 means that there is none. A check for duplicates is
 * outdated when newer evidence follows it.
 */
export const newestFingerprintedIndex = ({ evidence }: Profile): number => evidence.findLastIndex(isFingerprinted);

/** Whether the policy asks for duplicates, and they were not checked since the newest such evidence. */
export const needsDuplicateCheck = ({ policy, profile }: Loaded): boolean => {
  const { sightings } = currentEvidence(decisionInput(profile));
  const isAsked = runsCheck(policy, 'duplicates') || runsCheck(policy, 'velocity');
  return isAsked && (sightings === null || sightings.index < newestFingerprintedIndex(profile));
};

/**
 * Records what the attempt showed and answers where else it was seen. Everything that an attempt showed counts, also a
 * photo that another one superseded; for an attempt that nobody could read, at least its pictures, its device and its
 * reference count.
 */
export const checkDuplicates = (
  { clock, duplicateIndex }: DuplicateDeps,
  { policy, profile }: Loaded,
): TaskEither<Unavailable, NewDuplicatesEvidence> => {
  const { attempt, id, reference, tenant } = profile;
  const { windowSeconds } = policy.velocity;
  const file = decisionInput(profile);
  return pipe(
    duplicateIndex.partnerKey(tenant.partnerId),
    TE.map((key) => ({
      partnerId: tenant.partnerId,
      profileId: id,
      attempt: attempt.number,
      at: isoNow(clock),
      reference: referenceDigest(key, tenant, reference),
      digests: attemptFingerprints(key, file, maxDigests),
    })),
    TE.flatMap((sighted) => withTrustedClock(clock, duplicateIndex.record(sighted, windowSeconds))),
    TE.map(({ unreadable, ...found }) => ({
      ...(unreadable ? { kind: 'incomplete_sightings', unreadable } : { kind: 'sightings' }),
      readingId: currentEvidence(file).reading?.value.id ?? null,
      ...found,
      attempts: { windowSeconds, ...found.attempts },
    })),
  );
};
