import { deterministicId, sha256Hex } from '@portcullis/domain/kernel';
import type { StaffAccount } from '../ports/staff-directory.ts';
import type { StaffIdentity, StaffSession } from '../ports/staff-sessions.ts';

/** A session ends after this time without a use. */
export const sessionIdleMs = 30 * 60_000;
/** A session ends this long after it began, however often it is used. */
export const sessionLifetimeMs = 8 * 3_600_000;
/** The use of a session is noted when the note before is as old as this. */
export const sessionTouchMs = 60_000;
/** How far ahead the clock of the instance that recorded a use may be. No instance has recorded a later use. */
export const sessionAheadMs = 60_000;

/** When a session ends unless it is used again: ISO 8601 UTC with milliseconds. */
export const idleEndOf = ({ endsAt, usedAt }: Pick<StaffSession, 'endsAt' | 'usedAt'>): string => {
  const idle = new Date(Date.parse(usedAt) + sessionIdleMs).toISOString();
  return idle < endsAt ? idle : endsAt;
};

/** Whether an account admits what it admitted at a generation, which every change of it but a sign-in raises. */
export const isStill = (
  account: StaffAccount | null,
  generation: number,
  { staffId }: Pick<StaffIdentity, 'staffId'>,
): account is StaffAccount =>
  account?.isDisabled === false && account.generation === generation && account.member.staffId === staffId;

/** The form of a secret: 32 random bytes as hexadecimal digits. */
const secretPattern = /^[0-9a-f]{64}$/;

/** The id and the digest of the session with this secret; `null` for what is no secret. */
export const sessionKeyOf = (secret: string): Pick<StaffSession, 'id' | 'secretDigest'> | null =>
  secretPattern.test(secret)
    ? {
        id: deterministicId(`staff session ${secret}`),
        secretDigest: sha256Hex(new Uint8Array([...secret].map((character) => character.charCodeAt(0)))),
      }
    : null;
