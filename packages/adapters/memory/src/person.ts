import type { Decision, Verification } from '@portcullis/domain';

/** The claims as `createProfile` takes them. */
type Claims = NonNullable<Parameters<Verification['createProfile']>[0]['claimed']>;

/** What the person of `aPassport` claims of herself. */
export const aPerson = (over: Claims = {}): Claims => ({
  firstName: 'Anna Maria',
  lastName: 'Eriksson',
  dateOfBirth: '1974-08-12',
  documentNumber: 'L898902C3',
  ...over,
});

/** The approval of her profile, as the profile has it; its digests are those of nothing. */
export const aDecision = (over: Partial<Decision> = {}): Decision => ({
  outcome: 'approve',
  reasons: [],
  policy: { id: 'standard', version: '1' },
  policyDigest: 'a'.repeat(64),
  engine: 1,
  evidenceDigest: 'b'.repeat(64),
  evidenceCount: 9,
  attempt: 1,
  askedSteps: null,
  decidedBy: { type: 'system', id: 'portcullis' },
  seq: 13,
  at: '2026-05-01T10:00:00.000Z',
  ...over,
});
