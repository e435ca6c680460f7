import type { Unavailable } from '@portcullis/domain';
import { type OutageCause, outageCauseOf } from '@portcullis/domain/kernel';
import { markFaults } from '@portcullis/record-store/driver';

/** The finding, and the remedy for an operator. */
type Explained = { readonly found: string; readonly remedy: string };
type Explanations = { readonly [Cause in OutageCause]?: Explained };

/** The engines that a record database may have, as metrics name them. */
export type DatabaseEngine = 'pocketbase' | 'postgres';

/** The explanations for each engine alike. */
const common: Explanations = {
  connection_refused: { found: 'nothing listens at its address.', remedy: 'Is it running at DATABASE_URL?' },
  connection_reset: {
    found: 'it cut the connection before its answer was complete.',
    remedy: 'Is it starting again, or does a proxy stand before it?',
  },
  dns_failed: {
    found: 'the name in its address is not known.',
    remedy: 'Correct DATABASE_URL, or look at the resolver.',
  },
  timeout: { found: 'it gave no answer in time.', remedy: 'Look at its load, and at the network between.' },
  disk_full: { found: 'its disk is full.', remedy: 'Free or add disk; nothing needs to be restarted.' },
  other_database: {
    found: 'it is another one than it should be, or an older state of it.',
    remedy: 'Put the right one back. If the change was meant, correct DATABASE_INSTALLATION_ID and restart.',
  },
  record_damaged: {
    found: 'a row of it was changed, and does not open.',
    remedy: 'Run npx portcullis ledger verify, which names the row, and restore it from the backup.',
  },
  unknown_key: {
    found: 'a row of it is sealed under a data key that this service does not have.',
    remedy: 'Add the key to DATA_KEYS again, behind the first.',
  },
  service_key_lost: {
    found: 'a key of the service itself is gone from it, or does not open.',
    remedy: 'Add its data key to DATA_KEYS again, behind the first, or restore the row from the backup.',
  },
  no_descriptors: {
    found: 'this process has no file descriptor left to reach it.',
    remedy: 'Raise the limit of open files of this process (ulimit -n), or lower LIMIT_CONNECTIONS.',
  },
};

const pocketbaseMigrations =
  'Apply the migrations of @portcullis/adapter-pocketbase (pocketbase migrate up --migrationsDir=…).';

const ofPocketbase: Explanations = {
  tls_failed: {
    found: 'no encrypted connection to it came about, or its certificate is not trusted.',
    remedy: 'Look who answers at DATABASE_URL; add the certificate of a gateway to NODE_EXTRA_CA_CERTS.',
  },
  login_refused: {
    found: 'it does not accept the account.',
    remedy: 'Correct DB_USER_EMAIL and DB_USER_PASSWORD: they are those of a superuser of PocketBase.',
  },
  write_refused: {
    found: 'it can be read, and refuses to be written to.',
    remedy:
      'Look at the free space of its disk first, then at who may write to its folders, and at the log of PocketBase.',
  },
  read_only: {
    found: 'its files cannot be written.',
    remedy: 'Make the volume and the files writable for the account of PocketBase, and start PocketBase again.',
  },
  missing_collection: { found: 'it lacks a collection of this release.', remedy: pocketbaseMigrations },
  schema_differs: { found: 'its schema is not that of this release.', remedy: pocketbaseMigrations },
  bad_answer: {
    found: 'what answers at its address is not PocketBase, or cannot do its work.',
    remedy: 'Look at the address, at a proxy before it, and at the log of PocketBase.',
  },
  missing_row_contradiction: {
    found: 'it says that a row is missing, and has it.',
    remedy: 'Raise the limit of open files of PocketBase (ulimit -n), and start it again.',
  },
  rate_limited: {
    found: 'it takes no further sign-in from this address for now, because too many were tried.',
    remedy: 'Wait a minute, and look who tries to sign in to PocketBase from there.',
  },
  server_error: { found: 'it failed at its own work.', remedy: 'Look at the log of PocketBase.' },
};

const postgresMigrations = 'Run npx portcullis migrate, with an account that owns the tables.';
const postgresAccount = 'Correct the user and the password in DATABASE_URL.';

const notPermitted = (right: string): Explained => ({
  found: `the account of DATABASE_URL lacks ${right}.`,
  remedy: 'Let the owner of the tables run npx portcullis migrate --grant-to with the name of the account.',
});

