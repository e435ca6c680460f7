import type { Profile } from './wire.ts';

export type StateNotice =
  | { readonly key: 'state_erased' | 'state_erases'; readonly at: string }
  | { readonly key: 'state_canceled' | 'state_expired' | 'state_lapsed'; readonly at?: undefined };

/** The notices about a profile that nobody will decide any more, or that its policy will erase. */
export const noticesOf = ({ erases_at: erasesAt, redaction, status }: Profile): readonly StateNotice[] => {
  const ended = (['canceled', 'expired', 'lapsed'] as const).find((one) => one === status);
  return [
    ...(redaction === null ? [] : [{ key: 'state_erased', at: redaction.requested_at } as const]),
    ...(ended === undefined ? [] : [{ key: `state_${ended}` } as const]),
    ...(erasesAt === null || redaction !== null ? [] : [{ key: 'state_erases', at: erasesAt } as const]),
  ];
};

const maxNote = 2000;

/** The fault that keeps the note of a hold from being sent. Characters are counted as the service counts them. */
export const noteFaultOf = (
  note: string,
  isNeeded: boolean,
): 'retention_note_needed' | 'retention_note_long' | null => {
  if (isNeeded && note.trim() === '') return 'retention_note_needed';
  return note.trim().length > maxNote ? 'retention_note_long' : null;
};
