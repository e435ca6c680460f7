import type { Tenant } from '@portcullis/domain';
import type { AccessBatch, AccessLine } from '@portcullis/domain/ports';
import { acme, freshId } from './profiles.ts';

/** A look at a profile by a partner's server. */
export const anAccessLine = (over: Partial<AccessLine> = {}): AccessLine => ({
  at: '2026-05-01T10:00:00.000Z',
  request_id: 'request-1',
  operation: 'getProfile',
  caller: { kind: 'machine', client_id: 'acme-server' },
  partner_id: 'acme',
  team_id: null,
  profile_id: 'abc000000000001',
  status: 200,
  ...over,
});

/** A batch of looks of a tenant, with the request ids of these words. */
export const anAccessBatch = (at: string, words: readonly string[], tenant: Tenant = acme): AccessBatch => ({
  id: freshId('a'),
  at,
  tenant,
  lines: words.map((word) => anAccessLine({ request_id: word, partner_id: tenant.partnerId, team_id: tenant.teamId })),
});
