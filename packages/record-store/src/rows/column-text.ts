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

/** The text that was encoded; a text that is not an encoding is answered as it is. */
export const decodeColumnText = (encoded: string): string => {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
};
