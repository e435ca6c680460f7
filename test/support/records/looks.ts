import type { AccessLog } from '@portcullis/domain';
import type { AccessLine, AccessPage, AccessPosition, PlacedAccessLine } from '@portcullis/domain/ports';
import type { AccessEvent } from '@portcullis/http';
import { mustSucceed } from '../run.ts';

/** A look at a profile by a partner's server, as the HTTP layer reports it. */
export const aLook = (requestId: string, partnerId = 'acme'): AccessEvent => ({
  requestId,
  operation: 'getProfile',
  caller: { kind: 'machine', clientId: 'server', tenant: { partnerId, teamId: null }, scopes: [] },
  profileId: 'abc000000000001',
  fileId: null,
  profileIds: null,
  reviewerId: null,
  status: 200,
});

/** Reads a whole access log, page by page. */
export const everyLineIn = async (log: AccessLog): Promise<readonly AccessLine[]> => {
  const lines: PlacedAccessLine[] = [];
  for (let after: AccessPosition | null = null; ; ) {
    const page: AccessPage = await mustSucceed(
      log.page({ viewer: null, after, from: null, until: '9999', limit: 1000 }),
    );
    lines.push(...page.lines);
    after = page.next;
    if (after === null) return lines.map(({ line }) => line);
  }
};

/** The request ids of all lines, sorted. */
export const requestIdsIn = async (log: AccessLog): Promise<readonly string[]> =>
  (await everyLineIn(log)).map((line) => line.request_id).sort();
