export { english, type TextKey, type Texts } from './english.ts';
export { clockIn, numberIn, spanIn, timeIn, timeWithSecondsIn } from './formats.ts';
export type { Language, NameTerm, Say } from './languages.ts';
export { languageNames, languageOf, languages, loadTexts, sayIn, termsIn } from './languages.ts';
export { type ReasonCode, type ReasonTexts, reasonCodes } from './reason-codes.ts';
export { loadReasons, reasonIn } from './reasons.ts';
