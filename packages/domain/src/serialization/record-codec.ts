import { closedObject, t } from '../kernel/codec.ts';
import { E } from '../kernel/fp.ts';

/** A codec whose values are plain JSON and stay unchanged. */
export type IdentityCodec<A> = t.Type<A, A, unknown>;

type Fields = { readonly [key: string]: t.Mixed };
type NoFields = Readonly<Record<never, t.Mixed>>;

type RecordOf<R extends Fields, O extends Fields> = { readonly [K in keyof R]: t.TypeOf<R[K]> } & {
  readonly [K in keyof O]?: t.TypeOf<O[K]>;
};

const isObject = (u: unknown): u is { readonly [key: string]: unknown } =>
  typeof u === 'object' && u !== null && !Array.isArray(u);

const owns = (row: object, key: string): boolean => Object.hasOwn(row, key);

/** The same codec for each of these fields. */
export const eachField = <const Name extends string, C extends t.Mixed>(names: readonly Name[], codec: C) =>
  // TypeScript infers an index signature from `fromEntries`, and not the record that it is.
  Object.fromEntries(names.map((name) => [name, codec])) as { readonly [N in Name]: C };

/**
 * Makes a codec for an object as it is stored: the fields of `required`, those of `optional` where present, and nothing
 * else. Unknown fields are dropped, so that an older version can read what a newer one wrote. An object that already
 * has that form is answered itself, without a copy, which keeps a read cheap.
 */
export const recordCodec = <R extends Fields, O extends Fields = NoFields>(
  name: string,
  required: R,
  optional: O = Object({}),
): IdentityCodec<RecordOf<R, O>> => {
  type Row = RecordOf<R, O>;
  const needed = Object.entries<t.Mixed>(required);
  const optionalCodecs = new Map<string, t.Mixed>(Object.entries<t.Mixed>(optional));
  const known = new Map<string, t.Mixed>([...needed, ...optionalCodecs]);

  const is = (u: unknown): u is Row => {
    if (!isObject(u)) return false;
    let seen = 0;
    for (const key in u) {
      const codec = known.get(key);
      if (codec === undefined || !owns(u, key) || !codec.is(u[key])) return false;
      if (!optionalCodecs.has(key)) seen += 1;
    }
    return seen === needed.length;
  };

  const validate = (u: unknown, context: t.Context): t.Validation<Row> => {
    if (is(u)) return t.success(u);
    if (!isObject(u)) return t.failure(u, context);
    const kept: { [key: string]: unknown } = {};
    const faults: t.Errors = [];
    for (const [key, codec] of known) {
      if (!owns(u, key) && optionalCodecs.has(key)) continue;
      const value = owns(u, key) ? u[key] : undefined;
      const field = codec.validate(value, t.appendContext(context, key, codec, value));
      if (E.isLeft(field)) faults.push(...field.left);
      else kept[key] = field.right;
    }
    // The kept fields have passed the codec of each, which the compiler cannot follow through the loop.
    return faults.length > 0 ? t.failures(faults) : t.success(kept as Row);
  };

  return new t.Type<Row, Row, unknown>(name, is, validate, t.identity);
};

/**
 * Makes a codec for an object as somebody writes it: the fields of `required`, those of `optional` where present, and
 * no others.
 */
export const closedRecord = <R extends Fields, O extends Fields = NoFields>(
  name: string,
  required: R,
  optional: O = Object({}),
): IdentityCodec<RecordOf<R, O>> & { readonly required: R; readonly optional: O } => {
  type Row = RecordOf<R, O>;
  const shape = closedObject(required, optional, name);
  const is = (u: unknown): u is Row => shape.is(u);
  const codec = new t.Type<Row, Row, unknown>(
    name,
    is,
    (u, context) => {
      const decoded = shape.validate(u, context);
      // JSON has no `undefined`: a field without a value is absent, which the compiler does not know of a partial type.
      return E.isLeft(decoded) ? decoded : t.success(decoded.right as Row);
    },
    t.identity,
  );
  return Object.assign(codec, { required, optional });
};

/** Makes a codec for one of several records. The field `tag`, `kind` by default, says which one a value is. */
export const taggedUnion = <const Rows extends { readonly [kind: string]: t.Mixed }>(
  name: string,
  rows: Rows,
  tag = 'kind',
): IdentityCodec<t.TypeOf<Rows[keyof Rows]>> => {
  type Any = t.TypeOf<Rows[keyof Rows]>;
  const memberOf = (u: unknown): t.Mixed | undefined =>
    isObject(u) && typeof u[tag] === 'string' && owns(rows, u[tag]) ? rows[u[tag]] : undefined;
  return new t.Type<Any, Any, unknown>(
    name,
    (u): u is Any => memberOf(u)?.is(u) === true,
    (u, context) => {
      const member = memberOf(u);
      return member === undefined ? t.failure(u, context) : member.validate(u, context);
    },
    t.identity,
  );
};

/** Makes a codec for a list of records. */
export const listOf = <A>(codec: IdentityCodec<A>): IdentityCodec<readonly A[]> =>
  t.readonlyArray(codec, `list of ${codec.name}`);

/**
 * Makes a codec for a value or `null`. Where the fault is inside of a value, only that fault is reported: the writer of
 * a value did not mean `null`.
 */
export const nullable = <A>(codec: IdentityCodec<A>): IdentityCodec<A | null> => {
  const union = t.union([codec, t.null]);
  const validate = (u: unknown, context: t.Context): t.Validation<A | null> => {
    const decoded = u === null ? t.success(null) : codec.validate(u, t.appendContext(context, '0', codec, u));
    if (E.isRight(decoded)) return decoded;
    const isInside = decoded.left.every((fault) => fault.context.length > context.length + 1);
    return isInside ? decoded : union.validate(u, context);
  };
  return new t.UnionType(union.name, union.is, validate, union.encode, union.types);
};
