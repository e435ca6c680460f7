/** The environment as a process has it. */
type Given = Readonly<Record<string, string | undefined>>;

const quotes = /^(["'`]).*\1$|^[\u201c\u201d\u201e].*[\u201c\u201d]$|^[\u2018\u2019\u201a].*[\u2018\u2019]$/s;

/** Whether a value stands in quotes, which some tools take for a part of it and others do not. */
export const isQuoted = (text: string): boolean => quotes.test(text);

/**
 * The values as they are meant, by one rule for all of them: blanks and line ends around a value are no part of it. A
 * file of a secret ends with a line feed, and so does what `echo` has piped into a store of secrets.
 */
export const trimmedValues = <Env extends Given>(env: Env): Given =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value?.trim()]));

/** The faults of values in quotes: they are refused, since nobody knows whether these are meant. */
export const quoteFaults = (env: Given, names: readonly string[]) =>
  names
    .filter((name) => isQuoted(env[name]?.trim() ?? ''))
    .map((name) => ({ name, rule: 'must not be in quotes, which would be a part of it' }));

/** The variables that are compared letter by letter with a value elsewhere. */
const secrets = /_(SECRET|PASSWORD|SECRET_KEY|API_KEY|SECRET_ACCESS_KEY)$/;

/** The warnings about secrets that had more around them than a secret. */
export const trimWarnings = (env: Given, names: readonly string[]) =>
  names
    .filter((name) => secrets.test(name) && env[name] !== env[name]?.trim())
    .map((name) => ({ name, rule: 'has blanks or a line end around it, which are no part of it' }));
