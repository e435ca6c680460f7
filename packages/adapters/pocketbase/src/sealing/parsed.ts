/** What JSON says, or `undefined`: the parser's own message would quote what it could not read. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
