import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fillDataFolder } from './pocketbase.ts';
import { realPocketbase } from './statement-log.ts';

/**
 * Makes a program that is PocketBase, and begins an empty data folder with the one that the tests have filled once
 * instead of with all migrations. It is for programs that start many databases, each over a folder of their own.
 */
export const filledPocketbase = async (folder: string): Promise<string> => {
  const path = join(folder, 'pocketbase');
  const filled = join(folder, 'filled');
  await fillDataFolder(filled);
  const script = [
    '#!/bin/sh',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell expands it
    'for option in "$@"; do case "$option" in --dir=*) data="${option#--dir=}" ;; esac; done',
    `[ -e "$data/data.db" ] || { mkdir -p "$data" && cp -R '${filled}/.' "$data"; }`,
    `exec '${realPocketbase()}' "$@"`,
  ];
  await writeFile(path, `${script.join('\n')}\n`);
  await chmod(path, 0o755);
  return path;
};
