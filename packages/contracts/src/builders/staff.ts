import type { StaffAccount, StaffIdentity, StaffSession } from '@portcullis/backoffice/ports';

const at = '2026-05-01T10:00:00.000Z';

export const aMember = (more: Partial<StaffIdentity> = {}): StaffIdentity => ({
  staffId: 'staff-7c2k9d4m1x0p',
  name: 'Rosa Lind',
  roles: ['reviewer'],
  tenant: { partnerId: 'acme', teamId: null },
  ...more,
});

/** An account whose secrets open nothing. */
export const anAccount = (username = 'rosa', more: Partial<StaffAccount> = {}): StaffAccount => ({
  username,
  member: aMember(),
  isDisabled: false,
  passwordHash: 'scrypt$of-nothing',
  totpSecret: 'GEZDGNBVGY3TQOJQ',
  lastTotpStep: 0,
  recoveryDigests: ['ab'.repeat(32)],
  generation: 0,
  createdAt: at,
  updatedAt: at,
  version: 1,
  ...more,
});

export const aStaffSession = (id = 'session00000001', more: Partial<StaffSession> = {}): StaffSession => ({
  id,
  secretDigest: 'cd'.repeat(32),
  member: aMember(),
  createdAt: at,
  usedAt: at,
  endsAt: '2026-05-01T18:00:00.000Z',
  ...more,
});
