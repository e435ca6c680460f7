type Node = { readonly [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What is compared: what clients send, or what they receive. */
type Direction = 'request' | 'response';

/** The two documents, what may grow in answers, and the pairs of schemas that are being compared already. */
type Scope = {
  readonly before: Node;
  readonly after: Node;
  readonly open: ReadonlySet<string>;
  readonly seen: Set<string>;
};

const prefix = '#/components/schemas/';

const nameOf = ({ $ref }: Node): string | null => (typeof $ref === 'string' ? $ref.slice(prefix.length) : null);

const schemaIn = (document: Node, schema: Node): Node => {
  const name = nameOf(schema);
  return name === null ? schema : nodeOf(nodeOf(nodeOf(document['components'])['schemas'])[name]);
};

const missing = (wanted: readonly unknown[], given: readonly unknown[]): readonly unknown[] =>
  wanted.filter((one) => !given.some((other) => JSON.stringify(one) === JSON.stringify(other)));

const typesOf = ({ type }: Node): readonly unknown[] => (type === undefined ? [] : [type].flat());

const wordsOf = (schema: Node): readonly unknown[] | null =>
  'const' in schema ? [schema['const']] : Array.isArray(schema['enum']) ? schema['enum'] : null;

/** Which values the one side knows and the other does not: the server must take all, and the client must know all. */
const valueFaults = (before: Node, after: Node, direction: Direction, isOpen: boolean): readonly string[] => {
  const [wide, narrow] = direction === 'request' ? [after, before] : [before, after];
  const types = typesOf(wide).length === 0 ? [] : missing(typesOf(narrow), typesOf(wide));
  const words = wordsOf(wide);
  const others =
    words === null || (isOpen && direction === 'response') ? [] : missing(wordsOf(narrow) ?? ['any'], words);
  return [...types.map((type) => `type ${type}`), ...others.map((word) => `value ${word}`)];
};

const limits = [
  ['minimum', 1],
  ['minLength', 1],
  ['minItems', 1],
  ['maximum', -1],
  ['maxLength', -1],
  ['maxItems', -1],
  ['maxProperties', -1],
] as const;

/** The limits of a request that have become stricter. */
const limitFaults = (before: Node, after: Node): readonly string[] => [
  ...limits.flatMap(([name, sign]) => {
    const old = before[name];
    const now = after[name];
    const isStricter = typeof now === 'number' && (typeof old !== 'number' || sign * now > sign * old);
    return isStricter ? [`${name} ${now}`] : [];
  }),
  ...(after['pattern'] !== undefined && after['pattern'] !== before['pattern'] ? ['pattern'] : []),
];

const propertyFaults = (scope: Scope, before: Node, after: Node, direction: Direction): readonly string[] => {
  const old = nodeOf(before['properties']);
  const now = nodeOf(after['properties']);
  const wasRequired = listOf(before['required']);
  const isRequired = listOf(after['required']);
  const required =
    direction === 'request'
      ? missing(isRequired, wasRequired).map((name) => `/${name} is required`)
      : missing(wasRequired, isRequired).map((name) => `/${name} may be absent`);
  const properties = Object.entries(old).flatMap(([name, schema]) => {
    if (!(name in now))
      return direction === 'request' && after['additionalProperties'] !== false ? [] : [`/${name} is gone`];
    return schemaFaults(scope, nodeOf(schema), nodeOf(now[name]), direction).map((fault) => `/${name} ${fault}`);
  });
  return [...required, ...properties];
};

const membersOf = (schema: Node): readonly Node[] => listOf(schema['anyOf'] ?? schema['oneOf']).map(nodeOf);

/** Every member that the narrow side has must fit one of the wide side. */
const memberFaults = (scope: Scope, before: Node, after: Node, direction: Direction): readonly string[] => {
  const old = membersOf(before);
  const now = membersOf(after);
  if (old.length === 0 && now.length === 0) return [];
  const olds = old.length === 0 ? [before] : old;
  const nows = now.length === 0 ? [after] : now;
  const fits = (one: Node, other: Node) =>
    schemaFaults({ ...scope, seen: new Set(scope.seen) }, one, other, direction).length === 0;
  return direction === 'request'
    ? olds.flatMap((one, at) => (nows.some((other) => fits(one, other)) ? [] : [`form ${at + 1} is not taken`]))
    : nows.flatMap((other, at) => (olds.some((one) => fits(one, other)) ? [] : [`form ${at + 1} is new`]));
};

const schemaFaults = (scope: Scope, oldRef: Node, newRef: Node, direction: Direction): readonly string[] => {
  const name = nameOf(oldRef);
  const pair = `${direction} ${name} ${nameOf(newRef)}`;
  if (name !== null && scope.seen.has(pair)) return [];
  scope.seen.add(pair);
  const before = schemaIn(scope.before, oldRef);
  const after = schemaIn(scope.after, newRef);
  if (membersOf(before).length + membersOf(after).length > 0) return memberFaults(scope, before, after, direction);
  const inner = ['items', 'additionalProperties'].flatMap((key) =>
    isNode(before[key]) && isNode(after[key]) ? schemaFaults(scope, before[key], after[key], direction) : [],
  );
  return [
    ...valueFaults(before, after, direction, scope.open.has(name ?? '')),
    ...(direction === 'request' ? limitFaults(before, after) : []),
    ...propertyFaults(scope, before, after, direction),
    ...inner,
  ];
};

const contentFaults = (scope: Scope, before: Node, after: Node, direction: Direction): readonly string[] =>
  Object.entries(nodeOf(before['content'])).flatMap(([type, media]) => {
    const now = nodeOf(after['content'])[type];
    if (now === undefined) return [`${type} is gone`];
    const old = nodeOf(nodeOf(media)['schema']);
    const schema = nodeOf(nodeOf(now)['schema']);
    return schemaFaults({ ...scope, seen: new Set() }, old, schema, direction);
  });

const parameterFaults = (scope: Scope, before: Node, after: Node): readonly string[] => {
  const keyed = (operation: Node) =>
    new Map(listOf(operation['parameters']).map((one) => [`${nodeOf(one)['in']} ${nodeOf(one)['name']}`, nodeOf(one)]));
  const old = keyed(before);
  const now = keyed(after);
  const gone = [...old].flatMap(([key, parameter]) => {
    const other = now.get(key);
    if (other === undefined) return [`${key} is gone`];
    const faults = schemaFaults(scope, nodeOf(parameter['schema']), nodeOf(other['schema']), 'request');
    return faults.map((fault) => `${key} ${fault}`);
  });
  const demanded = [...now].filter(([key, { required }]) => required === true && old.get(key)?.['required'] !== true);
  return [...gone, ...demanded.map(([key]) => `${key} is required`)];
};

const operationFaults = (scope: Scope, before: Node, after: Node): readonly string[] => {
  const body = nodeOf(before['requestBody']);
  const newBody = nodeOf(after['requestBody']);
  const replies = Object.entries(nodeOf(before['responses'])).filter(([status]) => /^[23]/.test(status));
  return [
    ...(before['operationId'] === after['operationId'] ? [] : ['has another operationId']),
    ...missing(listOf(before['security']), listOf(after['security'])).map(
      (one) => `${JSON.stringify(one)} is not enough`,
    ),
    ...parameterFaults(scope, before, after),
    ...(newBody['required'] === true && body['required'] !== true ? ['the body is required'] : []),
    ...contentFaults(scope, body, newBody, 'request').map((fault) => `body ${fault}`),
    ...replies.flatMap(([status, reply]) => {
      const now = nodeOf(after['responses'])[status];
      if (now === undefined) return [`${status} is gone`];
      return contentFaults(scope, nodeOf(reply), nodeOf(now), 'response').map((fault) => `${status} ${fault}`);
    }),
  ];
};

/**
 * What of an older API description a newer one breaks, for a client that was written against the older one: what is
 * gone, what is demanded, and what a client has never heard of. Words may join the lists in `open`.
 */
export const breakingChanges = (before: Node, after: Node, open: readonly string[]): readonly string[] => {
  const scope: Scope = { before, after, open: new Set(open), seen: new Set() };
  return Object.entries(nodeOf(before['paths'])).flatMap(([path, methods]) =>
    Object.entries(nodeOf(methods)).flatMap(([method, operation]) => {
      const now = nodeOf(nodeOf(after['paths'])[path])[method];
      const faults = now === undefined ? ['is gone'] : operationFaults(scope, nodeOf(operation), nodeOf(now));
      return faults.map((fault) => `${method.toUpperCase()} ${path}: ${fault}`);
    }),
  );
};
