import { documentTypes } from '@portcullis/documents';
import { checkNames, outcomes, reasonCodes } from '@portcullis/domain/checks';
import { type JsonSchema, statuses, steps } from '@portcullis/domain/kernel';
import { eventTypes } from '@portcullis/events/ports';
import { errorCodes } from '../request/error-codes.ts';

/** The lists of words that the description has once, by their names. */
export const enumerations: { readonly [name: string]: readonly string[] } = {
  Status: statuses,
  Reason: reasonCodes,
  ProblemCode: Object.keys(errorCodes),
  Step: steps,
  DocumentType: documentTypes,
  CheckName: checkNames,
  Outcome: outcomes,
  EventType: eventTypes,
};

const prefix = '#/components/schemas/';

const nameOf: ReadonlyMap<string, string> = new Map(
  Object.entries(enumerations).map(([name, words]) => [JSON.stringify(words), name]),
);

const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/** Replaces each of these lists by a reference, wherever it stands. The text of the field stays. */
export const shareEnumerations = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shareEnumerations);
  if (!isObject(value)) return value;
  const name = Array.isArray(value['enum']) ? nameOf.get(JSON.stringify(value['enum'])) : undefined;
  if (name !== undefined) {
    const { enum: _, type: __, ...rest } = value;
    return { ...rest, $ref: `${prefix}${name}` };
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shareEnumerations(inner)]));
};
