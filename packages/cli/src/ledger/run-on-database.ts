import { type Environment, ed25519HeadSigner, errorWord, readLedgerVariables } from '@portcullis/app/configuration';
import { type Packed, type PackFailure, type Signer, signerFromSeed } from '@portcullis/app/evidence';
import { E, type Either, type ProfileId, pipe } from '@portcullis/domain';
import {
  type CommandResult,
  failureResult,
  misconfiguredResult,
  unavailableResult,
} from '../command/command-result.ts';
import { openRecords, openRecordsToWrite, type Records } from '../command/open-records.ts';
import type { Output } from '../command/output.ts';
import { exportPack, type PackOptions } from './export-pack.ts';
import { headFolder } from './head-folder.ts';
import { type KeepArgs, keepCheckpoint } from './keep-checkpoint.ts';
import { type KeptHeads, readKeptHeads } from './kept-heads.ts';
import { ledgersOf } from './ledgers-of.ts';
import { signerFromFile } from './signer.ts';
import { verifyDatabase } from './verify-database.ts';
import { verifyLog } from './verify-log.ts';

/** The scope of a verification; `null` is no restriction, and no fingerprint accepts any signer. */
type VerifyArgs = {
  readonly profile: ProfileId | null;
  readonly checkpoints: string | null;
  readonly fingerprints: readonly string[];
  readonly readsFiles: boolean;
};

/** The heads that were kept, or why they cannot be read; `null` when the log is not to be compared with any. */
const keptHeads = async ({ checkpoints, fingerprints }: VerifyArgs): Promise<KeptHeads | string | null> => {
  if (checkpoints === null) return null;
  const folder = headFolder(checkpoints);
  try {
    const names = await folder.names();
    if (names === null) return 'The folder of --checkpoints cannot be read.';
    if (names.length === 0) return 'The folder of --checkpoints has no heads.';
    return await readKeptHeads(folder, names, fingerprints);
  } catch (cause) {
    return `The folder of --checkpoints cannot be read (${errorWord(cause)}).`;
  }
};

/** Makes a head of the log as it is, and adds it to those in a folder. */
export const runCheckpoint = async (env: Environment, args: KeepArgs, output: Output): Promise<CommandResult> => {
  const records = await openRecordsToWrite(env);
  if (E.isLeft(records)) return records.left;
  const read = readLedgerVariables(env);
  if (E.isLeft(read)) return misconfiguredResult(read.left);
  const { LEDGER_SIGNING_KEY: key } = read.right;
  return keepCheckpoint(records.right, key === undefined ? null : ed25519HeadSigner(key), args, output);
};

/** Verifies ledgers and rows, and the log. */
export const runVerify = async (env: Environment, args: VerifyArgs, output: Output): Promise<CommandResult> => {
  const records = openRecords(env);
  if (E.isLeft(records)) return records.left;
  const kept = await keptHeads(args);
  if (typeof kept === 'string') return { code: 2, lines: [kept] };
  const summary = await verifyDatabase(ledgersOf(records.right, args.readsFiles), args.profile, output.print);
  if (E.isLeft(summary)) return failureResult(summary.left);
  // A profile that was rolled back as a whole, or is gone, shows in the log alone.
  const ofLog = await verifyLog(records.right, kept, output.print);
  if (E.isLeft(ofLog)) return failureResult(ofLog.left);
  const { faults, locked } = summary.right;
  if (faults + ofLog.right > 0) return { code: 1, lines: [] };
  return { code: locked > 0 ? 2 : 0, lines: [] };
};

/** A signer with the key of the service, which is created at its first use. */
const serviceSigner = async ({ keys }: Records): Promise<Either<CommandResult, Signer>> => {
  const seed = await keys.ofService.keyNamed('signing')();
  return E.isLeft(seed) ? E.left(unavailableResult(seed.left)) : E.right(signerFromSeed(seed.right));
};

const fileSigner = (key: string): Either<CommandResult, Signer> =>
  pipe(
    signerFromFile(key),
    E.mapLeft((why): CommandResult => ({ code: 1, lines: [why] })),
  );

const selectSigner = async (env: Environment, key: string | null): Promise<Either<CommandResult, Signer>> => {
  if (key !== null) return fileSigner(key);
  const records = await openRecordsToWrite(env);
  return E.isLeft(records) ? records : serviceSigner(records.right);
};

/** Prints the key that signs evidence packs. */
export const showKey = async (env: Environment, key: string | null, { print }: Output): Promise<CommandResult> => {
  const signer = await selectSigner(env, key);
  if (E.isLeft(signer)) return signer.left;
  const { fingerprint, publicPem } = signer.right;
  print(`${publicPem}fingerprint ${fingerprint}`, { fingerprint, public_key: publicPem });
  return { code: 0, lines: [] };
};

const packFailureResult = (failure: PackFailure): CommandResult =>
  failure._tag === 'Unsound'
    ? { code: 1, lines: [`The ledger of this profile does not verify (seq ${failure.seq}): nothing was exported.`] }
    : failureResult(failure);

const exportMessage = (out: string, { entries, files, gone }: Packed, { fingerprint }: Signer): string => {
  const missing = gone === 0 ? '' : `, ${gone} are not kept any more`;
  return `${out}: ${entries} entries, ${files} files${missing}. Signed by ${fingerprint}.`;
};

type ExportArgs = PackOptions & { readonly key: string | null };

/** Writes an evidence pack. */
export const runExport = async (env: Environment, args: ExportArgs, output: Output): Promise<CommandResult> => {
  const records = await openRecordsToWrite(env);
  if (E.isLeft(records)) return records.left;
  const signer = await (args.key === null ? serviceSigner(records.right) : fileSigner(args.key));
  if (E.isLeft(signer)) return signer.left;
  try {
    const packed = await exportPack(records.right, args, signer.right, () => new Date().toISOString())();
    if (E.isLeft(packed)) return packFailureResult(packed.left);
    output.print(exportMessage(args.out, packed.right, signer.right));
    return { code: 0, lines: [] };
  } catch (cause) {
    return {
      code: 1,
      lines: [`The folder of --out cannot be written (${errorWord(cause)}); it must not be there yet.`],
    };
  }
};