const ofPostgres: Explanations = {
  tls_failed: {
    found: 'no encrypted connection to it came about, or its certificate is not trusted.',
    remedy: 'Name the certificates of its signer with sslrootcert in DATABASE_URL, or turn encryption on there.',
  },
  login_refused: { found: 'it does not accept the account.', remedy: postgresAccount },
  permission_denied: notPermitted('a right that is needed'),
  connections_exhausted: {
    found: 'it gives no further connection: all that it, the account or the pooler allows are in use.',
    remedy:
      'Raise its limit (max_connections, CONNECTION LIMIT, or the pool of the pooler), or lower connections= in DATABASE_URL of each instance.',
  },
  read_only: {
    found: 'it is read-only: a standby, or a primary that was set so.',
    remedy: 'Name the primary in DATABASE_URL, or look at default_transaction_read_only and at the failover.',
  },
  missing_collection: { found: 'it lacks a table of this release.', remedy: postgresMigrations },
  schema_differs: { found: 'its schema is not that of this release.', remedy: postgresMigrations },
  bad_answer: {
    found: 'it answers what a PostgreSQL would not.',
    remedy: 'Look who answers at DATABASE_URL.',
  },
  server_error: {
    found: 'it failed at its own work: its memory, its files, or a fault of its own.',
    remedy: 'Look at the log of PostgreSQL, and at the disk and the memory of its machine.',
  },
};

/** The explanations of single codes of PostgreSQL beyond their cause. */
const ofCode: Readonly<Record<string, Explained>> = {
  '28P01': { found: 'it does not accept the password of the user in DATABASE_URL.', remedy: postgresAccount },
  '28000': {
    found: 'it does not let the user of DATABASE_URL in from here.',
    remedy: 'Look at the user in DATABASE_URL, and at pg_hba.conf.',
  },
  '3D000': {
    found: 'there is no database of the name in DATABASE_URL.',
    remedy: 'Correct the name, or create the database and run npx portcullis migrate.',
  },
  '57P03': { found: 'it is starting or stopping, and takes no connections.', remedy: 'Wait, and look at its log.' },
  '08001': {
    found: 'the pooler at DATABASE_URL does not reach its PostgreSQL.',
    remedy: 'Look at the log of the pooler, and at the PostgreSQL behind it.',
  },
  '08P01': {
    found: 'what answers at its address refuses what a connection begins with.',
    remedy: 'Is it a pooler, and is PGOPTIONS set? docs/scaling.md says what a pooler must allow.',
  },
  '25P01': {
    found: 'a pooler ends each transaction after one statement.',
    remedy: 'Set pool_mode of the pooler to session or transaction.',
  },
  XX001: {
    found: 'it says that its data are damaged.',
    remedy: 'Stop writing to it, and restore it from a backup.',
  },
  XX002: { found: 'it says that an index is damaged.', remedy: 'Look at its disk, then reindex it (REINDEX).' },
};

const names: { readonly [Engine in DatabaseEngine]: string } = { pocketbase: 'PocketBase', postgres: 'PostgreSQL' };

/** The engine whose answer the cause of a failure is: such a cause begins with its name. Ours are of no engine. */
export const engineIn = ({ cause }: Unavailable): DatabaseEngine | null => {
  const name = typeof cause === 'string' ? /^(PocketBase|PostgreSQL)\b/.exec(cause)?.[0] : undefined;
  if (name === undefined) return null;
  return name === names.postgres ? 'postgres' : 'pocketbase';
};

/** The adapter's words for an answer: a code, or the columns of a refusal, and never a value. */
const saidIn = (failure: Unavailable): string | null =>
  typeof failure.cause === 'string' && engineIn(failure) !== null ? failure.cause : null;

/** A cause that no engine gave is a sentence of ours. An unknown one is told with the code that the database gave. */
const unexplained = (failure: Unavailable, engine: DatabaseEngine): Explained => {
  const { cause } = failure;
  if (typeof cause === 'string' && saidIn(failure) === null)
    return {
      found: `${cause}.`,
      remedy: 'Try again; if it stays so, the records were changed from outside, or this release has a fault.',
    };
  const said = saidIn(failure) ?? outageCauseOf(failure);
  return {
    found: `its answer is none that is known (${said}).`,
    remedy: `Look at the log of ${names[engine]}.`,
  };
};

/** A database that is marked says so itself. */
const markFaultOf = ({ cause }: Unavailable): Explained | undefined =>
  Object.values(markFaults).find(({ found }) => found === cause);

const codeExplained = (failure: Unavailable): Explained | undefined => {
  const [, code = '', forbidden] = /^PostgreSQL: (\w{5})(?: \((.+)\))?$/.exec(saidIn(failure) ?? '') ?? [];
  if (forbidden !== undefined) return notPermitted(`a right on the ${forbidden}`);
  return Object.hasOwn(ofCode, code) ? ofCode[code] : undefined;
};

/** Says in a sentence what is wrong with the record database, and what to do, in the words of its engine. */
export const databaseOutage = (failure: Unavailable, engine: DatabaseEngine): Explained => {
  const cause = outageCauseOf(failure);
  const own = engine === 'postgres' ? ofPostgres : ofPocketbase;
  return (
    markFaultOf(failure) ??
    (engine === 'postgres' ? codeExplained(failure) : undefined) ??
    own[cause] ??
    common[cause] ??
    unexplained(failure, engine)
  );
};
