/** The time, in milliseconds since 1970 (UTC). */
export type Clock = { readonly now: () => number };
