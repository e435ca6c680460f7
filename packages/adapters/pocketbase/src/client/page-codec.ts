import { t } from '@portcullis/domain/kernel';

/**
 * One page of a list. `page` is required: the SDK turns any response, even a web page, into a list without items, and
 * only PocketBase says which page it is.
 */
export const pageCodec = <C extends t.Mixed>(row: C) =>
  t.type({ page: t.literal(1), items: t.readonlyArray(row) }, `page of ${row.name}`);
