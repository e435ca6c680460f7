import {
  E,
  type Either,
  type Examined,
  type ExaminedPage,
  type ExamineLedger,
  type NotFound,
  type ProfileId,
  type Unavailable,
} from '@portcullis/domain';
import type { Say } from '../replay/report.ts';
import { noneYet, sayFault, sayTally, type Tally } from './report.ts';

const addTo = (tally: Tally, { entries, faults }: Examined): Tally => {
  const locked = faults.filter(({ fault }) => fault === 'row_locked').length;
  return {
    profiles: tally.profiles + 1,
    entries: tally.entries + entries,
    faults: tally.faults + faults.length - locked,
    locked: tally.locked + locked,
  };
};

/** Verifies the ledger of one profile or of all, reports each fault as it is found, and returns the summary. */
export const verifyDatabase = async (
  { one, page }: ExamineLedger,
  profile: ProfileId | null,
  say: Say,
): Promise<Either<NotFound | Unavailable, Tally>> => {
  let tally = noneYet;
  const take = (examined: Examined): void => {
    for (const fault of examined.faults) sayFault(say, examined, fault);
    tally = addTo(tally, examined);
  };
  if (profile !== null) {
    const found = await one(profile)();
    if (E.isLeft(found)) return found;
    take(found.right);
  }
  let after: ProfileId | null = null;
  while (profile === null) {
    const found: Either<Unavailable, ExaminedPage> = await page(after)();
    if (E.isLeft(found)) return found;
    for (const examined of found.right.examined) take(examined);
    after = found.right.next;
    if (after === null) break;
  }
  sayTally(say, tally);
  return E.right(tally);
};
