import { tables } from '@portcullis/record-store/driver';
import type { DataOrigin } from './data-origin.ts';
import { isPlainField, isSafeAccountField } from './known-fields.ts';
import { isHarmlessIndex, isKnownIndex } from './known-indexes.ts';
import { isTableOfPocketbase } from './known-tables.ts';
import { normalizedIndex } from './schema/normalized-index.ts';

/** What a data folder can have that neither PocketBase nor the migrations make. */
type ForeignKind =
  | 'foreign_trigger'
  | 'foreign_view'
  | 'foreign_table'
  | 'altered_table'
  | 'foreign_index'
  | 'missing_index'
  | 'damaged'
  | 'foreign_collection'
  | 'altered_collection'
  | 'foreign_field'
  | 'altered_field'
  | 'open_files'
  | 'open_rule'
  | 'open_sign_in'
  | 'foreign_superuser'
  | 'foreign_account'
  | 'linked_sign_in';

/** Something foreign in a data folder, in a sentence. */
type ForeignPart = { readonly kind: ForeignKind; readonly what: string };

/** Collections that PocketBase itself makes. Only its own sign-ins see the rows of the first four. */
const sessionCollections = ['_authOrigins', '_externalAuths', '_mfas', '_otps'];
const knownCollections = new Set([...sessionCollections, '_superusers', 'users', ...Object.keys(tables)]);
const knownTables = new Set([
  ...knownCollections,
  '_collections',
  '_migrations',
  '_params',
  // Statistics of SQLite.
  'sqlite_sequence',
  'sqlite_stat1',
  'sqlite_stat4',
]);

const ownSessions =
  "@request.auth.id != '' && recordRef = @request.auth.id && collectionRef = @request.auth.collectionId";

/** A name in a line for people: one that is not plain is quoted, with what it hides escaped. */
const named = (name: string): string => (/^[\w.]{1,80}$/.test(name) ? name : JSON.stringify(name.slice(0, 80)));

const part = (kind: ForeignKind, what: string): ForeignPart => ({ kind, what });

type ForeignObject = DataOrigin['objects'][number];

const isForeignIndex = ({ sql, table, type }: ForeignObject): boolean =>
  type === 'index' && knownTables.has(table) && !isHarmlessIndex(sql);

const indexParts = (object: ForeignObject): readonly ForeignPart[] =>
  isForeignIndex(object)
    ? [part('foreign_index', `the index ${named(object.name)} can refuse rows, or leave some out`)]
    : [];

const objectPart = (object: ForeignObject): readonly ForeignPart[] => {
  const { name, sql, type } = object;
  if (type === 'index') return indexParts(object);
  if (type === 'trigger') return [part('foreign_trigger', `the trigger ${named(name)} changes rows by itself`)];
  if (type === 'view') return [part('foreign_view', `the view ${named(name)} is not of this service`)];
  if (!knownTables.has(name)) return [part('foreign_table', `the table ${named(name)} is not of this service`)];
  return isTableOfPocketbase(name, sql)
    ? []
    : [part('altered_table', `the table ${named(name)} is defined otherwise than PocketBase defines it`)];
};

type Collection = DataOrigin['collections'][number];

const isOpen = ({ name, rules }: Collection): boolean =>
  rules.some((rule) => rule !== null && !(sessionCollections.includes(name) && rule === ownSessions));

/** Superusers sign in by their address and password, and nobody else signs in. */
const hasOpenSignIn = (collection: Collection): boolean => {
  const { authRule, identities, manageRule, mfa, name, oauth2, otp, password } = collection;
  const isOfSuperusers = name === '_superusers';
  const isOtherwise = isOfSuperusers ? password !== true || authRule !== '' : password === true || authRule !== null;
  const isByOther = identities !== null && identities.join() !== 'email';
  return manageRule !== null || oauth2 === true || otp === true || mfa === true || isOtherwise || isByOther;
};

const alteredField = (collection: string, field: string): ForeignPart =>
  part('altered_field', `the field ${named(`${collection}.${field}`)} refuses, makes or removes what it should not`);

/** Fields that a collection of the service does not have or defines otherwise, and files that need no token. */
const fieldParts = ({ fields, name }: Collection): readonly ForeignPart[] => {
  const columns = new Map(Object.entries(tables)).get(name)?.columns;
  if (columns === undefined)
    return name === '_superusers'
      ? fields.filter((field) => !isSafeAccountField(field)).map((field) => alteredField(name, field.name))
      : [];
  const others = fields.filter((field) => field.name !== 'id' && !Object.hasOwn(columns, field.name));
  const altered = fields.filter((field) => !others.includes(field) && !isPlainField(name, field));
  const open = fields.filter((field) => field.type === 'file' && field['protected'] !== true);
  return [
    ...others.map((field) =>
      part('foreign_field', `the field ${named(`${name}.${field.name}`)} is not of this service`),
    ),
    ...altered.map((field) => alteredField(name, field.name)),
    ...open.map((field) =>
      part('open_files', `the files in ${named(`${name}.${field.name}`)} can be read without a token`),
    ),
  ];
};

