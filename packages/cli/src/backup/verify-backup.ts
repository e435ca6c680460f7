import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '@portcullis/app/configuration';
import { E, type Either } from '@portcullis/domain';
import type { Checkpoint } from '@portcullis/domain/ledger';
import { type CommandResult, failed } from '../command/command-result.ts';
import type { Output } from '../command/output.ts';
import { foreignLines } from './clear-foreign.ts';
import { examineCopy, requireKeys, schemaLines } from './examine-copy.ts';
import type { TakenBackup } from './take-backup.ts';
import { unpackBackup, unpackFault } from './unpack.ts';
import { withDataFolder } from './with-data-folder.ts';

/** Where a backup is opened, and with what. */
export type Verification = {
  /** The newest head of before the backup. */
  readonly head: Checkpoint | null;
  /** The folder in which the copy gets a folder of its own. */
  readonly work: string;
  readonly env: Environment;
  readonly stop: AbortSignal;
};

const isBetween = (value: number, from: number, to: number): boolean => value >= from && value <= to;

/** Opens the backup as a restore would, and verifies what is in it. The copy is removed, whatever is found. */
export const verifyBackup = async (
  { after, before, file }: TakenBackup,
  { env, head, stop, work }: Verification,
  output: Output,
): Promise<Either<CommandResult, void>> => {
  let dataDir: string | null = null;
  try {
    dataDir = await mkdtemp(join(work, 'portcullis-backup-'));
    await unpackBackup(file, dataDir, stop);
    const foreign = await foreignLines({ dataDir, env, superusers: [] });
    if (E.isLeft(foreign)) return foreign;
    for (const line of foreign.right) output.print(line);
    if (foreign.right.length > 0) output.print('"restore" refuses what is noted, or takes it out.');
    const examine = { dataDir, env, account: 'random', stop } as const;
    const summary = await withDataFolder(examine, async (records) => {
      const opened = await requireKeys(records);
      if (E.isLeft(opened)) return opened;
      const schema = await schemaLines(records, 'NOTE');
      if (E.isLeft(schema)) return schema;
      for (const line of schema.right) output.print(line);
      return examineCopy(records, head, true, output);
    });
    if (E.isLeft(summary)) return summary;
    const { entries, profiles } = summary.right;
    return isBetween(profiles, before.profiles, after.profiles) && isBetween(entries, before.entries, after.entries)
      ? E.right(undefined)
      : failed(1, `It has ${profiles} profiles and ${entries} entries, and the database other numbers.`);
  } catch (cause) {
    return failed(1, unpackFault(cause));
  } finally {
    if (dataDir !== null) await rm(dataDir, { recursive: true, force: true });
  }
};
