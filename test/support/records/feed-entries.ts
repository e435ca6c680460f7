import type { Row, Write } from '@portcullis/record-store/driver';
import { profileOf } from '#contracts/builders/driver-rows';
import { logEntryInsert } from './log-entries.ts';

const eventTime = '2026-05-01T10:00:00.000Z';

/** The stored form of an event. */
export const anEventText = (more: Row = {}): string =>
  JSON.stringify({ type: 'profile.submitted', at: eventTime, status: 'processing', ...more });

/** Inserts an entry for a partner. */
export const eventInsert = (profile: string, seq: number, partner = 'acme', more: Row = {}): Write => {
  const insert = logEntryInsert(profile, seq);
  const row = 'row' in insert ? insert.row : {};
  return { kind: 'insert', table: 'ledger', row: { ...row, partner_key: partner, event: anEventText(), ...more } };
};

/** Inserts the entries of a profile with these numbers; the odd ones are events. */
export const historyInserts = (n: number, first: number, last: number, partner = 'acme'): readonly Write[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at).map((seq) =>
    seq % 2 === 1 ? eventInsert(profileOf(n), seq, partner) : logEntryInsert(profileOf(n), seq),
  );
