import { type AccessLog, pipe, type TaskEither, TE, type Tenant, type Unavailable } from '@portcullis/domain';
import { damagedRecord } from '@portcullis/domain/kernel';
import type { AccessBatch, AccessLine, AccessPage } from '@portcullis/domain/ports';
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

/** The page of all lines, which fails where it says that rows are damaged. */
export const undamagedLines = ({ page }: Pick<AccessLog, 'page'>): TaskEither<Unavailable, AccessPage> =>
  pipe(
    page({ viewer: null, after: null, from: null, until: '9999', limit: 1000 }),
    TE.flatMap((read) => (read.damaged.length === 0 ? TE.right(read) : TE.left(damagedRecord('damaged rows')))),
  );
