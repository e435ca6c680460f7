export { english, type TextKey, type Texts } from './english.ts';
export type { Language, Say } from './languages.ts';
export { directionOf, languageNames, languageOf, languages, loadSpoken, loadTexts, sayIn } from './languages.ts';
