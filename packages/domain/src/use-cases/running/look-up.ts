import type { Unavailable } from '../../errors.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { inForce } from '../../evidence/in-force.ts';
import { referenceDigest, sightingDigests } from '../../evidence/sighting-digests.ts';
import { pipe, type TaskEither, TE } from '../../fp.ts';
import { mostDigests, type SightingRegister } from '../../ports/stores/sighting-register.ts';
import type { NewEvidence } from '../../profile/commands.ts';
import type { Profile } from '../../profile/profile.ts';
import { caseFile } from '../../profile/requirements.ts';
import { type ChangeNeeds, type Loaded, nowOf } from './change-profile.ts';

export type LookUpNeeds = Pick<ChangeNeeds, 'clock'> & { readonly sightings: SightingRegister };

type LookedUp = Extract<NewEvidence, { readonly kind: 'sightings' }>;

const isLookedFor = (item: Evidence): boolean =>
  item.kind === 'document_reading' ||
  item.kind === 'device' ||
  (item.kind === 'file' && (item.file.kind === 'document_front' || item.file.kind === 'document_back'));

/**
 * The position of the newest evidence that has fingerprints; -1 means that there is none. A check for duplicates is
 * outdated when newer evidence follows it.
 */
export const newestShown = ({ evidence }: Profile): number => evidence.findLastIndex(isLookedFor);

/** Whether the policy asks for duplicates, and they were not checked since the newest such evidence. */
export const isToLookUp = ({ policy, profile }: Loaded): boolean => {
  const { sightings } = inForce(caseFile(profile));
  const isAsked = policy.checks.duplicates !== undefined || policy.checks.velocity !== undefined;
  return isAsked && (sightings === null || sightings.at < newestShown(profile));
};

/**
 * Records what the attempt showed and answers where else it was seen. Everything that an attempt showed counts, also a
 * photo that another one superseded; for an attempt that nobody could read, at least its pictures, its device and its
 * reference count.
 */
export const lookUp = (
  { clock, sightings }: LookUpNeeds,
  { policy, profile }: Loaded,
): TaskEither<Unavailable, LookedUp> => {
  const { attempt, id, reference, tenant } = profile;
  const { windowSeconds } = policy.velocity;
  const file = caseFile(profile);
  return pipe(
    sightings.keyOf(tenant.partnerId),
    TE.map((key) => ({
      partnerId: tenant.partnerId,
      profileId: id,
      attempt: attempt.number,
      at: nowOf(clock),
      reference: referenceDigest(key, tenant, reference),
      digests: sightingDigests(key, file, mostDigests),
    })),
    TE.flatMap((sighted) => sightings.note(sighted, windowSeconds)),
    TE.map((found) => ({
      kind: 'sightings',
      readingId: inForce(file).reading?.item.id ?? null,
      ...found,
      attempts: { windowSeconds, ...found.attempts },
    })),
  );
};
