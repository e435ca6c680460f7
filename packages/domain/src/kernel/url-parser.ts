/**
 * Makes a parser of URLs, which answers `null` for a text that is no URL. The class is the platform's, since the
 * language itself has none. `URL.canParse` is not asked: once V8 has optimized its caller, Node 20 and 22 take a text
 * with a letter of Latin-1 beyond ASCII for no URL.
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
