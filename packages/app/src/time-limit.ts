import { firstOf, settled, type Trigger } from '@portcullis/domain/kernel';

const after =
  (ms: number): Trigger =>
  (fire) => {
    const timer = setTimeout(fire, ms);
    return () => clearTimeout(timer);
  };

/** Waits for `work`, but at most `ms` milliseconds. Work that fails in that time rejects with its error. */
export const withTimeLimit = async (ms: number, work: Promise<unknown>): Promise<void> => {
  const first = await firstOf<'settled' | 'late'>([
    ['settled', settled(work)],
    ['late', after(ms)],
  ]);
  if (first === 'settled') await work;
};
