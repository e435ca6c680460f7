import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository, seen from the compiled tests. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/[\\/]$/, '');

/** Folders that are generated, installed or left by a run, and not our source. */
const excludedFolders = new Set(['node_modules', 'dist', 'bundle', '.git', '.nx', '.sandbox', 'coverage', 'results']);

const walk = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return excludedFolders.has(entry.name) ? [] : walk(join(folder, entry.name));
    return entry.isFile() ? [join(folder, entry.name)] : [];
  });

/** Answers every file below some folders, by its path from the root with `/`, sorted. */
export const filesBelow = (...folders: readonly string[]): readonly string[] =>
  folders
    .flatMap((folder) => walk(join(root, folder)))
    .map((path) => relative(root, path).split(sep).join('/'))
    .sort();

/** Reads the text of a file, by its path from the root. */
export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Whether a path is a program that this process may run. */
const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The program that the variable names, or the first of these on the path; `null` if there is none. */
export const findProgram = (variable: string, names: readonly string[]): string | null => {
  const named = process.env[variable];
  if (named !== undefined) return isProgram(named) ? named : null;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram) ?? null;
};
