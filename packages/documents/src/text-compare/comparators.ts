/** The ways to compare two values of a field; see `compareValues`. */
export const comparators = ['name', 'date', 'number', 'country', 'sex', 'type'] as const;

export type Comparator = (typeof comparators)[number];