const typeOf = (collection: string): string =>
  collection === '_superusers' || collection === 'users' ? 'auth' : 'base';

const collectionParts = (collection: Collection): readonly ForeignPart[] => {
  const name = named(collection.name);
  const foreign = knownCollections.has(collection.name) && collection.indexes.some((sql) => !isHarmlessIndex(sql));
  const isKnown = knownCollections.has(collection.name);
  return [
    ...(isKnown ? [] : [part('foreign_collection', `the collection ${name} is not of this service`)]),
    ...(isKnown && collection.type !== typeOf(collection.name)
      ? [part('altered_collection', `the collection ${name} is of another type than it should be`)]
      : []),
    ...fieldParts(collection),
    ...(foreign ? [part('foreign_index', `the collection ${name} is said to have an index that can refuse rows`)] : []),
    ...(isOpen(collection)
      ? [part('open_rule', `a rule of the collection ${name} lets others in than superusers`)]
      : []),
    ...(hasOpenSignIn(collection)
      ? [part('open_sign_in', `the collection ${name} lets others sign in, or in another way than by password`)]
      : []),
  ];
};

const superuserParts = (superusers: readonly string[], kept: readonly string[]): readonly ForeignPart[] =>
  superusers.flatMap((email, n) => {
    const isTwice = superusers.findIndex((other) => other.toLowerCase() === email.toLowerCase()) !== n;
    if (isTwice) return [part('foreign_superuser', `there are two superusers ${JSON.stringify(email)}`)];
    return kept.includes(email)
      ? []
      : [part('foreign_superuser', `the superuser ${JSON.stringify(email)} is not one that you named`)];
  });

/**
 * What a data folder has that neither PocketBase nor the migrations make, whether an attacker or an operator did, and
 * superusers other than those that are kept; and what SQLite finds damaged.
 */
export const foreignParts = (origin: DataOrigin, kept: readonly string[]): readonly ForeignPart[] => {
  const { accounts, collections, damage, linkedSignIns, objects, superusers } = origin;
  const collectionNames = new Set(collections.map(({ name }) => name));
  const isOfCollection = ({ name, type }: ForeignObject): boolean =>
    (type === 'table' || type === 'view') && collectionNames.has(name) && !knownCollections.has(name);
  return [
    ...damage.map((what) => part('damaged', `SQLite finds it damaged: ${what.replace(/[^ -~]/g, '?').slice(0, 200)}`)),
    ...objects.filter((one) => !isOfCollection(one)).flatMap(objectPart),
    ...collections.flatMap(collectionParts),
    ...missingIndexes(origin).map((sql) =>
      part('missing_index', `the index ${named(nameOfIndex(sql))} is not there, or is another one`),
    ),
    ...superuserParts(superusers, kept),
    ...(accounts > 0 ? [part('foreign_account', `${accounts} accounts are no superusers`)] : []),
    ...(linkedSignIns > 0 ? [part('linked_sign_in', `${linkedSignIns} accounts elsewhere may sign in`)] : []),
  ];
};

/** The indexes that a data folder should have by its collections, and has not. Only known ones are made again. */
const missingIndexes = ({ collections, objects }: DataOrigin): readonly string[] => {
  const there = new Set(objects.filter(({ type }) => type === 'index').map(({ sql }) => normalizedIndex(sql)));
  return collections.flatMap(({ indexes }) =>
    indexes.filter((sql) => isKnownIndex(sql) && !there.has(normalizedIndex(sql))),
  );
};

const nameOfIndex = (sql: string): string => /\sindex (?:if not exists )?[`"[]?(\w+)/i.exec(sql)?.[1] ?? '';

/** What `closeOrigin` does with the indexes of a data folder. One that is made again may replace one of its name. */
export const closedIndexes = (origin: DataOrigin) => {
  const madeIndexes = missingIndexes(origin);
  const there = origin.objects.filter(({ type }) => type === 'index');
  const replaced = there.filter(({ name }) => madeIndexes.some((sql) => nameOfIndex(sql) === name));
  return {
    removedIndexes: [...new Set([...there.filter(isForeignIndex), ...replaced].map(({ name }) => name))],
    madeIndexes,
    indexes: Object.fromEntries(
      origin.collections
        .filter(({ name }) => knownCollections.has(name))
        .map(({ indexes, name }) => [name, indexes.filter(isHarmlessIndex)]),
    ),
  };
};

/** The settings with which PocketBase sends data elsewhere, or refuses requests of the service, in words. */
export const switchedOffSettings = ({ settings }: DataOrigin): readonly string[] => [
  ...(settings.smtp ? ['mail (SMTP)'] : []),
  ...(settings.s3 ? ['files on S3'] : []),
  ...(settings.schedule === '' ? [] : ['scheduled backups']),
  ...(settings.backupsS3 ? ['backups on S3'] : []),
  ...(settings.rateLimits ? ['rate limits'] : []),
  ...(settings.superuserIPs ? ['addresses of superusers'] : []),
];
