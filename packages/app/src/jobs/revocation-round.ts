import type { StaffSessions } from '@portcullis/backoffice/ports';
import { type Clock, E, type Unavailable } from '@portcullis/domain';
import type { TokenStateStore } from '@portcullis/domain/ports';
import { keptAfterExpiryMs, type RevocationList } from '@portcullis/domain/use-cases';
import { pruneOlder } from './prune-older.ts';

/** How many states of tokens are deleted in one round. */
const prunedStatesPerRound = 200;

type RevocationRoundDeps = {
  readonly revocations: Pick<RevocationList, 'refresh'>;
  readonly tokenStates: Pick<TokenStateStore, 'prune'>;
  readonly staffSessions: Pick<StaffSessions, 'prune'>;
  readonly clock: Clock;
  readonly onUnread: (cause: Unavailable) => void;
  readonly onNotPruned: (cause: Unavailable) => void;
};

/** Reads the revocations of other instances, and forgets what has expired by a clock that is trusted. */
export const revocationRound = (deps: RevocationRoundDeps) => async (): Promise<void> => {
  const { clock, onNotPruned, onUnread, revocations, staffSessions, tokenStates } = deps;
  const read = await revocations.refresh();
  if (E.isLeft(read)) return onUnread(read.left);
  const prune = (expiredBefore: string) => tokenStates.prune(expiredBefore, prunedStatesPerRound);
  const forgotten = await pruneOlder(clock, keptAfterExpiryMs, prune)();
  if (E.isLeft(forgotten)) return onNotPruned(forgotten.left);
  const pruneSessions = (endedBefore: string) => staffSessions.prune(endedBefore, prunedStatesPerRound);
  const ended = await pruneOlder(clock, keptAfterExpiryMs, pruneSessions)();
  if (E.isLeft(ended)) onNotPruned(ended.left);
};
