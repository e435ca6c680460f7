import { E, type Either } from '@portcullis/domain';
import { type LimitReached, limitReached } from '@portcullis/domain/kernel';

/**
 * The number of archives that are made at once in this process, and for one partner, however slowly its staff read
 * them: none keeps the others waiting. Each reads a ledger and pictures.
 */
const maxAtOnce = 2;
const maxOfPartner = 1;

const retrySeconds = 5;

const busy = (where: string): Either<LimitReached, never> =>
  E.left(
    limitReached(
      'evidence_packs',
      `An evidence pack is being made ${where}. Ask again when it has ended.`,
      retrySeconds,
    ),
  );

/** Limits the archives that are made while they are sent. */
export type DownloadSlots = {
  /** Takes a slot for a partner, and answers what gives it back, once however often it is called. */
  readonly take: (partnerId: string) => Either<LimitReached, () => void>;
};

export const downloadSlots = (): DownloadSlots => {
  const taken: string[] = [];
  return {
    take: (partnerId) => {
      if (taken.filter((one) => one === partnerId).length >= maxOfPartner) return busy('for your partner already');
      if (taken.length >= maxAtOnce) return busy('for others already');
      taken.push(partnerId);
      let isHeld = true;
      return E.right(() => {
        if (isHeld) taken.splice(taken.indexOf(partnerId), 1);
        isHeld = false;
      });
    },
  };
};
