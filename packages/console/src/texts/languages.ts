import { english, type TextKey, type Texts } from './english.ts';

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** The names of the languages, each in its own. */
export const languageNames: { readonly [Name in Language]: string } = { en: 'English', de: 'Deutsch' };

/** A language is loaded when it is shown first; English is always there. */
const loaders: { readonly [Name in Language]: () => Promise<Texts> } = {
  en: async () => english,
  de: async () => (await import('./german.ts')).german,
};

/** The texts of a language, or those in English where they cannot be loaded, and the language that they are in. */
export const loadTexts = async (
  language: Language,
  load: () => Promise<Texts> = loaders[language],
): Promise<{ readonly language: Language; readonly texts: Texts }> =>
  load().then(
    (texts) => ({ language, texts }),
    () => ({ language: 'en', texts: english }),
  );

/** The first of the tags (BCP 47) whose language the console has, or English. */
export const languageOf = (tags: readonly string[]): Language => {
  for (const tag of tags) {
    const primary = tag.split('-')[0]?.toLowerCase();
    const known = languages.find((language) => language === primary);
    if (known !== undefined) return known;
  }
  return 'en';
};

/** Says a text with its values filled in. */
export type Say = (key: TextKey, values?: { readonly [name: string]: string }) => string;

export const sayIn =
  (texts: Texts): Say =>
  (key, values = {}) =>
    texts[key].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

type TermKind =
  | 'actor'
  | 'bot'
  | 'check'
  | 'client'
  | 'delivery'
  | 'device'
  | 'disabled'
  | 'endpoint'
  | 'entry'
  | 'failure'
  | 'field'
  | 'file'
  | 'health'
  | 'kind'
  | 'list'
  | 'viewer'
  | 'operation'
  | 'outcome'
  | 'reason'
  | 'result'
  | 'role'
  | 'scope'
  | 'source'
  | 'status'
  | 'step';

/** Names a word of the API, such as the status `in_review`. */
export type NameTerm = (kind: TermKind, word: string) => string;

const isKey = (texts: Texts, key: string): key is TextKey => Object.hasOwn(texts, key);

/** A word that the texts do not have, of a newer service, is shown as it is, with spaces. */
export const termsIn =
  (texts: Texts): NameTerm =>
  (kind, word) => {
    const key = `${kind}_${word}`;
    return isKey(texts, key) ? texts[key] : word.replaceAll(/[_.]/g, ' ');
  };
