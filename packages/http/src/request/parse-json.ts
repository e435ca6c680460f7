import { E, type Either } from '@portcullis/domain';
import { type JsonFault, parseStrictJson } from '@portcullis/domain/kernel';
import { type InvalidJson, invalidJson } from './http-error.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

const forbidden = ['repeated_key', 'proto_key', 'half_surrogate', 'number_out_of_range'] as const;

const explanations = (maxDepth: number): { readonly [Fault in JsonFault]: string } => ({
  not_json: 'The text is not JSON (RFC 8259).',
  repeated_key: 'An object has the same key twice.',
  proto_key: 'The key "__proto__" is not accepted.',
  half_surrogate: 'A string holds half of a surrogate pair.',
  number_out_of_range: 'A number is too large.',
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
 * out of range.
 */
export const parseJson = (bytes: Uint8Array, maxDepth: number): Either<InvalidJson, unknown> => {
  const text = decoded(bytes);
  if (E.isLeft(text)) return text;
  const value = parseStrictJson(text.right, { forbidden, maxDepth });
  return E.isLeft(value) ? E.left(invalidJson(explanations(maxDepth)[value.left])) : value;
};
