import { statfs } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** The space of a volume, in bytes. */
type Space = { readonly bytes: number; readonly freeBytes: number };

/** `null` where the folder is not there, or the system does not say. */
const spaceOf = async (folder: string): Promise<Space | null> => {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { bytes: blocks * bsize, freeBytes: bavail * bsize };
  } catch {
    return null;
  }
};

/**
 * Registers the gauges of the volumes that folders are on, by the names of these, and answers what measures them before
 * a scrape. A volume of which the system says nothing has no value.
 */
export const diskGauges = (
  metrics: Pick<Metrics, 'registerLabelledGauge'>,
  folders: { readonly [Volume in string]: string },
): (() => Promise<void>) => {
  let spaces: readonly (readonly [volume: string, space: Space])[] = [];
  const valuesOf = (part: keyof Space) => () => spaces.map(([volume, space]) => [volume, space[part]] as const);
  metrics.registerLabelledGauge('portcullis_disk_bytes', valuesOf('bytes'));
  metrics.registerLabelledGauge('portcullis_disk_free_bytes', valuesOf('freeBytes'));
  return async () => {
    const found = await Promise.all(
      Object.entries(folders).map(async ([volume, folder]) => [volume, await spaceOf(folder)] as const),
    );
    spaces = found.flatMap(([volume, space]) => (space === null ? [] : [[volume, space] as const]));
  };
};

/** The folders of which the volumes are measured: what the service writes, and, where it is set, the database. */
export const volumeFolders = ({
  accessJournalDir,
  databaseDir,
}: Pick<Config, 'accessJournalDir' | 'databaseDir'>): { readonly [Volume in string]: string } => ({
  service: accessJournalDir ?? process.cwd(),
  ...(databaseDir !== null && { database: databaseDir }),
});
