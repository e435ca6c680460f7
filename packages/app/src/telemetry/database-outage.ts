import type { Unavailable } from '@portcullis/domain';
import { type OutageCause, outageCauseOf } from '@portcullis/domain/kernel';
import { markFaults } from '@portcullis/record-store/driver';

/** What was found, and what an operator does about it. */
type Explained = { readonly found: string; readonly remedy: string };

const account = 'Correct DB_USER_EMAIL and DB_USER_PASSWORD: they are those of a superuser of PocketBase.';
const migrations =
  'Apply the migrations of @portcullis/adapter-pocketbase (pocketbase migrate up --migrationsDir=…); those of a PostgreSQL by npx portcullis migrate.';

/** The words that are said of a database; the others are of vendors and of our own limits. */
const explanations: { readonly [Cause in OutageCause]?: Explained } = {
  connection_refused: { found: 'nothing listens at its address.', remedy: 'Is it running at DATABASE_URL?' },
  connection_reset: {
    found: 'it cut the connection before its answer was complete.',
    remedy: 'Is it starting again, or does a proxy stand before it?',
  },
  dns_failed: {
    found: 'the name in its address is not known.',
    remedy: 'Correct DATABASE_URL, or look at the resolver.',
  },
  tls_failed: {
    found: 'no encrypted connection to it came about, or its certificate is not trusted.',
    remedy: 'Look who answers at DATABASE_URL; add the certificate of a gateway to NODE_EXTRA_CA_CERTS.',
  },
  timeout: { found: 'it gave no answer in time.', remedy: 'Look at its load, and at the network between.' },
  login_refused: { found: 'it does not accept the account.', remedy: account },
  write_refused: {
    found: 'it can be read, and refuses to be written to.',
    remedy:
      'Look at the free space of its disk first, then at who may write to its folders, and at the log of PocketBase.',
  },
  disk_full: { found: 'its disk is full.', remedy: 'Free or add disk; nothing needs to be restarted.' },
  read_only: {
    found: 'its files cannot be written.',
    remedy: 'Make the volume and the files writable for the account of PocketBase, and start PocketBase again.',
  },
  missing_collection: { found: 'it lacks a collection of this release.', remedy: migrations },
  schema_differs: { found: 'its schema is not that of this release.', remedy: migrations },
  other_database: {
    found: 'it is another one than it should be, or an older state of it.',
    remedy: 'Put the right one back. If the change was meant, correct DATABASE_INSTALLATION_ID and restart.',
  },
  bad_answer: {
    found: 'what answers at its address is not PocketBase, or cannot do its work.',
    remedy: 'Look at the address, at a proxy before it, and at the log of PocketBase.',
  },
  missing_row_contradiction: {
    found: 'it says that a row is missing, and has it.',
    remedy: 'Raise the limit of open files of PocketBase (ulimit -n), and start it again.',
  },
  no_descriptors: {
    found: 'this process has no file descriptor left to reach it.',
    remedy: 'Raise the limit of open files of this process (ulimit -n), or lower LIMIT_CONNECTIONS.',
  },
};

const unexplained: Explained = {
  found: 'it could not be examined.',
  remedy: `Is it running at DATABASE_URL? ${account}`,
};

/** A database that is marked says so itself. */
const markFaultOf = ({ cause }: Unavailable): Explained | undefined =>
  Object.values(markFaults).find(({ found }) => found === cause);

/** Says in a sentence what is wrong with the record database, and what to do. */
export const databaseOutage = (failure: Unavailable): Explained =>
  markFaultOf(failure) ?? explanations[outageCauseOf(failure)] ?? unexplained;
