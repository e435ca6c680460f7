import fc from 'fast-check';
import { jsonText, memberName, value } from './values.ts';

type Path = readonly string[];

const isNode = (node: unknown): node is { readonly [key: string]: unknown } =>
  typeof node === 'object' && node !== null && !Array.isArray(node);

/** Answers every path in a body, beginning with its root. */
const placesIn = (node: unknown, at: Path = []): readonly Path[] => [
  at,
  ...(isNode(node) ? Object.entries(node).flatMap(([key, inner]) => placesIn(inner, [...at, key])) : []),
];

const changedAt = (node: unknown, [key, ...rest]: Path, change: (found: unknown) => unknown): unknown => {
  if (key === undefined) return change(node);
  return isNode(node) ? { ...node, [key]: changedAt(node[key], rest, change) } : node;
};

const without = (node: unknown, at: Path): unknown =>
  changedAt(node, at.slice(0, -1), (parent) =>
    isNode(parent) ? Object.fromEntries(Object.entries(parent).filter(([key]) => key !== at.at(-1))) : parent,
  );

type Change = {
  readonly kind: 'replace' | 'remove' | 'add' | 'wrap';
  readonly at: number;
  readonly name: string;
  readonly by: unknown;
};

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'wrap'),
  at: fc.nat({ max: 1000 }),
  name: memberName,
  by: value,
});

const changed = (node: unknown, { kind, at, name, by }: Change): unknown => {
  const places = placesIn(node);
  const place = places[at % places.length] ?? [];
  if (kind === 'remove') return place.length === 0 ? node : without(node, place);
  return changedAt(node, place, (found) => {
    if (kind === 'wrap') return [found];
    return kind === 'add' && isNode(found) ? { ...found, [name]: by } : by;
  });
};

/** Values of members that the service validates more closely, so that a body is often valid. */
const meaningfulValues: { readonly [member: string]: readonly unknown[] } = {
  event: ['review_approved', 'review_declined', 'input_requested', 'reopened', 'renewed', 'canceled'],
  reference: Array.from({ length: 40 }, (_, i) => `hostile-${i}`),
  profile_id: ['{own}', '{filed}', '{fresh}'],
  front_file_id: ['{file}'],
  back_file_id: ['{file}'],
  client_id: ['acme'],
  client_secret: ['{secret}'],
  type: ['partner.call_made', 'a.b'],
  recovery_code: Array.from('abcdefghij', (letter) => `{recovery_code_${letter}}`),
  reviewer: [{ id: 'staff-1' }, { id: 'staff-2', name: 'M. Keller' }],
};

/** The members of what is inside of a body are its own: a policy has members of the same names. */
const withMeaningfulValues = (example: unknown, pick: number): unknown => {
  if (!isNode(example)) return example;
  const members = Object.entries(example).map(([key, inner]) => {
    const known = Object.hasOwn(meaningfulValues, key) ? meaningfulValues[key] : undefined;
    return [key, known === undefined ? inner : known[pick % known.length]];
  });
  return Object.fromEntries(members);
};

/** Whole members that routes accept beside those of their example. */
const extras: readonly object[] = [
  {},
  {},
  { device: { event_id: 'sim-{own}' } },
  { metadata: { plan: 'basic', tier: null } },
  { claimed: { first_name: 'Anna Maria', date_of_birth: '1974-08-12' } },
  { language: 'pt-BR' },
  { force_new: true },
  { expected_version: 3 },
  { steps: ['document_front'] },
];

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'utf8');

/** Other bytes for a text: encodings, endings and duplicates on which parsers disagree. */
const encodings: readonly ((text: string) => string | Uint8Array)[] = [
  (text) => `\ufeff${text}`,
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.concat([Uint8Array.of(0xff, 0xfe), Buffer.from(text, 'utf16le')]),
  (text) => text.slice(0, -1),
  (text) => `${text}${text}`,
  (text) => text.replace(/}$/, ',}'),
  (text) => text.replace(/^\{("[^"]*":)/, '{$1null,$1'),
  (text) => text.replace(/^\{/, '{"__proto__":{"admin":true},'),
  (text) => text.replace(/^\{/, '{"\\u005f_proto__":{"admin":true},'),
  (text) => Buffer.concat([bytesOf(text.slice(0, -1)), Uint8Array.of(0xc0, 0xaf, 0x22, 0x7d)]),
  () => Buffer.concat([bytesOf('{"reference":"'), Uint8Array.of(0xed, 0xa0, 0x80), bytesOf('"}')]),
  () => Buffer.concat([bytesOf('{"reference":"'), Uint8Array.of(0xc0, 0x80), bytesOf('"}')]),
  (text) => `${text}${' '.repeat(70_000)}`,
  (text) => `${' '.repeat(3000)}${text}\n\n`,
  (text) => `${text}\u0000`,
  (text) => `)]}',\n${text}`,
  () => '',
  () => '\u0000',
  () => 'null',
  () => '{"a":'.repeat(30_000),
  () => '['.repeat(60_000),
];

/** A body of a route without a fault. */
export const plainBody = (example: unknown, needsValues: boolean): string =>
  jsonText(needsValues ? withMeaningfulValues(example, 0) : example);

/** Bodies of a route: its example, mostly with a fault or two, and sometimes in unusual bytes. */
export const jsonBody = (example: unknown): fc.Arbitrary<string | Uint8Array> =>
  fc
    .record({
      pick: fc.nat({ max: 1000 }),
      extra: fc.constantFrom(...extras),
      changes: fc.oneof(
        { weight: 4, arbitrary: fc.constant<Change[]>([]) },
        { weight: 6, arbitrary: fc.array(change, { minLength: 1, maxLength: 3, size: 'max' }) },
      ),
      disguise: fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, fc.constantFrom(...encodings)),
    })
    .map(({ pick, extra, changes, disguise }) => {
      const good = isNode(example)
        ? { ...Object(withMeaningfulValues(example, pick)), ...(pick % 3 === 0 && extra) }
        : {};
      const text = jsonText(changes.reduce<unknown>(changed, good));
      return disguise === null ? text : disguise(text);
    });
