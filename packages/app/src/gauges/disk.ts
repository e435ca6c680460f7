import { statfs } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** The space of a volume, in bytes. */
type Space = { readonly bytes: number; readonly freeBytes: number };

/** Measures the volume of a folder. It answers `null` where the folder is not there, or the system does not say. */
type MeasureSpace = (folder: string) => Promise<Space | null>;

const spaceOf: MeasureSpace = async (folder) => {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { bytes: blocks * bsize, freeBytes: bavail * bsize };
  } catch {
    return null;
  }
};

type MeasuredVolume = {
  readonly space: () => Space | null;
  /** Measures again. It resolves when the space is known. */
  readonly refresh: () => Promise<void>;
};

/**
 * Measures one volume, once at a time: a call to a volume that is frozen (a network mount, say) holds a thread of
 * Node's pool for as long as it lasts, and four of them would hold all that read files and look up names. A volume that
 * has not answered by the next time has no space.
 */
const measuredVolume = (folder: string, measure: MeasureSpace): MeasuredVolume => {
  let space: Space | null = null;
  let running: Promise<void> | null = null;
  const measured = async (): Promise<void> => {
    space = await measure(folder);
    running = null;
  };
  return {
    space: () => space,
    refresh: () => {
      if (running === null) running = measured();
      else space = null;
      return running;
    },
  };
};

/**
 * Registers the gauges of the volumes that folders are on, by the names of these, and answers what measures them before
 * a scrape. A volume has no value if the system says nothing of it.
 */
export const diskGauges = (
  metrics: Pick<Metrics, 'registerLabelledGauge'>,
  folders: { readonly [Volume in string]: string },
  measure: MeasureSpace = spaceOf,
): (() => Promise<void>) => {
  const volumes = Object.entries(folders).map(([volume, folder]) => [volume, measuredVolume(folder, measure)] as const);
  const valuesOf = (part: keyof Space) => () =>
    volumes.flatMap(([volume, { space }]) => {
      const found = space();
      return found === null ? [] : [[volume, found[part]] as const];
    });
  metrics.registerLabelledGauge('portcullis_disk_bytes', valuesOf('bytes'));
  metrics.registerLabelledGauge('portcullis_disk_free_bytes', valuesOf('freeBytes'));
  return async () => {
    await Promise.all(volumes.map(([, { refresh }]) => refresh()));
  };
};

/** The folders whose volumes are measured: what the service writes, and, where it is set, the database. */
export const volumeFolders = ({
  databaseDir,
}: Pick<Config, 'databaseDir'>): { readonly [Volume in string]: string } => ({
  service: process.cwd(),
  ...(databaseDir !== null && { database: databaseDir }),
});
