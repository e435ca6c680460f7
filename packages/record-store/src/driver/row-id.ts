import { E, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { decode, IdCodec } from '@portcullis/domain/kernel';

/** Whether a text has the form of the id of a row. */
export const isRowId = (id: string): boolean => E.isRight(decode(IdCodec, id));

/** Looks for what has an id. A text that is none is nothing's. */
export const ifRowId =
  <Found>(find: (id: string) => TaskEither<Unavailable, Found | null>) =>
  (id: string): TaskEither<Unavailable, Found | null> =>
    isRowId(id) ? find(id) : TE.right(null);
