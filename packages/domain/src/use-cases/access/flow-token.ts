import {
  type FlowEnded,
  flowEnded,
  type InvalidToken,
  invalidToken,
  type NotFound,
  notFound,
} from '../../kernel/errors.ts';
import { E, type Either } from '../../kernel/fp.ts';
import { canonicalDigest } from '../../kernel/hash.ts';
import { canAccess, type Principal } from '../../kernel/principal.ts';
import type { Actor } from '../../ledger/entry.ts';
import type { Command } from '../../profile/commands.ts';
import type { Profile } from '../../profile/profile.ts';
import { isTerminal } from '../../profile/transitions.ts';

/** Whether a profile is only read or is to be changed. */
export type Purpose = 'read' | 'write';

/**
 * The actor that stands for a caller in the ledger. A token's id is personal to its bearer and is recorded as a digest.
 */
export const actorOf = (caller: Principal | null): Actor => {
  if (caller === null) return { type: 'system', id: 'portcullis' };
  if (caller.kind === 'machine') return { type: 'machine', id: caller.clientId };
  return caller.kind === 'staff'
    ? { type: 'reviewer', id: caller.staffId }
    : { type: 'flow', id: canonicalDigest(caller.tokenId).slice(0, 16) };
};

/** Whether a settled profile takes nothing more from its person. */
const hasEnded = ({ status }: Profile): boolean =>
  isTerminal(status) || status === 'approved' || status === 'declined' || status === 'lapsed';

/**
 * A flow token is for its own profile and for the newest link, and ends with the flow. After the verdict it can still
 * read; after an expiry, a cancellation or an erasure request it can do nothing.
 */
export const checkFlowToken = (
  caller: Principal | null,
  profile: Profile,
  purpose: Purpose,
): Either<NotFound | InvalidToken | FlowEnded, void> => {
  if (caller?.kind !== 'flow') return E.right(undefined);
  if (!canAccess(caller, profile)) return E.left(notFound);
  if (profile.redaction) return E.left(flowEnded('canceled'));
  if (caller.generation !== profile.linkGeneration) return E.left(invalidToken);
  if (isTerminal(profile.status) || (purpose === 'write' && hasEnded(profile)))
    return E.left(flowEnded(profile.status));
  return E.right(undefined);
};

/** The first use of a link opens the flow. */
export const openingCommand = (caller: Principal | null, profile: Profile): readonly Command[] =>
  caller?.kind === 'flow' && profile.status === 'created'
    ? [{ id: `open:${profile.linkGeneration}`, actor: actorOf(caller), action: { type: 'open_flow' } }]
    : [];
