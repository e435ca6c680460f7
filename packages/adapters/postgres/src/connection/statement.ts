import { createHash } from 'node:crypto';

/** A statement with its values. One with a name is prepared once for each connection. */
export type Statement = {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
};

/** Texts that are longer have a shape of their own, which rarely comes again. */
const maxNamedLength = 6000;
/** Each name takes memory of every connection. */
const maxNames = 400;
const names = new Map<string, string>();

const nameOf = (text: string): string | undefined => {
  const known = names.get(text);
  if (known !== undefined || text.length > maxNamedLength || names.size >= maxNames) return known;
  const name = `p${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
};

/** A statement whose name follows from its text. */
export const statement = (text: string, values: readonly unknown[] = []): Statement => {
  const name = nameOf(text);
  return { ...(name !== undefined && { name }), text, values };
};

/** A name of a table or a column, as it stands in a statement. */
export const quoted = (name: string): string => `"${name}"`;

/** Collects the values of a statement, and answers what stands for each of them. */
export const newValues = () => {
  const values: unknown[] = [];
  return {
    values,
    add: (value: unknown, type: string): string => {
      values.push(value);
      return `$${values.length}::${type}`;
    },
  };
};

export type StatementValues = ReturnType<typeof newValues>;
