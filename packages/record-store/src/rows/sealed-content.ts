import { E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { damagedRecord, decode, parseJson } from '@portcullis/domain/kernel';
import type { RowCodec } from '../driver/read-rows.ts';
import type { TableName } from '../driver/tables.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import type { TextContext } from '../keys/service-keys.ts';

/** Content that has another form is damage. */
const contentOf = <Content>(codec: RowCodec<Content>, text: string): Either<Unavailable, Content> => {
  const decoded = decode(codec, parseJson(text));
  return E.isLeft(decoded) ? E.left(damagedRecord(decoded.left)) : decoded;
};

/**
 * The content of a column that is sealed together with other columns: it opens in no row where one of those differs.
 * It is kept as JSON in the names of the domain, which are read by this service alone.
 */
export const sealedContent = <Content, Name extends string>(
  codec: RowCodec<Content>,
  table: TableName,
  column: string,
  sealedWith: readonly Name[],
) => {
  type Columns = { readonly [Column in Name]: string | number };
  const contextOf = (row: Columns): TextContext => [table, JSON.stringify(sealedWith.map((name) => row[name])), column];
  return {
    seal: ({ serviceKeys }: RecordEncryption, row: Columns, content: Content): TaskEither<Unavailable, string> =>
      serviceKeys.sealText(contextOf(row), JSON.stringify(content)),
    open: ({ serviceKeys }: RecordEncryption, row: Columns, sealed: string): TaskEither<Unavailable, Content> =>
      pipe(
        serviceKeys.openText(contextOf(row), sealed),
        TE.flatMap((text) => TE.fromEither(contentOf(codec, text))),
      ),
  };
};
