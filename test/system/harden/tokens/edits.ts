/** What a character of a token is replaced by, or what is put in: base64url, what other readers of it tolerate, and what looks like it. */
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

/** Every token that is one edit away from this one: a character replaced, put in or left out, or two that change places. */
export function* singleEdits(token: string): Generator<string> {
  for (let at = 0; at <= token.length; at += 1) {
    const [before, here, behind] = [token.slice(0, at), token.charAt(at), token.slice(at + 1)];
    for (const character of alphabet) {
      yield before + character + here + behind;
      if (here !== '' && character !== here) yield before + character + behind;
    }
    if (here !== '') yield before + behind;
    const next = behind.charAt(0);
    if (next !== '' && next !== here) yield before + next + here + behind.slice(1);
  }
}
