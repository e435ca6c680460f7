import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { anotherBuild, recordsFormat, type WaitOptions } from '@portcullis/record-store/driver';
import type { PocketbaseClient } from '../client/client.ts';
import { outageOfRejection } from '../client/failure.ts';
import { pageCodec } from '../client/page-codec.ts';
import { type ExpectedCollection, type ExpectedField, expectedBatch, expectedCollections } from './expected-schema.ts';
import { normalizedIndex } from './normalized-index.ts';
import { waitForDatabase } from './wait-for-database.ts';

/** Something in the schema that the stores need differently, and how an operator fixes it. */
export type SchemaFault = {
  readonly what: string;
  readonly remedy: string;
  /** A whole collection is missing. */
  readonly isMissingCollection?: true;
};

const rule = t.union([t.string, t.null, t.undefined]);
const Field = t.intersection([
  t.type({ id: t.string, name: t.string, type: t.string }),
  t.partial({
    max: t.union([t.number, t.null]),
    maxSize: t.number,
    protected: t.boolean,
    collectionId: t.string,
  }),
]);
const Collection = t.type({
  id: t.string,
  name: t.string,
  listRule: rule,
  viewRule: rule,
  createRule: rule,
  updateRule: rule,
  deleteRule: rule,
  fields: t.array(Field),
  indexes: t.array(t.string),
});
type Collection = t.TypeOf<typeof Collection>;
const Settings = t.type({
  batch: t.type({ enabled: t.boolean, maxRequests: t.number, maxBodySize: t.number }),
  logs: t.type({ maxDays: t.number }),
});
type Settings = t.TypeOf<typeof Settings>;
const LimitRule = t.type({ label: t.string, audience: t.string, maxRequests: t.number, duration: t.number });
type LimitRule = t.TypeOf<typeof LimitRule>;
const LimitSettings = t.type({
  rateLimits: t.intersection([
    t.type({ enabled: t.boolean, rules: t.array(LimitRule) }),
    t.partial({ excludedIPs: t.union([t.array(t.string), t.null]) }),
  ]),
});

/** What a stranger may try at the account of the service, each by the tags under which PocketBase looks for a rule. */
const limitedTags: readonly (readonly string[])[] = [
  ['authWithPassword', 'auth'],
  ['authWithOTP', 'auth'],
  ['requestOTP'],
  ['requestPasswordReset'],
];

/** The rule that PocketBase applies: the first of the most exact label, for guests or for everybody. */
const appliedRule = (rules: readonly LimitRule[], tags: readonly string[]): LimitRule | undefined =>
  ['_superusers', '*']
    .flatMap((collection) => tags.map((tag) => `${collection}:${tag}`))
    .map((label) => rules.find((rule) => rule.label === label && ['', '@guest'].includes(rule.audience)))
    .find((rule) => rule !== undefined);

/** How many tries the migration permits at once. */
const triesAtOnce = 60;

/** Whether more tries are let through at once than the migration permits, or more than one a second. */
const isLoose = (rule: LimitRule | undefined): boolean =>
  rule === undefined || rule.maxRequests > triesAtOnce || rule.maxRequests > rule.duration;

/** Behind a proxy an excluded address is that of every stranger. */
const exclusionFaults = (excluded: readonly string[]): readonly SchemaFault[] =>
  excluded.length === 0
    ? []
    : [
        {
          what: `PocketBase limits no sign-ins from ${excluded.join(', ')}, so that passwords can be tried from there.`,
          remedy: 'Exclude no address from rate limiting in Settings > Application of the dashboard.',
        },
      ];

const migrateRemedy =
  'Apply the migrations of @portcullis/adapter-pocketbase (pocketbase migrate up --migrationsDir=…).';
const ruleNames = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'] as const;

const openRuleFaults = (found: Collection): readonly SchemaFault[] =>
  ruleNames
    .filter((name) => typeof found[name] === 'string')
    .map((name) => ({
      what: `${found.name}.${name} lets others in than superusers.`,
      remedy: `Set the rule ${name} of the collection ${found.name} to "superusers only" (null).`,
    }));

