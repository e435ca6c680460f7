/**
 * Encodes free text for a column that is searched. It is percent-encoded, so that only letters, digits and `%-._`
 * remain, and no query language finds a meaning in it. The encoding is reversible, and two different texts never have
 * the same encoding.
 */
export const encodeColumnText = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*~]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Encodes text for a column that a statement writes and no filter searches: only the letters that could end a value in
 * a statement, and the brackets and semicolons in which PocketBase finds a meaning wherever they stand. It is hardly
 * longer than the text. `decodeColumnText` decodes it.
 */
export const encodeStatementText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[%"'\\;[\]{}\p{Cc}]/gu, (letter) => (letter === "'" ? '%27' : encodeURIComponent(letter)));

const unsafeInStatement = /["'\\;[\]{}\p{Cc}]/u;

/** Whether a text of a row can stand in a statement. One that was encoded can; one that somebody put there may not. */
export const isStatementText = (stored: string): boolean => !unsafeInStatement.test(stored);

/** The text that was encoded; a text that is not an encoding is answered as it is. */
export const decodeColumnText = (encoded: string): string => {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
};
