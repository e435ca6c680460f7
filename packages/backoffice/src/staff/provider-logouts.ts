import { canonicalDigest, E, type TaskEither, type Unavailable } from '@portcullis/domain/kernel';
import type { Clock, TokenStateStore } from '@portcullis/domain/ports';
import { signInTransactionSeconds } from '../ports/staff-provider.ts';

// A sign-in at the provider can overlap a sign-out there, and store its session behind the end of the others. Each
// sign-out is remembered for longer than a sign-in takes, before sessions are ended: either they are ended with this
// one among them, or the sign-in finds the sign-out once its session is stored.

/** Somebody, and a session at the provider by its digest: `null` for anybody, and for each of the sessions. */
export type AtProvider = { readonly staffId: string | null; readonly there: string | null };

/** The first half of the id of what is remembered of a sign-out. The other half is of the token that said it. */
const markOf = (staffId: string | null, there: string | null): string =>
  canonicalDigest({ provider_logout: [staffId, there] }).slice(0, 32);

/** In place of a session for those sign-ins of somebody to which the provider has named none. */
const unnamed = 'unnamed';

/** Remembers a sign-out, once for its token. */
export const rememberLogout =
  (
    { clock, tokenStates }: { readonly clock: Clock; readonly tokenStates: Pick<TokenStateStore, 'revoke'> },
    { staffId, there }: AtProvider,
    tokenId: string,
  ): TaskEither<Unavailable, void> =>
  async () => {
    const now = clock.now();
    const revokedAt = new Date(now).toISOString();
    const expiresAt = new Date(now + 2 * signInTransactionSeconds * 1000).toISOString();
    const places = staffId !== null && there !== null ? [there, unnamed] : [there];
    for (const place of places) {
      const id = markOf(staffId, place) + canonicalDigest({ token: tokenId }).slice(0, 32);
      const marked = await tokenStates.revoke({ id, revokedAt, expiresAt })();
      if (E.isLeft(marked)) return marked;
    }
    return E.right(undefined);
  };

/** Whether somebody has signed out at the provider at this time (ISO 8601) or later. */
export const hasSignedOutSince =
  (
    { tokenStates }: { readonly tokenStates: Pick<TokenStateStore, 'revokedSince'> },
    staffId: string,
    there: string | null,
    since: string,
  ): TaskEither<Unavailable, boolean> =>
  async () => {
    const found = await tokenStates.revokedSince(since)();
    if (E.isLeft(found)) return found;
    const marks = [
      markOf(staffId, null),
      markOf(staffId, there ?? unnamed),
      ...(there === null ? [] : [markOf(null, there)]),
    ];
    return E.right(found.right.some(({ id }) => marks.includes(id.slice(0, 32))));
  };