const limitFaults = (at: string, { atLeast }: ExpectedField, found: t.TypeOf<typeof Field>): readonly SchemaFault[] =>
  (['max', 'maxSize'] as const).flatMap((limit) => {
    const least = atLeast?.[limit];
    if (least === undefined || (found[limit] ?? 0) >= least) return [];
    return [{ what: `${at} takes too little.`, remedy: `Set ${limit} of the field ${at} to ${least} or more.` }];
  });

const fieldFaults = (
  collection: Collection,
  expected: ExpectedField,
  byId: ReadonlyMap<string, string>,
): readonly SchemaFault[] => {
  const at = `${collection.name}.${expected.name}`;
  const found = collection.fields.find(({ name }) => name === expected.name);
  if (found === undefined) return [{ what: `The field ${at} is missing.`, remedy: migrateRemedy }];
  if (found.type !== expected.type) {
    return [{ what: `The field ${at} is of type ${found.type} instead of ${expected.type}.`, remedy: migrateRemedy }];
  }
  const isElsewhere = expected.relatesTo !== undefined && byId.get(found.collectionId ?? '') !== expected.relatesTo;
  return [
    ...limitFaults(at, expected, found),
    ...(expected.isProtected && found.protected !== true
      ? [{ what: `${at} can be read without a token.`, remedy: `Set the field ${at} to protected.` }]
      : []),
    ...(isElsewhere ? [{ what: `${at} does not relate to ${expected.relatesTo}.`, remedy: migrateRemedy }] : []),
  ];
};

const collectionFaults = (all: readonly Collection[], expected: ExpectedCollection): readonly SchemaFault[] => {
  const found = all.find(({ name }) => name === expected.name);
  if (found === undefined) {
    const what = `The collection ${expected.name} is missing.`;
    return [{ what, remedy: migrateRemedy, isMissingCollection: true }];
  }
  const byId = new Map(all.map(({ id, name }) => [id, name]));
  const meanings = new Set(found.indexes.map(normalizedIndex));
  const missing = expected.indexes.filter((index) => !meanings.has(normalizedIndex(index)));
  return [
    ...openRuleFaults(found),
    ...expected.fields.flatMap((field) => fieldFaults(found, field, byId)),
    ...missing.map((index) => ({
      what: `The collection ${expected.name} lacks an index.`,
      remedy: `Add to the collection ${expected.name}: ${index}`,
    })),
  ];
};

const signUpFaults = (all: readonly Collection[]): readonly SchemaFault[] =>
  all
    .filter(({ name, createRule }) => name === 'users' && typeof createRule === 'string')
    .map(() => ({
      what: 'Anybody may sign up in the collection users.',
      remedy: 'Set the rule createRule of the collection users to "superusers only" (null), or delete the collection.',
    }));

const batchFaults = ({ batch }: Settings): readonly SchemaFault[] => {
  const where = 'in Settings > Application > Batch API of the dashboard';
  if (!batch.enabled) return [{ what: 'Batch requests are off.', remedy: `Turn them on ${where}.` }];
  const isSmall = batch.maxBodySize !== 0 && batch.maxBodySize < expectedBatch.maxBodySize;
  return [
    ...(batch.maxRequests < expectedBatch.maxRequests
      ? [{ what: 'A batch takes too few requests.', remedy: `Allow ${expectedBatch.maxRequests} or more ${where}.` }]
      : []),
    ...(isSmall
      ? [{ what: 'A batch takes too few bytes.', remedy: `Allow ${expectedBatch.maxBodySize} bytes or more ${where}.` }]
      : []),
  ];
};

const logFaults = ({ logs }: Settings): readonly SchemaFault[] =>
  logs.maxDays === 0
    ? []
    : [
        {
          what: 'PocketBase keeps a log of requests, in which file tokens and searched values stand.',
          remedy: 'Set the days of retention to 0 in Logs > Logs settings of the dashboard.',
        },
      ];

