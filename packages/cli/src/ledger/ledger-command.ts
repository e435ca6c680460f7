import type { CommandLine, CommandRun } from '../command/command-line.ts';
import { defineCommand, parsedBy, recordsNeeds, recordsRefused } from '../command/command-line.ts';
import { misused } from '../command/command-result.ts';
import { parseId, parsePath } from '../command/values.ts';
import { verifyPack } from './verify-pack.ts';

/** Code for the record database is loaded when it is needed: a pack is verified without it. */
const onDatabase = () => import('./run-on-database.ts');

const parseFingerprints = parsedBy(
  (text) => (/^[0-9a-f]{64}$/.test(text) ? text : null),
  'It must have 64 hexadecimal digits.',
);

const noFingerprints: readonly string[] = [];

/** Each key that has signed heads has an option of its own. */
const fingerprint = [
  '--fingerprint <hex>',
  "the SHA-256 of the signer's public key; repeated for each key that has signed heads",
  (text: string, others: readonly string[]): readonly string[] => [...others, parseFingerprints(text)],
  noFingerprints,
] as const;

const addVerify = (line: CommandLine, { env, finish, output }: CommandRun): void => {
  line
    .command('verify')
    .description(
      'walks the ledgers of all profiles, or of one, holds every row against its ledger, and names the first bad place of each',
    )
    .option('--profile <id>', 'of one profile', parseId)
    .option(
      '--checkpoints <folder>',
      'compares the log of all entries with the heads that were kept there, so that also entries are found that were rolled back, cut off or removed with their profile',
      parsePath,
    )
    .option('--pack <folder>', 'checks an evidence pack with the script of this release, without a database', parsePath)
    .option(...fingerprint)
    .option('--without-files', 'does not read images, which takes most of the time where there are many', false)
    .action(async ({ checkpoints = null, fingerprint: pinned, pack, profile = null, withoutFiles }) => {
      if (pack !== undefined) {
        if (pinned.length > 1) return finish(misused('Give --fingerprint once with --pack: a pack has one signer.'));
        if (checkpoints !== null || profile !== null || withoutFiles)
          return finish(misused('Give --pack without --profile, --checkpoints and --without-files.'));
        return finish(verifyPack(pack, pinned[0] ?? null, output));
      }
      if (checkpoints !== null && profile !== null)
        return finish(misused('Give --checkpoints without --profile: it is about all of them.'));
      if (pinned.length > 0 && checkpoints === null)
        return finish(misused('Give --fingerprint only with --pack or --checkpoints.'));
      const { runVerify } = await onDatabase();
      const args = { profile, checkpoints, fingerprints: pinned, readsFiles: !withoutFiles };
      return finish(runVerify(env, args, output));
    });
};

/** `npx portcullis ledger`: verifies ledgers, and exports signed evidence packs. */
export const ledgerCommand = defineCommand({
  name: 'ledger',
  description: 'Verifies the ledger, keeps its heads elsewhere, and exports signed evidence packs.',
  notes: `${recordsNeeds} verify of a pack needs nothing. Exit code: 0 when all is well; 1 when an entry, a head or a pack does not verify, there is no such profile or no head, a file that is named cannot be used, or ${recordsRefused}; 2 when it could not be looked at.`,
  crashMessage: 'The ledger could not be looked at',
  build: (line, run) => {
    const { env, finish, output } = run;
    const key = ['--key <file>', "an Ed25519 private key (PEM) in place of the service's own"] as const;
    addVerify(line, run);
    line
      .command('export')
      .description('writes a signed evidence pack of one profile into a new folder')
      .requiredOption('--profile <id>', 'of whom', parseId)
      .requiredOption('--out <folder>', 'one that is not there yet', parsePath)
      .option('--personal', 'with what the person said and what was read of them', false)
      .option('--files', 'with their images', false)
      .option(...key)
      .action(async ({ key: file = null, ...options }) =>
        finish((await onDatabase()).runExport(env, { ...options, key: file }, output)),
      );
    line
      .command('checkpoint')
      .description('makes a head of the log as it is, and adds it to the heads in a folder, if the log continues them')
      .requiredOption('--to <folder>', 'where heads are kept', parsePath)
      .option(...fingerprint)
      .action(async ({ fingerprint: fingerprints, to }) =>
        finish((await onDatabase()).runCheckpoint(env, { to, fingerprints }, output)),
      );
    line
      .command('key')
      .description('prints the public key that signs evidence packs, and its fingerprint')
      .option(...key)
      .action(async ({ key: file = null }) => finish((await onDatabase()).showKey(env, file, output)));
  },
});
