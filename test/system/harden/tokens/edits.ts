/**
 * The characters that are inserted or substituted: base64url, characters that other parsers tolerate, and lookalikes.
 */
const alphabet = [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
  ...'.=+/ \t\n\r\u0000%~,:;"\'',
  '\u00a0',
  '\u00e9',
  '\u0660',
  '\u200b',
  '\u2024',
  '\uff21',
  '\ufeff',
  '\ud800',
  '\u{1d400}',
];

/**
 * Yields every token that is one edit away from this one: a character is replaced, inserted or removed, or two
 * characters are swapped.
 */
export function* singleEdits(token: string): Generator<string> {
  for (let at = 0; at <= token.length; at += 1) {
    const before = token.slice(0, at);
    const here = token.charAt(at);
    const behind = token.slice(at + 1);
    for (const character of alphabet) {
      yield before + character + here + behind;
      if (here !== '' && character !== here) yield before + character + behind;
    }
    if (here !== '') yield before + behind;
    const next = behind.charAt(0);
    if (next !== '' && next !== here) yield before + next + here + behind.slice(1);
  }
}
