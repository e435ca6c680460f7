import { english, type TextKey, type Texts } from './english.ts';

export const languages = ['en', 'de', 'fr', 'es', 'pt', 'ar'] as const;
export type Language = (typeof languages)[number];

/** The names of the languages, each in its own. */
export const languageNames: { readonly [Name in Language]: string } = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  ar: 'العربية',
};

/** A language is loaded when it is shown first; English is always there. */
const loaders: { readonly [Name in Language]: () => Promise<Texts> } = {
  en: async () => english,
  de: async () => (await import('./german.ts')).german,
  fr: async () => (await import('./french.ts')).french,
  es: async () => (await import('./spanish.ts')).spanish,
  pt: async () => (await import('./portuguese.ts')).portuguese,
  ar: async () => (await import('./arabic.ts')).arabic,
};

/** The texts in a language; those in English where they cannot be loaded. */
export const loadTexts = (language: Language): Promise<Texts> => loaders[language]().catch(() => english);

/** The texts of a language, or those in English, and the language that they are in. */
export const loadSpoken = async (
  language: Language,
  load: () => Promise<Texts> = loaders[language],
): Promise<{ readonly language: Language; readonly texts: Texts }> =>
  load().then(
    (texts) => ({ language, texts }),
    () => ({ language: 'en', texts: english }),
  );

/** The direction in which a language is written. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** The first of the tags (BCP 47) whose language the page has, or English. */
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
