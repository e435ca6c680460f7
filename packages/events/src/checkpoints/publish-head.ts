import { E, type Either, type Unavailable } from '@portcullis/domain/kernel';
import type { Clock } from '@portcullis/domain/ports';
import { isoNow } from '@portcullis/domain/use-cases';
import { type Checkpoint, type LogHead, signedText } from '../ledger/checkpoint.ts';
import type { HeadSigner } from '../ports/head-signer.ts';
import type { LedgerLog, LogState } from '../ports/ledger-log.ts';

/** The minimum interval between two heads, except when the service stops. */
const headIntervalMs = 60_000;

export type HeadDeps = {
  readonly ledgerLog: LedgerLog;
  readonly clock: Clock;
  /** `null`: heads are not signed. */
  readonly signer: HeadSigner | null;
};

export type HeadPublisher = {
  /** Makes a head, if entries were added since the last one, once a minute; the last one (`isLast`) at once. */
  readonly publish: (state: LogState, isLast: boolean) => Promise<Either<Unavailable, void>>;
  /** Forgets which head is the newest: another instance may have made one. */
  readonly forget: () => void;
};

export const createHeadPublisher = ({ clock, ledgerLog, signer }: HeadDeps): HeadPublisher => {
  let newest: Checkpoint | null | undefined;

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
      if (!isDue(newest, state, isLast)) return E.right(undefined);
      const { hash, logId, size } = state;
      const head: LogHead = { logId, size, hash, time: isoNow(clock) };
      const checkpoint: Checkpoint = { ...head, signature: signer?.sign(signedText(head)) ?? null };
      const stored = await ledgerLog.putHead(checkpoint)();
      if (E.isLeft(stored)) return stored;
      newest = checkpoint;
      return E.right(undefined);
    },
    forget: () => {
      newest = undefined;
    },
  };
};
