import { E, type Either } from '@portcullis/domain';
import type { ParsedOptions } from '../command/parse-options.ts';
import { isHeadStore } from './heads/open-store.ts';

export const ledgerUsage = `npx portcullis ledger <command>

  verify [--profile <id>]           walks the ledgers of all profiles, or of one, holds every row against its ledger, and
                                    names the first bad place of each
  verify --checkpoints <folder, or s3://bucket/prefix>
                                    the same, and compares the log of all entries with the heads that were kept there,
                                    so that also entries are found that were rolled back, cut off or removed with their profile
  verify --file <path>              the same without a database, of entries as JSON lines, or of the folder of an
                                    evidence pack, which is checked with the script of this release
  export --profile <id> --out <folder>
                                    writes a signed evidence pack of one profile into a new folder
  checkpoint --to <folder>          adds the newest head of the log to the heads in a folder, if the log continues them
  checkpoint --to <s3://bucket/prefix>
                                    does so in a bucket, and overwrites nothing there; with AWS_ACCESS_KEY_ID,
                                    AWS_SECRET_ACCESS_KEY, AWS_REGION, and AWS_SESSION_TOKEN and AWS_ENDPOINT_URL_S3
                                    where they are needed
  checkpoint --to <https address>   sends it there by PUT, for example to an address that an object store has signed
  key                               prints the public key that signs evidence packs, and its fingerprint

  --without-files        verify: does not read images, which takes most of the time where there are many
  --json                 verify: one JSON object a line, the summary last
  --fingerprint <hex>    verify --file <folder>, verify --checkpoints, checkpoint: the SHA-256 of the signer's public key;
                         repeated for each key that has signed heads
  --personal             export: with what the person said and what was read of them
  --files                export: with their images
  --key <file>           export, key: an Ed25519 private key (PEM) in place of the service's own

verify of a file needs nothing; the others need DATABASE_URL, DB_USER_EMAIL and DB_USER_PASSWORD, and DATA_KEYS where the
service has it. Exit code: 0 when all is well, 1 when something is wrong or there is no such profile, 2 when it could not be
looked at, 64 for what it does not know.`;

/** The parsed arguments of the command; `null` means no restriction. */
export type LedgerArgs =
  | {
      readonly command: 'verify';
      readonly profile: string | null;
      readonly checkpoints: string | null;
      /** None: any signer is accepted. */
      readonly fingerprints: readonly string[];
      readonly readsFiles: boolean;
      readonly json: boolean;
    }
  | { readonly command: 'checkpoint'; readonly to: string; readonly fingerprints: readonly string[] }
  | {
      readonly command: 'verify-file';
      readonly file: string;
      readonly profile: string | null;
      readonly fingerprint: string | null;
      readonly json: boolean;
    }
  | {
      readonly command: 'export';
      readonly profile: string;
      readonly out: string;
      readonly personal: boolean;
      readonly files: boolean;
      readonly key: string | null;
    }
  | { readonly command: 'key'; readonly key: string | null };

export const ledgerOptions = {
  profile: { type: 'string' },
  file: { type: 'string' },
  checkpoints: { type: 'string' },
  to: { type: 'string' },
  fingerprint: { type: 'string', multiple: true },
  out: { type: 'string' },
  key: { type: 'string' },
  json: { type: 'boolean' },
  personal: { type: 'boolean' },
  files: { type: 'boolean' },
  'without-files': { type: 'boolean' },
} as const;

/** The options of each subcommand. */
const optionsByCommand: Readonly<Record<string, readonly string[]>> = {
  verify: ['profile', 'file', 'checkpoints', 'fingerprint', 'without-files', 'json'],
  checkpoint: ['to', 'fingerprint'],
  export: ['profile', 'out', 'personal', 'files', 'key'],
  key: ['key'],
};

type Values = ParsedOptions<typeof ledgerOptions>['values'];

const parseVerify = ({ file, json = false, ...values }: Values): Either<string, LedgerArgs> => {
  const fingerprints = values.fingerprint ?? [];
  const profile = values.profile ?? null;
  const checkpoints = values.checkpoints ?? null;
  const withoutFiles = values['without-files'] ?? false;
  if (checkpoints !== null && (file !== undefined || profile !== null))
    return E.left('--checkpoints is about all profiles of the database, and goes with neither --file nor --profile.');
  if (checkpoints !== null && !isHeadStore(checkpoints))
    return E.left('--checkpoints names a folder or s3://bucket/prefix.');
  if (file !== undefined && withoutFiles) return E.left('--without-files goes without --file.');
  if (file !== undefined) {
    const [fingerprint = null, ...more] = fingerprints;
    if (more.length > 0) return E.left('A pack has one signer: give --fingerprint once.');
    return E.right({ command: 'verify-file', file, profile, fingerprint, json });
  }
  if (fingerprints.length > 0 && checkpoints === null)
    return E.left('--fingerprint goes with --file or --checkpoints.');
  return E.right({
    command: 'verify',
    profile,
    checkpoints,
    fingerprints,
    readsFiles: !withoutFiles,
    json,
  });
};

const parseCheckpoint = ({ to = '', fingerprint = [] }: Values): Either<string, LedgerArgs> =>
  !isHeadStore(to) && !to.startsWith('https://')
    ? E.left('--to names a folder, s3://bucket/prefix or an https address.')
    : E.right({ command: 'checkpoint', to, fingerprints: fingerprint });

const parseExport = ({ out, profile, personal = false, files = false, key }: Values): Either<string, LedgerArgs> => {
  if (profile === undefined) return E.left('--profile says of whom.');
  if (out === undefined || out === '') return E.left('--out names a folder that is not there yet.');
  return E.right({
    command: 'export',
    profile,
    out,
    personal,
    files,
    key: key ?? null,
  });
};

/** Reads the arguments. Left says what is wrong. */
export const parseLedgerArgs = ({
  positionals,
  values,
}: ParsedOptions<typeof ledgerOptions>): Either<string, LedgerArgs> => {
  const [command = '', ...rest] = positionals;
  const known = Object.hasOwn(optionsByCommand, command) ? optionsByCommand[command] : undefined;
  if (known === undefined || rest.length > 0) return E.left('What to do is one of verify, checkpoint, export, key.');
  const strange = Object.keys(values).filter((name) => !known.includes(name));
  if (strange.length > 0) return E.left(`${command} does not know --${strange.join(', --')}.`);
  if (values.profile !== undefined && !/^[a-z0-9]{15}$/.test(values.profile)) {
    return E.left('--profile is the id of a profile.');
  }
  if (values.fingerprint?.some((hex) => !/^[0-9a-f]{64}$/.test(hex))) {
    return E.left('--fingerprint is 64 hex characters.');
  }
  if (command === 'verify') return parseVerify(values);
  if (command === 'checkpoint') return parseCheckpoint(values);
  return command === 'export' ? parseExport(values) : E.right({ command: 'key', key: values.key ?? null });
};
