import { decode, E, IdCodec } from '@portcullis/domain';
import type PocketBase from 'pocketbase';

/**
 * Free text as a column that is searched: percent-encoded, so that only letters, digits and `%-._` are left. PocketBase's
 * filters do not take a backslash as it is: the SDK doubles it, the server does not undo that, and a text that ends
 * in one would swallow the quote after it. The encoding is reversible, and two texts never become one.
 */
export const columnText = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*~]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** What may stand between the quotes of a filter without meaning anything to its parser. */
const plain = /^[^"'\\\p{Cc}]*$/u;

/** A filter with bound values. A text that the filter language could take for its own is refused, and nothing is asked. */
export const filterOf = (pb: PocketBase, expression: string, values: { readonly [name: string]: string | number }) => {
  for (const value of Object.values(values)) {
    if (typeof value === 'string' && !plain.test(value)) throw new Error('a filter value with a quote or a backslash');
  }
  return pb.filter(expression, values);
};

/** Whether a text may stand in the path of a row. */
export const isRowId = (id: string): boolean => E.isRight(decode(IdCodec, id));
