export { english, type TextKey, type Texts } from './english.ts';
export { clockIn, numberIn, spanIn, timeIn, timeWithSecondsIn } from './formats.ts';
export {
  type Language,
  languageNames,
  languageOf,
  languages,
  loadTexts,
  type NameTerm,
  type Say,
  sayIn,
  termsIn,
} from './languages.ts';
export type { ReasonTexts } from './reason-texts.ts';
export { loadReasons, reasonIn } from './reasons.ts';
