import { E } from '@portcullis/domain';
import { decode, IdCodec } from '@portcullis/domain/kernel';

/** Whether a text has the form of the id of a row. */
export const isRowId = (id: string): boolean => E.isRight(decode(IdCodec, id));
