export { territoryOf } from './aamva/fields.ts';
export { allJurisdictions } from './aamva/issuers.ts';
export { type BarcodeFacts, parseBarcode } from './aamva/parse-barcode.ts';
export {
  characterValue,
  checkDigitOf,
  checkDigitPlaces,
  checkDigitPositions,
  computeCheckDigit,
} from './mrz/check-digits.ts';
export { compareMrzLines } from './mrz/compare-mrz.ts';
export { isNationalityBlank } from './mrz/fields.ts';
export { layoutOf, lineStart } from './mrz/layout.ts';
export { type Mrz, type MrzDoubt, mrzLineLengths, mrzSizes } from './mrz/mrz.ts';
export {
  correctedLines,
  doubtsBetween,
  isNumberInDoubt,
  isNumberRepaired,
  isPersonalNumberInDoubt,
} from './mrz/number-doubts.ts';
export { parseMrz } from './mrz/parse-mrz.ts';
export {
  alwaysHasPersonalNumber,
  hasWrongCheckDigit,
  isPersonalNumberOf,
  misreadPersonalNumber,
} from './mrz/personal-numbers.ts';
export { isNoDay, rawDate } from './mrz/raw-dates.ts';
export { isEarlierCentury, isYearOfNever, seemsCentenarian } from './reading/centuries.ts';
export { combineReadings } from './reading/combine.ts';
export { addYears, type CheckedDate, checkDates } from './reading/date-limits.ts';
export type { DocumentView } from './reading/document-view.ts';
export {
  countriesOf,
  type DocumentFacts,
  daysOf,
  documentFacts,
  isMrzProven,
  issuingStateOf,
  machineRead,
  typeOf,
  typesOf,
} from './reading/facts.ts';
export {
  comparePair,
  corroboratingFields,
  documentView,
  type FieldPair,
  type FieldSourceValue,
  fieldPairs,
  fieldValues,
  matchingNumber,
  pairOf,
  sidePairs,
} from './reading/fields.ts';
export { isListed, stateFields } from './reading/listed-codes.ts';
export { expectedPart } from './reading/machine-parts.ts';
export { exampleNumber, numberGrammar, numberGrammars } from './reading/number-grammars.ts';
export { hasOnlyFirstName, nameBesideMachineRead } from './reading/only-name.ts';
export { birthsInPersonalNumber, isBirthNumberBroken } from './reading/personal-births.ts';
export {
  type Barcode,
  type DocumentReading,
  type FrameReading,
  type ReadField,
  type ReadingSignal,
  type SideReading,
  type SideReadings,
  type SignalCode,
  signalCodes,
  unreadSide,
  type VotedMrz,
} from './reading/reading.ts';
export { machineReadHolder, printedHolder, specimenSign, specimens } from './reading/specimens.ts';
export { type ExpiryLimit, type Issue, latestExpiry } from './reading/validity.ts';
export {
  type EarlierMrz,
  type EarlierMrzs,
  mrzAsRead,
  sideForFrames,
  voteOnMrzs,
  voteWithFrames,
} from './reading/vote-on-mrzs.ts';
export { ageOn, type Day, dayOf, isDay, latestBirthDate } from './terms/days.ts';
export {
  type DocumentSide,
  type DocumentType,
  documentSides,
  documentTypes,
  type FieldName,
  fieldNames,
} from './terms/document-terms.ts';
export { type Comparator, comparators } from './text-compare/comparators.ts';
export { type Comparison, comparatorOf, compareValues, isSameValue, sameCountry } from './text-compare/compare.ts';
export { isStateCode, parseCountry, parseIssuer, stateCodes } from './text-compare/countries.ts';
export { isNobodysName, isNoName, withoutPlaceholders } from './text-compare/name-placeholders.ts';
export { hasNoFamilyName, type NameRules } from './text-compare/name-rules.ts';
export {
  type ComparableValue,
  compareFullName,
  compareNames,
  hasForeignName,
  type NameComparison,
} from './text-compare/names.ts';
export { isDocumentNumber, normalizeNumber, numberExpected, parseDay, parseSex } from './text-compare/normalize.ts';
export { containedScore } from './text-compare/pairing.ts';
export { type IsMeant, isEnoughOfName, meantBy } from './text-compare/sought-names.ts';
export { isUnspelt, recommendedSpelling, wordsOf } from './text-compare/words.ts';
