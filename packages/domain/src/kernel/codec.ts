/** This is the only file of the domain that imports io-ts. It has the value codecs, and the one way to decode. */
import * as t from 'io-ts';
import { E, type Either } from './fp.ts';

export { t };

/**
 * One thing that is wrong with an input: where it is (RFC 6901 JSON pointer) and what was expected there. It never
 * contains the value.
 */
export type DecodeFault = { readonly pointer: string; readonly message: string };

/**
 * io-ts numbers the members of unions and intersections. Their numbers mean nothing to a caller, so they are left out
 * of pointers.
 */
const isMemberOf = (parent: t.ContextEntry | undefined): boolean =>
  parent?.type instanceof t.UnionType || parent?.type instanceof t.IntersectionType;

const pointerOf = (context: t.Context): string =>
  context
    .slice(1)
    .filter((_, i) => !isMemberOf(context[i]))
    .map(({ key }) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');

/**
 * Decodes an input, or says for each faulty position what was expected there. The value is never repeated, because what
 * fails to decode is often a secret in the wrong position.
 */
export const decode = <A>(codec: t.Decoder<unknown, A>, input: unknown): Either<readonly DecodeFault[], A> => {
  const decoded = codec.decode(input);
  if (E.isRight(decoded)) return decoded;
  const expected = new Map<string, Set<string>>();
  const missing = new Set<string>();
  for (const { context, message, value } of decoded.left) {
    const pointer = pointerOf(context);
    const expectation = message ?? `expected ${context.at(-1)?.type.name ?? 'something else'}`;
    if (message === undefined && value === undefined && pointer !== '') missing.add(pointer);
    expected.set(pointer, (expected.get(pointer) ?? new Set()).add(expectation));
  }
  return E.left(
    [...expected].map(([pointer, expectation]) => ({
      pointer,
      message: `${missing.has(pointer) ? 'is missing; ' : ''}${[...expectation].join(' or ')}`,
    })),
  );
};

/** The values of a codec as a JSON Schema (2020-12) fragment. The API description is generated from these fragments. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** A codec that describes in JSON Schema what it accepts. */
export type SchemaCodec<A> = t.Type<A, A, unknown> & { readonly schema: JsonSchema };

/** Makes a codec from one predicate. A value that satisfies the predicate is taken unchanged. */
export const schemaCodec = <A>(name: string, accepts: (u: unknown) => u is A, schema: JsonSchema): SchemaCodec<A> =>
  Object.assign(
    new t.Type<A, A, unknown>(
      name,
      accepts,
      (u, context) => (accepts(u) ? t.success(u) : t.failure(u, context)),
      t.identity,
    ),
    { schema },
  );

/**
 * Makes a codec for strings that satisfy a predicate. `name` states the rule in words and is what a caller is shown.
 */
export const stringCodec = (
  name: string,
  accepts: (s: string) => boolean,
  schema: JsonSchema = {},
): SchemaCodec<string> =>
  schemaCodec(name, (u): u is string => typeof u === 'string' && accepts(u), { type: 'string', ...schema });

/** Makes a codec for strings that match a pattern as a whole. */
export const matching = (name: string, pattern: RegExp, maxLength?: number): SchemaCodec<string> =>
  stringCodec(name, (s) => (maxLength === undefined || s.length <= maxLength) && pattern.test(s), {
    pattern: pattern.source,
    ...(maxLength !== undefined && { maxLength }),
  });

/**
 * Characters that no text may hold if somebody else reads it later: controls (C0, DEL and C1), line and paragraph
 * separators, the embeddings, overrides and isolates of bidirectional text (UAX #9), which make a text look like
 * another one, and tag characters, which nobody sees.
 */
const unseenControls = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

/**
 * Anything but blanks, characters that leave no mark (Unicode's `Default_Ignorable_Code_Point`) and the empty Braille
 * cell.
 */
const visibleCharacter = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The rule of `isPlainText` in words. */
const plainTextRule = 'not only blanks, without control, direction and tag characters';

/** Whether a text is one line that a person can see and read as it is written. */
export const isPlainText = (text: string): boolean =>
  !unseenControls.test(text) && visibleCharacter.test(text) && text.isWellFormed();

/** Whether a text is plain text of any number of lines: tab and line feed are its only controls. */
export const isMultilineText = (text: string): boolean => isPlainText(text.replace(/[\t\n]/g, ' '));

const textSchema = (minLength: number, maxLength: number): JsonSchema => ({
  minLength,
  maxLength,
  description: `Text: ${plainTextRule}.`,
});

/** Makes a codec for plain text of `min` to `max` characters (UTF-16 units). Where `min` is 0 it may be empty. */
export const plainText = (min: number, max: number): SchemaCodec<string> =>
  stringCodec(
    `a text of ${min} to ${max} characters, ${plainTextRule}`,
    (s) => s.length >= min && s.length <= max && (s === '' || isPlainText(s)),
    textSchema(min, max),
  );

/** Makes a codec for plain text of 1 to `max` characters (UTF-16 units) and any number of lines. */
export const multilineText = (max: number): SchemaCodec<string> =>
  stringCodec(
    `a text of 1 to ${max} characters, ${plainTextRule} other than tab and line feed`,
    (s) => s.length <= max && isMultilineText(s),
    textSchema(1, max),
  );

/** Makes a codec for whole numbers between two bounds, both included. */
export const integer = (min: number, max: number): SchemaCodec<number> =>
  schemaCodec(
    `a whole number from ${min} to ${max}`,
    (u): u is number => typeof u === 'number' && Number.isInteger(u) && u >= min && u <= max,
    { type: 'integer', minimum: min, maximum: max },
  );

/** Makes a codec for numbers between two bounds, both included. */
export const numberBetween = (min: number, max: number): SchemaCodec<number> =>
  schemaCodec(`a number from ${min} to ${max}`, (u): u is number => typeof u === 'number' && u >= min && u <= max, {
    type: 'number',
    minimum: min,
    maximum: max,
  });

/** Makes a codec for one word out of a closed list. */
export const oneOf = <const Word extends string>(words: readonly Word[]): SchemaCodec<Word> =>
  schemaCodec(`one of ${words.join(', ')}`, (u): u is Word => words.some((word) => word === u), {
    type: 'string',
    enum: words,
  });

/** Makes a codec for lists without duplicates, of at least `least` words. */
export const uniqueList = <A extends string>(item: SchemaCodec<A>, least = 0): SchemaCodec<readonly A[]> => {
  const list = t.readonlyArray(item, `list of ${item.name}`);
  const codec = new t.Type<readonly A[], readonly A[], unknown>(
    list.name,
    (u): u is readonly A[] => list.is(u) && u.length >= least && new Set(u).size === u.length,
    (u, context) => {
      const decoded = list.validate(u, context);
      if (E.isLeft(decoded)) return decoded;
      if (decoded.right.length < least) return t.failure(u, context, `expected at least ${least} of them`);
      const seen = new Set<A>();
      const faults = decoded.right.flatMap((word, at) => {
        const isDuplicate = seen.size === seen.add(word).size;
        const key = String(at);
        return isDuplicate
          ? [{ value: undefined, context: [...context, { key, type: item }], message: 'stands there already' }]
          : [];
      });
      return faults.length > 0 ? t.failures(faults) : decoded;
    },
    t.identity,
  );
  return Object.assign(codec, {
    schema: { type: 'array', items: item.schema, ...(least > 0 && { minItems: least }), uniqueItems: true },
  });
};

/**
 * Where a fault is, without a name that the caller chose, which may be somebody's: that of an unknown field, or of a
 * pair of metadata.
 */
export const placeOf = ({ message, pointer }: DecodeFault): string =>
  pointer.replace(message.startsWith('unknown field') ? /\/[^/]*$/ : /(?<=\/metadata)\/.*$/, '');

/** How many unknown fields are reported. Each costs more than its bytes, and nobody reads more of them. */
const maxUnknownFields = 20;

/** The words of a name, in whichever way it is written. */
const wordsOf = (name: string): string => name.replace(/[_-]/g, '').toLowerCase();

/** The message for an unknown field; one that is written in another way is called by its name. */
const unknownField = (key: string, known: ReadonlySet<string>): string => {
  const meant = key.length > 64 ? undefined : [...known].find((name) => wordsOf(name) === wordsOf(key));
  return meant === undefined ? 'unknown field' : `unknown field; it is called ${meant}`;
};

/**
 * Whether an object has all that it says in fields of its own, as a literal or parsed JSON has. What is read of an
 * instance of a class, or through a property that is not enumerable, is lost where the object is copied.
 */
export const isPlainObject = (u: unknown): u is { readonly [key: string]: unknown } => {
  if (typeof u !== 'object' || u === null) return false;
  const prototype: unknown = Object.getPrototypeOf(u);
  // That of all objects is known by its methods, as each realm has its own.
  const isOfNoClass =
    prototype === null ||
    (Object.getPrototypeOf(prototype) === null && Object.hasOwn(Object(prototype), 'hasOwnProperty'));
  return isOfNoClass && Object.getOwnPropertyNames(u).length === Object.keys(u).length;
};

/**
 * Makes a codec for objects with these fields and no others: an unknown field is a fault of its own, unless it is
 * undefined, as programs write what they leave out. It is meant for what callers send. Stored rows use `recordCodec`,
 * which drops the fields that it does not know.
 */
export const closedObject = <R extends t.Props, O extends t.Props>(required: R, optional: O, name = 'object') => {
  const shape = t.intersection([t.type(required), t.partial(optional)], name);
  const known = new Set([...Object.keys(required), ...Object.keys(optional)]);
  type Shape = t.TypeOf<typeof shape>;
  const hasUnknown = (u: object): boolean =>
    Object.keys(u).some((key) => !known.has(key) && Reflect.get(u, key) !== undefined);
  const codec = new t.Type<Shape, t.OutputOf<typeof shape>, unknown>(
    name,
    (u): u is Shape => shape.is(u) && isPlainObject(u) && !hasUnknown(u),
    (u, context) => {
      if (typeof u !== 'object' || u === null || Array.isArray(u)) return t.failure(u, context, 'expected an object');
      if (!isPlainObject(u)) return t.failure(u, context, 'expected a plain object, with fields of its own alone');
      const unknown = Object.entries(u).flatMap(([key, value]) => (known.has(key) || value === undefined ? [] : [key]));
      const faults = unknown.slice(0, maxUnknownFields).map((key) => ({
        value: undefined,
        context: [...context, { key, type: t.never }],
        message: unknownField(key, known),
      }));
      // The members of the intersection are numbered below this codec. Their numbers are left out of pointers, as they
      // are below the intersection itself.
      const innerContext = context.map((entry, i) => (i === context.length - 1 ? { ...entry, type: shape } : entry));
      const decoded = shape.validate(u, innerContext);
      const all = [...faults, ...(E.isLeft(decoded) ? decoded.left : [])];
      return all.length > 0 ? t.failures(all) : decoded;
    },
    shape.encode,
  );
  return Object.assign(codec, { required, optional });
};
