export type { TextKey } from './english.ts';
export {
  directionOf,
  type Language,
  languageNames,
  languageOf,
  languages,
  loadSpoken,
  type Say,
  sayIn,
} from './languages.ts';
