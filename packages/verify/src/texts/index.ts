export { english, type TextKey, type Texts } from './english.ts';
export {
  directionOf,
  type Language,
  languageNames,
  languageOf,
  languages,
  loadSpoken,
  loadTexts,
  type Say,
  sayIn,
} from './languages.ts';
