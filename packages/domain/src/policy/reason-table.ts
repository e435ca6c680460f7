import { dataReasons } from './data-reasons.ts';
import { deviceReasons } from './device-reasons.ts';
import { documentReasons } from './document-reasons.ts';
import { flowReasons } from './flow-reasons.ts';
import { historyReasons } from './history-reasons.ts';
import { personReasons } from './person-reasons.ts';
import { policyReasons } from './policy-reasons.ts';
import { providerReasons } from './provider-reasons.ts';

/** The rows of the table by category. */
const rowsByCategory = {
  document: documentReasons,
  data: dataReasons,
  person: personReasons,
  device: deviceReasons,
  history: historyReasons,
  provider: providerReasons,
  policy: policyReasons,
  flow: flowReasons,
} as const;

export type ReasonCategory = keyof typeof rowsByCategory;

/** The categories, in the order of the table. */
export const reasonCategories: readonly ReasonCategory[] = [
  'document',
  'data',
  'person',
  'device',
  'history',
  'provider',
  'policy',
  'flow',
];

/** The codes of one category. */
export const codesInCategory = (category: ReasonCategory): readonly string[] => Object.keys(rowsByCategory[category]);

/**
 * Every reason code, once. Codes are append-only: they are never renamed and never reused for something else.
 * The table drives the decision, the applicant messages, the API description and the docs.
 */
export const reasonTable = {
  ...documentReasons,
  ...dataReasons,
  ...personReasons,
  ...deviceReasons,
  ...historyReasons,
  ...providerReasons,
  ...policyReasons,
  ...flowReasons,
};

type Table = typeof reasonTable;

/** The codes that an applicant may see. */
export type ApplicantReasonCode = {
  [Code in keyof Table]: Table[Code]['visibility'] extends 'person' ? Code : never;
}[keyof Table];
