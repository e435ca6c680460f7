import { tables } from '@portcullis/record-store/driver';
import type { DataOrigin } from './data-origin.ts';
import { isTableOfPocketbase } from './known-tables.ts';

/** What a data folder can have that neither PocketBase nor the migrations make. */
type ForeignKind =
  | 'foreign_trigger'
  | 'foreign_view'
  | 'foreign_table'
  | 'altered_table'
  | 'foreign_collection'
  | 'foreign_field'
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
  ...[...knownCollections, '_collections', '_migrations', '_params'],
  // Statistics of SQLite.
  ...['sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4'],
]);

const ownSessions =
  "@request.auth.id != '' && recordRef = @request.auth.id && collectionRef = @request.auth.collectionId";

/** A name in a line for people: one that is not plain is quoted, with what it hides escaped. */
const named = (name: string): string => (/^[\w.]{1,80}$/.test(name) ? name : JSON.stringify(name.slice(0, 80)));

const part = (kind: ForeignKind, what: string): ForeignPart => ({ kind, what });

type ForeignObject = DataOrigin['objects'][number];

const objectPart = ({ name, sql, type }: ForeignObject): readonly ForeignPart[] => {
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
  const { authRule, identities, manageRule, name, oauth2, otp, password } = collection;
  const isOpenToOthers = name !== '_superusers' && (password === 1 || authRule !== null);
  const isByOther = identities !== null && identities !== '["email"]';
  return manageRule !== null || oauth2 === 1 || otp === 1 || isOpenToOthers || isByOther;
};

/** Fields that a collection of the service does not have, and files that are read without a token. */
const fieldParts = ({ fields, name }: Collection): readonly ForeignPart[] => {
  const columns = new Map(Object.entries(tables)).get(name)?.columns;
  if (columns === undefined) return [];
  const others = fields.filter((field) => field.name !== 'id' && !Object.hasOwn(columns, field.name));
  const open = fields.filter((field) => field.type === 'file' && field.protected !== 1);
  return [
    ...others.map((field) =>
      part('foreign_field', `the field ${named(`${name}.${field.name}`)} is not of this service`),
    ),
    ...open.map((field) =>
      part('open_files', `the files in ${named(`${name}.${field.name}`)} can be read without a token`),
    ),
  ];
};

const collectionParts = (collection: Collection): readonly ForeignPart[] => {
  const name = named(collection.name);
  const isKnown = knownCollections.has(collection.name);
  return [
    ...(isKnown ? [] : [part('foreign_collection', `the collection ${name} is not of this service`)]),
    ...fieldParts(collection),
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
 * superusers other than those that are kept. Indexes are passed over: none of them changes a row.
 */
export const foreignParts = (
  { accounts, collections, linkedSignIns, objects, superusers }: DataOrigin,
  kept: readonly string[],
): readonly ForeignPart[] => {
  const collectionNames = new Set(collections.map(({ name }) => name));
  const isOfCollection = ({ name, type }: ForeignObject): boolean =>
    type !== 'trigger' && collectionNames.has(name) && !knownCollections.has(name);
  return [
    ...objects.filter((one) => !isOfCollection(one)).flatMap(objectPart),
    ...collections.flatMap(collectionParts),
    ...superuserParts(superusers, kept),
    ...(accounts > 0 ? [part('foreign_account', `${accounts} accounts are no superusers`)] : []),
    ...(linkedSignIns > 0 ? [part('linked_sign_in', `${linkedSignIns} accounts elsewhere may sign in`)] : []),
  ];
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
