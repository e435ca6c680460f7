import { type LedgerFault, ledgerFaults } from '@portcullis/backoffice';
import type { ProfileId } from '@portcullis/domain';
import type { Report } from '../command/output.ts';

/** How many profiles and entries were verified, the number of faults, and of rows that could not be decrypted. */
export type LedgerSummary = {
  readonly profiles: number;
  readonly entries: number;
  readonly faults: number;
  readonly locked: number;
};

export const emptySummary: LedgerSummary = { profiles: 0, entries: 0, faults: 0, locked: 0 };

const countOf = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** A malformed id was put there by somebody else, and is printed as a quoted text. */
const displayId = (id: string): string => (/^[a-z0-9]{15}$/.test(id) ? id : JSON.stringify(id));

export const reportFault = (
  report: Report,
  { profileId }: { readonly profileId: ProfileId | null },
  { fault, file, seq }: LedgerFault,
): void => {
  const where = [
    profileId === null ? 'the database' : displayId(profileId),
    ...(seq === null ? [] : [`seq ${seq}`]),
    ...(file === undefined ? [] : [`file ${displayId(file)}`]),
  ];
  report(`${fault === 'row_locked' ? 'SHUT' : 'BAD '} ${where.join(' ')}: ${ledgerFaults[fault]} (${fault})`, {
    kind: 'fault',
    profile_id: profileId,
    seq,
    ...(file !== undefined && { file }),
    fault,
  });
};

export const reportSummary = (report: Report, summary: LedgerSummary): void => {
  const { profiles, entries, faults, locked } = summary;
  const all = `${countOf(profiles, 'profile', 'profiles')}, ${countOf(entries, 'entry', 'entries')}`;
  const verdict = faults === 0 ? 'all verify' : countOf(faults, 'fault', 'faults');
  const closed =
    locked === 0 ? '' : ` ${countOf(locked, 'row', 'rows')} did not open: are the data keys those of the service?`;
  report(`${all}: ${verdict}.${closed}`, { kind: 'summary', ...summary });
};
