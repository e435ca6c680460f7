import { type LedgerFault, ledgerFaults, type ProfileId } from '@portcullis/domain';
import type { Say } from '../replay/report.ts';

/** How many profiles and entries were verified, the number of faults, and of rows that could not be decrypted. */
export type Tally = {
  readonly profiles: number;
  readonly entries: number;
  readonly faults: number;
  readonly locked: number;
};

export const noneYet: Tally = { profiles: 0, entries: 0, faults: 0, locked: 0 };

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** A malformed id was put there by somebody else, and is printed as a quoted text. */
const shown = (id: string): string => (/^[a-z0-9]{15}$/.test(id) ? id : JSON.stringify(id));

/** The location of a fault: the line in a file, and the profile as far as it is known. */
export type Place = { readonly profileId: ProfileId | null; readonly line?: number };

export const sayFault = (say: Say, { profileId, line }: Place, { fault, seq }: LedgerFault): void => {
  const where = [
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(profileId === null ? [] : [shown(profileId)]),
    ...(seq === null ? [] : [`seq ${seq}`]),
  ];
  say(`${fault === 'row_locked' ? 'SHUT' : 'BAD '} ${where.join(' ')}: ${ledgerFaults[fault]} (${fault})`, {
    kind: 'fault',
    ...(line !== undefined && { line }),
    profile_id: profileId,
    seq,
    fault,
  });
};

export const sayTally = (say: Say, tally: Tally, unknown = ''): void => {
  const { profiles, entries, faults, locked } = tally;
  const all = `${counted(profiles, 'profile', 'profiles')}, ${counted(entries, 'entry', 'entries')}`;
  const verdict = faults === 0 ? 'all verify' : counted(faults, 'fault', 'faults');
  const closed =
    locked === 0 ? '' : ` ${counted(locked, 'row', 'rows')} did not open: is DATA_KEYS that of the service?`;
  say(`${all}: ${verdict}.${closed}${unknown}`, { kind: 'summary', ...tally });
};
