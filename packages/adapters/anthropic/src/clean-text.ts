/** More characters than any document prints in one field. */
const maxTextLength = 128;

/** Controls, marks that turn text around or hide in it, halves of characters and places that have no character. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;

/** Text as it may be kept: one line, composed (NFC), without what cannot be seen, and whether it had to be cut off. */
export const cleanText = (text: string): { readonly text: string; readonly cut: boolean } => {
  const line = text.replace(/\s/g, ' ').replace(invisible, '').normalize('NFC').replace(/ {2,}/g, ' ').trim();
  const characters = [...line];
  return { text: characters.slice(0, maxTextLength).join('').trim(), cut: characters.length > maxTextLength };
};
