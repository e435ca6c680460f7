/**
 * The condition by which a read selects rows. A condition has at most 100 comparisons, and a text in it no quote,
 * backslash or control character: free text is percent-encoded before it is searched.
 */
export type Condition =
  | {
      readonly kind: 'compare';
      readonly column: string;
      readonly operator: '=' | '!=' | '<' | '<=' | '>' | '>=';
      readonly value: string | number;
    }
  /** A text that does not begin with the prefix, letter by letter and in its case. */
  | { readonly kind: 'lacksPrefix'; readonly column: string; readonly prefix: string }
  /** A JSON object with a member that is not `null`; the member is empty, 0 or `false` as well. Its name is letters. */
  | { readonly kind: 'hasMember'; readonly column: string; readonly member: string }
  /**
   * Every other JSON value: one that is no object, or whose member is missing or `null`. An empty text may count as
   * either.
   */
  | { readonly kind: 'lacksMember'; readonly column: string; readonly member: string }
  /** An empty `all` selects every row, an empty `any` none. */
  | { readonly kind: 'all' | 'any'; readonly conditions: readonly Condition[] };

type Comparison = Extract<Condition, { readonly kind: 'compare' }>;

/** Texts are compared by the order of their UTF-8 bytes. */
export const compare = (column: string, operator: Comparison['operator'], value: Comparison['value']): Condition => ({
  kind: 'compare',
  column,
  operator,
  value,
});

/** Every column equals its value. */
export const equal = (values: { readonly [column: string]: string | number }): Condition =>
  allOf(Object.entries(values).map(([column, value]) => compare(column, '=', value)));

export const lacksPrefix = (column: string, prefix: string): Condition => ({ kind: 'lacksPrefix', column, prefix });

export const hasMember = (column: string, member: string): Condition => ({ kind: 'hasMember', column, member });

export const lacksMember = (column: string, member: string): Condition => ({ kind: 'lacksMember', column, member });

export const allOf = (conditions: readonly Condition[]): Condition => ({ kind: 'all', conditions });

export const anyOf = (conditions: readonly Condition[]): Condition => ({ kind: 'any', conditions });

/** The column equals one of several texts. */
export const oneOfTexts = (column: string, texts: readonly string[]): Condition =>
  anyOf(texts.map((text) => compare(column, '=', text)));

/** The column equals none of several texts. */
export const noneOfTexts = (column: string, texts: readonly string[]): Condition =>
  allOf(texts.map((text) => compare(column, '!=', text)));

/** Values in parts of at most this size, for conditions that name them. */
export const partsOf = <A>(values: readonly A[], size: number): readonly (readonly A[])[] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, n) => values.slice(n * size, (n + 1) * size));
