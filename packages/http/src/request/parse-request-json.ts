import { E, type Either, pipe } from '@portcullis/domain';
import { type JsonFault, parseStrictJson } from '@portcullis/domain/kernel';
import { type InvalidJson, invalidJson } from './http-error.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

const forbidden = ['repeated_key', 'proto_key', 'half_surrogate', 'inexact_number'] as const;

/** More than any body of this API has, whose largest part is 16 KiB of a partner's own data. */
const maxValues = 12_000;
const maxKeys = 2000;

const explanations = (maxDepth: number): { readonly [Fault in JsonFault]: string } => ({
  not_json: 'The text is not JSON (RFC 8259).',
  repeated_key: 'An object has the same key twice.',
  proto_key: 'The key "__proto__" is not accepted.',
  half_surrogate: 'A string holds half of a surrogate pair.',
  inexact_number: 'A number is not the one that a double holds (RFC 7493 section 2.2).',
  too_many_values: `The text has more than ${maxValues} values or ${maxKeys} different keys.`,
  too_deep: `The nesting is deeper than ${maxDepth}.`,
});

const decoded = (bytes: Uint8Array): Either<InvalidJson, string> => {
  try {
    return E.right(utf8.decode(bytes));
  } catch {
    return E.left(invalidJson('The text is not UTF-8.'));
  }
};

/**
 * Parses a JSON text that has the same meaning for every parser: it is valid UTF-8, repeats no key and has no number
 * that a double does not hold.
 */
export const parseRequestJson = (bytes: Uint8Array, maxDepth: number): Either<InvalidJson, unknown> => {
  const parsed = (text: string) =>
    pipe(
      parseStrictJson(text, { forbidden, maxDepth, maxValues, maxKeys }),
      E.mapLeft((fault) => invalidJson(explanations(maxDepth)[fault])),
    );
  return pipe(decoded(bytes), E.flatMap(parsed));
};
