import type PocketBase from 'pocketbase';

/** Text that may stand between the quotes of a filter without a meaning to the filter's parser. */
const filterSafe = /^[^"'\\\p{Cc}]*$/u;

/**
 * Builds a filter with bound values. A text that the filter language could interpret is rejected, and no request is
 * sent: PocketBase's filters do not handle a backslash. The SDK doubles it and the server does not undo that, so a text
 * that ends in one would escape the closing quote.
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
