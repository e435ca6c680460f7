import type { Unavailable } from '../../kernel/errors.ts';
import { E, type Either } from '../../kernel/fp.ts';
import { type Checkpoint, signedText, type TreeHead } from '../../ledger/checkpoint.ts';
import { foldNodes } from '../../ledger/merkle/tree.ts';
import { type Clock, monotonicNow } from '../../ports/clock.ts';
import type { HeadSigner, TimestampAuthority } from '../../ports/head-signer.ts';
import type { LedgerLog, LogState } from '../../ports/logs/ledger-log.ts';
import { isoNow } from '../access/change-profile.ts';

/** The minimum interval between two heads, except when the service stops. */
const headIntervalMs = 60_000;

export type HeadDeps = {
  readonly ledgerLog: LedgerLog;
  readonly clock: Clock;
  /** `null`: heads are not signed. */
  readonly signer: HeadSigner | null;
  /** `null`: heads are not stamped. */
  readonly timestamps: TimestampAuthority | null;
  /** Called when a head could not be stamped, which is tried again after a minute. */
  readonly onStampFailure: (failure: Unavailable) => void;
};

type Published = Promise<Either<Unavailable, void>>;

export type HeadPublisher = {
  /** Makes a head, if entries were added since the last one, once a minute; the last one (`isLast`) at once. */
  readonly publish: (state: LogState, isLast: boolean) => Published;
  /** Forgets which head is the newest: another instance may have made one. */
  readonly forget: () => void;
  /** Waits for a stamp that was requested. */
  readonly settled: () => Promise<void>;
};

/**
 * Publishes heads. What an authority answers late delays nothing: the head is stored first, and its stamp is added to
 * it when it comes.
 */
export const createHeadPublisher = (deps: HeadDeps): HeadPublisher => {
  const { ledgerLog, clock, signer, timestamps } = deps;
  let newest: Checkpoint | null | undefined;
  let stamping: Promise<void> | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;

  const stamp = async (head: Checkpoint, authority: TimestampAuthority): Promise<void> => {
    const stamped = await authority.stamp(signedText(head))();
    if (E.isLeft(stamped)) return deps.onStampFailure(stamped.left);
    const whole = { ...head, timestamp: stamped.right };
    const stored = await ledgerLog.putHead(whole)();
    if (E.isLeft(stored)) return deps.onStampFailure(stored.left);
    if (newest?.size === whole.size && newest.time === whole.time) newest = whole;
  };

  const stampIfDue = (): void => {
    const isDue = monotonicNow(clock) - triedAt >= headIntervalMs;
    if (!newest || newest.timestamp !== null || timestamps === null || stamping !== null || !isDue) return;
    triedAt = monotonicNow(clock);
    stamping = stamp(newest, timestamps).finally(() => {
      stamping = null;
    });
  };

  const isDue = (head: Checkpoint | null, { size }: LogState, isLast: boolean): boolean => {
    if (head === null) return size > 0;
    const lacksSignature = head.signature === null && signer !== null;
    if (size === head.size && !lacksSignature) return false;
    // A head of more entries than there are, or of a later minute, is not one of a service whose clock is right.
    const isRecent = Math.abs(clock.now() - Date.parse(head.time)) < headIntervalMs;
    return isLast || lacksSignature || size < head.size || !isRecent;
  };

  return {
    publish: async (state, isLast) => {
      if (newest === undefined) {
        const found = await ledgerLog.newestHead()();
        if (E.isLeft(found)) return found;
        newest = found.right;
      }
      if (isDue(newest, state, isLast)) {
        const { logId, size } = state;
        const head: TreeHead = { logId, size, root: foldNodes(state.frontier), time: isoNow(clock) };
        const checkpoint = { ...head, signature: signer?.sign(signedText(head)) ?? null, timestamp: null };
        const stored = await ledgerLog.putHead(checkpoint)();
        if (E.isLeft(stored)) return stored;
        newest = checkpoint;
        triedAt = Number.NEGATIVE_INFINITY;
      }
      stampIfDue();
      return E.right(undefined);
    },
    forget: () => {
      newest = undefined;
    },
    settled: async () => {
      if (stamping !== null) await stamping;
    },
  };
};
