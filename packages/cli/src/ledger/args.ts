import { E, type Either } from '@portcullis/domain';
import type { ParsedOptions } from '../command/parse-options.ts';

export const ledgerUsage = `npx portcullis ledger <command>

  verify [--profile <id>]           walks the ledgers of all profiles, or of one, holds every row against its ledger, and
                                    names the first bad place of each
  verify --checkpoints <folder>
                                    the same, and compares the log of all entries with the heads that were kept there,
                                    so that also entries are found that were rolled back, cut off or removed with their profile
  verify --pack <folder>            checks an evidence pack with the script of this release, without a database
  export --profile <id> --out <folder>
                                    writes a signed evidence pack of one profile into a new folder
  checkpoint --to <folder>          adds the newest head of the log to the heads in a folder, if the log continues them
  key                               prints the public key that signs evidence packs, and its fingerprint

  --without-files        verify: does not read images, which takes most of the time where there are many
  --json                 verify: one JSON object a line, the summary last
  --fingerprint <hex>    verify --pack, verify --checkpoints, checkpoint: the SHA-256 of the signer's public key;
                         repeated for each key that has signed heads
  --personal             export: with what the person said and what was read of them
  --files                export: with their images
  --key <file>           export, key: an Ed25519 private key (PEM) in place of the service's own

verify of a pack needs nothing; the others need DATABASE_URL, DB_USER_EMAIL and DB_USER_PASSWORD, and DATA_KEYS where the
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
      readonly command: 'verify-pack';
      readonly pack: string;
      readonly fingerprint: string | null;
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
  pack: { type: 'string' },
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
  verify: ['profile', 'pack', 'checkpoints', 'fingerprint', 'without-files', 'json'],
  checkpoint: ['to', 'fingerprint'],
  export: ['profile', 'out', 'personal', 'files', 'key'],
  key: ['key'],
};

type Values = ParsedOptions<typeof ledgerOptions>['values'];

const parsePack = (pack: string, { fingerprint: fingerprints = [], ...others }: Values): Either<string, LedgerArgs> => {
  const [fingerprint = null, ...more] = fingerprints;
  if (more.length > 0) return E.left('A pack has one signer: give --fingerprint once.');
  const strange = Object.keys(others).filter((name) => name !== 'pack');
  return strange.length > 0
    ? E.left(`--pack goes without --${strange.join(', --')}.`)
    : E.right({ command: 'verify-pack', pack, fingerprint });
};

const parseVerify = (values: Values): Either<string, LedgerArgs> => {
  const { checkpoints = null, fingerprint: fingerprints = [], json = false, pack, profile = null } = values;
  if (pack !== undefined) return parsePack(pack, values);
  if (checkpoints !== null && profile !== null)
    return E.left('--checkpoints is about all profiles of the database, and goes without --profile.');
  if (checkpoints === '') return E.left('--checkpoints names a folder.');
  if (fingerprints.length > 0 && checkpoints === null)
    return E.left('--fingerprint goes with --pack or --checkpoints.');
  const readsFiles = values['without-files'] !== true;
  return E.right({ command: 'verify', profile, checkpoints, fingerprints, readsFiles, json });
};

const parseCheckpoint = ({ to = '', fingerprint = [] }: Values): Either<string, LedgerArgs> =>
  to === '' ? E.left('--to names a folder.') : E.right({ command: 'checkpoint', to, fingerprints: fingerprint });

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