const neverMigrated: SchemaFault = {
  what: 'The database is empty: its migrations were never applied.',
  remedy: migrateRemedy,
  isMissingCollection: true,
};

/** The differences of our collections. Where none of them is there, that is told once. */
const collectionsFaults = (all: readonly Collection[]): readonly SchemaFault[] => {
  const isEmpty = expectedCollections.every((expected) => !all.some(({ name }) => name === expected.name));
  return isEmpty ? [neverMigrated] : expectedCollections.flatMap((expected) => collectionFaults(all, expected));
};

const allFaults = (all: readonly Collection[], settings: Settings): readonly SchemaFault[] => [
  ...collectionsFaults(all),
  ...signUpFaults(all),
  ...batchFaults(settings),
  ...logFaults(settings),
];

const Installation = t.type({ format: t.number });

/** The format of the records: `null` where the table of it or its row is missing, and 0 where it has none. */
const formatOf = (client: PocketbaseClient, all: readonly Collection[]): TaskEither<Unavailable, number | null> => {
  const found = all.find(({ name }) => name === 'installation');
  if (found === undefined) return TE.right(null);
  if (!found.fields.some(({ name }) => name === 'format')) return TE.right(0);
  return pipe(
    client.call(pageCodec(Installation), (pb, call) =>
      pb.collection('installation').getList(1, 1, { ...call, skipTotal: true }),
    ),
    TE.map(({ items }) => items[0]?.format ?? null),
    TE.mapLeft(outageOfRejection()),
  );
};

/**
 * Waits until the database is healthy, then compares its collections, rules, fields, indexes, batch and log settings
 * with what the stores rely on. Returns everything that is wrong, or an empty list. It changes nothing.
 */
export const checkSchema = (
  client: PocketbaseClient,
  options: WaitOptions = {},
): TaskEither<Unavailable, readonly SchemaFault[]> => {
  const collections = client.call(pageCodec(Collection), (pb, call) =>
    pb.collections.getList(1, 500, { ...call, skipTotal: true }),
  );
  const settings = client.call(Settings, (pb, call) => pb.settings.getAll(call));
  const faultsOf = (found: readonly Collection[], set: Settings, format: number | null): readonly SchemaFault[] =>
    format === null || format === recordsFormat ? allFaults(found, set) : [anotherBuild];
  return pipe(
    waitForDatabase(client, options),
    TE.map(() => ({})),
    TE.bindW('found', () => collections),
    TE.bindW('settings', () => settings),
    TE.mapLeft(outageOfRejection()),
    TE.bindW('format', ({ found }) => formatOf(client, found.items)),
    TE.map(({ format, found, settings: set }) => faultsOf(found.items, set, format)),
  );
};

/** What makes it easier to guess a password, and keeps nobody from using the database. */
export const checkLimits = (client: PocketbaseClient): TaskEither<Unavailable, readonly SchemaFault[]> =>
  pipe(
    client.call(LimitSettings, (pb, call) => pb.settings.getAll(call)),
    TE.mapLeft(outageOfRejection()),
    TE.map(({ rateLimits: { enabled, excludedIPs, rules } }): readonly SchemaFault[] => {
      const loose = enabled ? limitedTags.filter((tags) => isLoose(appliedRule(rules, tags))) : limitedTags;
      const labels = [...new Set(loose.map((tags) => `*:${tags.at(-1)}`))].join(', ');
      const what = enabled
        ? `PocketBase lets passwords be tried more often than its migration does: ${labels}.`
        : 'PocketBase limits no sign-ins, so that passwords can be tried.';
      const remedy = `Turn rate limiting on in Settings > Application of the dashboard, with the rules ${labels} for guests, ${triesAtOnce} requests in 60 seconds, and none that permits more.`;
      return [
        ...(loose.length === 0 ? [] : [{ what, remedy }]),
        ...(enabled ? exclusionFaults(excludedIPs ?? []) : []),
      ];
    }),
  );
