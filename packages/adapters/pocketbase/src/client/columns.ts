import { decode, E, IdCodec } from '@portcullis/domain';
import type PocketBase from 'pocketbase';

/**
 * Encodes free text for a column that is searched. It is percent-encoded, so that only letters, digits and `%-._`
 * remain. PocketBase's filters do not handle a backslash: the SDK doubles it and the server does not undo that, so a
 * text that ends in one would escape the closing quote. The encoding is reversible, and two different texts never have
 * the same encoding.
 */
export const encodeColumnText = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*~]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Text that may stand between the quotes of a filter without a meaning to the filter's parser. */
const filterSafe = /^[^"'\\\p{Cc}]*$/u;

/**
 * Builds a filter with bound values. A text that the filter language could interpret is rejected, and no request is
 * sent.
 */
export const buildFilter = (
  pb: PocketBase,
  expression: string,
  values: { readonly [name: string]: string | number },
) => {
  for (const value of Object.values(values)) {
    if (typeof value === 'string' && !filterSafe.test(value))
      throw new Error('a filter value with a quote or a backslash');
  }
  return pb.filter(expression, values);
};

/** Whether a text may stand in the path of a row. */
export const isRowId = (id: string): boolean => E.isRight(decode(IdCodec, id));
