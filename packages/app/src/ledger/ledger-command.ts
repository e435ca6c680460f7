import { E, type Either, examineLedger, type NotFound, type Unavailable } from '@portcullis/domain';
import type { Environment } from '../config/environment.ts';
import { outage, type Printed } from '../policies/printed.ts';
import type { Voices } from '../replay/replay-command.ts';
import { sayer } from '../replay/report.ts';
import { exportPack, type Packed, type PackFailure } from './export-pack.ts';
import { openRecords, type Records } from './open-records.ts';
import { usage, type Wish, wishOf } from './options.ts';
import { type Signer, signerInFile, signerOfSeed } from './signer.ts';
import { verifyDatabase } from './verify-database.ts';
import { verifyFile } from './verify-file.ts';

const failed = (failure: NotFound | Unavailable): Printed =>
  failure._tag === 'NotFound' ? { code: 1, lines: ['There is no such profile.'] } : outage(failure);

const verify = async (records: Records, wish: Extract<Wish, { command: 'verify' }>, voices: Voices) => {
  const tally = await verifyDatabase(examineLedger(records), wish.profile, sayer(wish.json, voices.print));
  if (E.isLeft(tally)) return failed(tally.left);
  const { faults, locked } = tally.right;
  if (faults > 0) return { code: 1, lines: [] } as const;
  return { code: locked > 0 ? 2 : 0, lines: [] } as const;
};

/** A signer with the key of the service, which is created at its first use. */
const ownSigner = async ({ keyNamed }: Records): Promise<Either<Printed, Signer>> => {
  const seed = await keyNamed('signing')();
  return E.isLeft(seed) ? E.left(outage(seed.left)) : E.right(signerOfSeed(seed.right));
};

const signerIn = async (key: string): Promise<Either<Printed, Signer>> =>
  E.mapLeft((why: string): Printed => ({ code: 1, lines: [why] }))(await signerInFile(key));

const signerFor = async (env: Environment, key: string | null): Promise<Either<Printed, Signer>> => {
  if (key !== null) return signerIn(key);
  const records = openRecords(env);
  return E.isLeft(records) ? records : ownSigner(records.right);
};

const showKey = async (env: Environment, key: string | null, { print }: Voices): Promise<Printed> => {
  const signer = await signerFor(env, key);
  if (E.isLeft(signer)) return signer.left;
  print(`${signer.right.publicPem}fingerprint ${signer.right.fingerprint}`);
  return { code: 0, lines: [] };
};

const unpacked = (failure: PackFailure): Printed =>
  failure._tag === 'Unsound'
    ? { code: 1, lines: [`The ledger of this profile does not verify (seq ${failure.seq}): nothing was exported.`] }
    : failed(failure);

const toldOf = (out: string, { entries, files, gone }: Packed, { fingerprint }: Signer): string => {
  const missing = gone === 0 ? '' : `, ${gone} are not kept any more`;
  return `${out}: ${entries} entries, ${files} files${missing}. Signed by ${fingerprint}.`;
};

const exportOne = async (env: Environment, wish: Extract<Wish, { command: 'export' }>, voices: Voices) => {
  const records = openRecords(env);
  if (E.isLeft(records)) return records.left;
  const signer = await (wish.key === null ? ownSigner(records.right) : signerIn(wish.key));
  if (E.isLeft(signer)) return signer.left;
  try {
    const packed = await exportPack(records.right, wish, signer.right, new Date().toISOString())();
    if (E.isLeft(packed)) return unpacked(packed.left);
    voices.print(toldOf(wish.out, packed.right, signer.right));
    return { code: 0, lines: [] } as const;
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : 'of another kind';
    return { code: 1, lines: [`The folder of --out cannot be written (${why}); it must not be there yet.`] } as const;
  }
};

const run = async (wish: Wish, env: Environment, voices: Voices): Promise<Printed> => {
  switch (wish.command) {
    case 'verify-file':
      return verifyFile(wish, voices);
    case 'verify': {
      const records = openRecords(env);
      return E.isLeft(records) ? records.left : verify(records.right, wish, voices);
    }
    case 'export':
      return exportOne(env, wish, voices);
    case 'key':
      return showKey(env, wish.key, voices);
  }
};

/** Runs `npx portcullis ledger` with these arguments; returns its exit code. */
export const ledgerCommand = async (args: readonly string[], env: Environment, voices: Voices): Promise<number> => {
  const wish = wishOf(args);
  if (E.isLeft(wish)) {
    voices.complain(`${wish.left}\n\n${usage}`);
    return 64;
  }
  if (wish.right === null) {
    voices.print(usage);
    return 0;
  }
  const { code, lines } = await run(wish.right, env, voices);
  for (const line of lines) voices.complain(line);
  return code;
};
