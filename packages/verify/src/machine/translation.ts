import type { PageEvent } from './event.ts';
import { progressOf } from './hand-over.ts';
import { stay, type Transition } from './proceed.ts';
import type { State } from './state.ts';

/**
 * Takes a language. Before there is a profile the service is not told of it, and while it is told of another one it is
 * not told yet: two changes on their way could arrive in reverse order, and the earlier one would stay.
 */
export const chooseLanguage = (state: State, language: string): Transition =>
  isBeingTranslated(state)
    ? stay({ ...state, language })
    : withTranslation(stay({ ...state, language, translation: 'due' }));

/** Handles an answer for a language that is not the chosen one any more: only now the newest one is asked for. */
const translateNext = (state: State): Transition =>
  isBeingTranslated(state) ? withTranslation(stay({ ...state, translation: 'due' })) : stay(state);

/** Asks for what the service says in the language of the person, where that is due. */
export const withTranslation = ({ effects, state }: Transition): Transition => {
  const { language, profile, translation } = state;
  if (language === null || profile === null || translation !== 'due') return { effects, state };
  return {
    state: { ...state, translation: 'under_way' },
    effects: [...effects, { type: 'change_language', language }],
  };
};

type Translated = Extract<PageEvent, { readonly type: 'translated' }>;

/**
 * Takes what was read in another language, unless it is not the one that was chosen last. A profile that differs from
 * the known one gives its language alone: it was read before what the person has done meanwhile.
 */
export const translate = (state: State, { language, profile, settings }: Translated): Transition => {
  if (language !== state.language || state.profile === null) return translateNext(state);
  const isSame = progressOf(state.profile) === progressOf(profile);
  const translated = isSame ? profile : { ...state.profile, language: profile.language };
  return stay({ ...state, settings, profile: translated, translation: 'done' });
};

/** A language that could not be changed is no reason to stop: the page has its own texts, and asks again later. */
export const failToTranslate = (state: State, language: string): Transition =>
  language === state.language ? stay({ ...state, translation: 'due' }) : translateNext(state);

/** Whether a text may still be there in another language than the chosen one. */
export const isBeingTranslated = ({ translation }: State): boolean => translation === 'under_way';
