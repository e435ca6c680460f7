import type { Examined, ExaminedPage, ExamineLedger } from '@portcullis/backoffice';
import { E, type Either, type NotFound, type ProfileId, type Unavailable } from '@portcullis/domain';
import type { Report } from '../command/output.ts';
import { emptySummary, type LedgerSummary, reportFault, reportSummary } from './report.ts';

/** A summary with a ledger that was examined. */
const addExamined = (summary: LedgerSummary, { entries, faults }: Examined): LedgerSummary => {
  const locked = faults.filter(({ fault }) => fault === 'row_locked').length;
  return {
    profiles: summary.profiles + 1,
    entries: summary.entries + entries,
    faults: summary.faults + faults.length - locked,
    locked: summary.locked + locked,
  };
};

/** Verifies the ledger of one profile or of all, reports each fault as it is found, and returns the summary. */
export const verifyDatabase = async (
  { one, page, service }: ExamineLedger,
  profile: ProfileId | null,
  report: Report,
): Promise<Either<NotFound | Unavailable, LedgerSummary>> => {
  let summary = emptySummary;
  const addResult = (examined: Examined): void => {
    for (const fault of examined.faults) reportFault(report, examined, fault);
    summary = addExamined(summary, examined);
  };
  if (profile !== null) {
    const found = await one(profile)();
    if (E.isLeft(found)) return found;
    addResult(found.right);
  }
  if (profile === null) {
    const found = await service();
    if (E.isLeft(found)) return found;
    for (const fault of found.right) reportFault(report, { profileId: null }, fault);
    summary = { ...summary, faults: summary.faults + found.right.length };
  }
  let after: ProfileId | null = null;
  while (profile === null) {
    const found: Either<Unavailable, ExaminedPage> = await page(after)();
    if (E.isLeft(found)) return found;
    for (const examined of found.right.examined) addResult(examined);
    after = found.right.next;
    if (after === null) break;
  }
  reportSummary(report, summary);
  return E.right(summary);
};
