/**
 * Makes what parses URLs: it answers `null` for a text that is none. The class is the platform's, which the language
 * itself does not have. `URL.canParse` is not asked: once V8 has optimized its caller, Node 20 and 22 take a text with a
 * letter of Latin-1 beyond ASCII for none.
 */
export const urlParser =
  <Url>(PlatformUrl: new (text: string) => Url): ((text: string) => Url | null) =>
  (text) => {
    try {
      return new PlatformUrl(text);
    } catch {
      return null;
    }
  };
