import type { Reason } from '../model/index.ts';
import type { Language } from './languages.ts';
import type { ReasonTexts } from './reason-texts.ts';

/** The sentences of a language; `null` for English, in which the service says them itself. */
const loaders: { readonly [Name in Language]: () => Promise<ReasonTexts | null> } = {
  en: async () => null,
  de: async () => (await import('./german-reasons.ts')).germanReasons,
};

/** The sentences of a language, or `null` where they are those of the service, or cannot be loaded. */
export const loadReasons = (
  language: Language,
  load: () => Promise<ReasonTexts | null> = loaders[language],
): Promise<ReasonTexts | null> => load().catch(() => null);

const isKnown = (texts: ReasonTexts, code: string): code is Reason => Object.hasOwn(texts, code);

/** The sentence about a reason; `null` for one of a newer service. */
export const reasonIn = (texts: ReasonTexts | null, code: string): string | null =>
  texts !== null && isKnown(texts, code) ? texts[code] : null;
