/** This is more characters than any document prints in one field. */
const maxTextLength = 128;

/**
 * Matches control characters, format characters (among them bidirectional marks), surrogates, private-use and
 * unassigned code points.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;

/**
 * Returns the text in the form in which it may be stored: one line, normalized (NFC), without invisible characters.
 * `isTruncated` tells whether the text had to be truncated.
 */
export const sanitizeText = (text: string): { readonly text: string; readonly isTruncated: boolean } => {
  const line = text.replace(/\s/g, ' ').replace(invisible, '').normalize('NFC').replace(/ {2,}/g, ' ').trim();
  const characters = [...line];
  return { text: characters.slice(0, maxTextLength).join('').trim(), isTruncated: characters.length > maxTextLength };
};
