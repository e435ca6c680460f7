import { after, firstOf, settled } from '@portcullis/domain/kernel';

/** Waits for `work`, but at most `ms` milliseconds. Work that fails in that time rejects with its error. */
export const withTimeLimit = async (ms: number, work: Promise<unknown>): Promise<void> => {
  const first = await firstOf<'settled' | 'late'>([
    ['settled', settled(work)],
    ['late', after(globalThis, ms)],
  ]);
  if (first === 'settled') await work;
};
