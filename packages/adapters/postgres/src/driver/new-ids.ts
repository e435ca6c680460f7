import { randomBytes } from 'node:crypto';
import type { Row, Write } from '@portcullis/record-store/driver';

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** The largest multiple of the number of letters in a byte, so that every letter is as likely. */
const evenBytes = 252;

/** A new id: 15 letters that do not tell when it was made, so that new rows are not all in one place. */
export const newId = (): string => {
  let id = '';
  while (id.length < 15)
    for (const byte of randomBytes(20)) if (byte < evenBytes && id.length < 15) id += letters[byte % letters.length];
  return id;
};

/** A row with an id: a new one where it has none. */
export const withId = (row: Row): Row =>
  typeof row['id'] === 'string' && row['id'] !== '' ? row : { ...row, id: newId() };

/** The writes with the ids of all rows, so that a repetition writes the same rows. */
export const withIds = (writes: readonly Write[]): readonly Write[] =>
  writes.map((write) => ('row' in write ? { ...write, row: withId(write.row) } : write));

/** The id of the row that a write is about. */
export const idOfWrite = (write: Write): string => ('row' in write ? String(write.row['id']) : write.id);

/** The columns that a write names. */
export const columnsOfWrite = (write: Write): Row => {
  if (write.kind === 'update') return write.columns;
  return write.kind === 'delete' ? {} : write.row;
};
