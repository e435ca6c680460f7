import type { FingerprintKind } from '@portcullis/domain/evidence';
import type { AttemptFingerprints } from '@portcullis/domain/ports';

/** Answers a fake keyed digest: 64 hex characters that identify a value. */
export const digestNo = (n: number): string => n.toString(16).padStart(64, 'd0');

export const noDigests = { document: [], person: [], image: [], device: [] } as const satisfies Record<
  FingerprintKind,
  []
>;

/** The first attempt of a profile of acme, which showed one of everything; `over` says what differs. */
export const attemptFingerprints = (over: Partial<AttemptFingerprints> = {}): AttemptFingerprints => ({
  partnerId: 'acme',
  profileId: 'profile00000001',
  attempt: 1,
  at: '2026-05-01T10:00:00.000Z',
  reference: digestNo(901),
  digests: { document: [digestNo(1)], person: [digestNo(2)], image: [digestNo(3)], device: [digestNo(4)] },
  ...over,
});
