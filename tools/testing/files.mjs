// Finds test files: every compiled test, or those that a path of `test/` names.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { root } from '../build/processes.mjs';

const here = join(root, 'test');
const compiled = join(here, 'dist');

/** Removes the compiled output of deleted tests, which the compiler leaves behind. */
const dropOrphans = async () => {
  const sources = new Set((await readdir(here, { recursive: true })).filter((path) => path.endsWith('.ts')));
  const outputs = await readdir(compiled, { recursive: true });
  for (const path of outputs.filter((path) => path.endsWith('.js'))) {
    const stem = path.slice(0, -'.js'.length);
    if (sources.has(`${stem}.ts`)) continue;
    for (const end of ['.js', '.js.map', '.d.ts', '.d.ts.map']) rmSync(join(compiled, stem + end), { force: true });
  }
};

/** Test files are named by their source, such as `unit/domain/kernel/dates.test.ts`, on every system with `/`. */
const allFiles = () =>
  readdirSync(compiled, { recursive: true })
    .filter((path) => path.endsWith('.test.js'))
    .map((path) => path.replaceAll('\\', '/').replace(/\.js$/, '.ts'))
    .toSorted();

/** The path of a file or folder below `test/`, from a typed one: of the source, or of the compiled output. */
const belowTest = (typed) => {
  const candidates = [resolve(typed), resolve(root, typed), resolve(here, typed)];
  const found = candidates.find((path) => path.startsWith(here) && statSync(path, { throwIfNoEntry: false }));
  if (found === undefined) throw new Error(`There is no ${typed} below test/.`);
  const path = relative(found === compiled || found.startsWith(`${compiled}/`) ? compiled : here, found);
  return path.replaceAll('\\', '/').replace(/\.js$/, '.ts');
};

/** Answers the test files that the typed paths name, or every one when there is no path. */
export const testFiles = async (typed) => {
  await dropOrphans();
  const all = allFiles();
  if (typed.length === 0) return all;
  return [
    ...new Set(
      typed.flatMap((one) => {
        const path = belowTest(one);
        const files = all.filter((file) => path === '' || file === path || file.startsWith(`${path}/`));
        if (files.length === 0) throw new Error(`There is no test in ${one}.`);
        return files;
      }),
    ),
  ];
};

/** The compiled file of a test. */
export const compiledFile = (file) => join(compiled, file.replace(/\.ts$/, '.js'));
