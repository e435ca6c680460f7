import { E, type Either } from '@portcullis/domain';
import { type LimitReached, limitReached } from '@portcullis/domain/kernel';

/** How many archives are made at once in this process, and for one session. Each reads a ledger and pictures. */
const maxAtOnce = 2;
const maxOfSession = 1;

const retrySeconds = 5;

const busy = (where: string): Either<LimitReached, never> =>
  E.left(
    limitReached(
      'evidence_packs',
      `An evidence pack is being sent ${where}. Ask again when it has ended.`,
      retrySeconds,
    ),
  );

/** Limits the archives that are made while they are sent. */
export type DownloadSlots = {
  /** Takes a slot for a session, and answers what gives it back, once however often it is called. */
  readonly take: (sessionId: string) => Either<LimitReached, () => void>;
};

export const downloadSlots = (): DownloadSlots => {
  const taken: string[] = [];
  return {
    take: (sessionId) => {
      if (taken.filter((one) => one === sessionId).length >= maxOfSession) return busy('to your session already');
      if (taken.length >= maxAtOnce) return busy('to others already');
      taken.push(sessionId);
      let isHeld = true;
      return E.right(() => {
        if (isHeld) taken.splice(taken.indexOf(sessionId), 1);
        isHeld = false;
      });
    },
  };
};
