// `npm run sizes` prints the lines of every package and the words of the documentation beside their budget, and
// exits with 1 where one is more than two percent over it, or ten percent under it. `npm run sizes -- --write` makes
// today's sizes the budget.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from './build/processes.mjs';

const budgetFile = join(root, 'budget.json');

/** How far a size may be above its budget, and below it, as a part of the budget. */
const growth = 0.02;
const shrinkage = 0.1;

const isSource = (path) => /\.(ts|tsx|mjs|js|cjs|css|html|sql)$/.test(path);
const isPage = (path) => path.endsWith('.md');

/** The files that the compiler, the bundler, npm or the generator of the client writes. */
const isMade = (path) =>
  /\/(node_modules|dist|bundle)(\/|$)/.test(path) || /^packages\/client\/src\/api\/(openapi|routes)\.ts$/.test(path);

const filesBelow = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (isMade(path)) return [];
    return entry.isDirectory() ? filesBelow(path) : [path];
  });

const count = (paths, pattern) =>
  paths.reduce((sum, path) => sum + (readFileSync(join(root, path), 'utf8').match(pattern)?.length ?? 0), 0);

const packages = () =>
  ['packages', 'packages/adapters'].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'adapters')
      .map((entry) => `${folder}/${entry.name}`),
  );

/** Answers the lines of source of each package and of the tests, and the words of the pages. */
export const measureSizes = () => ({
  lines: Object.fromEntries(
    [...packages(), 'test', 'bench', 'tools'].map((name) => [name, count(filesBelow(name).filter(isSource), /\n/g)]),
  ),
  words: {
    docs: count(filesBelow('docs').filter(isPage), /\S+/g),
    root: count(
      readdirSync(root).filter((name) => isPage(name)),
      /\S+/g,
    ),
  },
});

/** Reads the budget, which has the form of the sizes. */
export const readBudget = () => JSON.parse(readFileSync(budgetFile, 'utf8'));

/** Answers a sentence for each size that is away from its budget, and for each that one of the two does not know. */
export const offBudget = (budget, sizes) =>
  Object.entries({ ...budget, ...sizes }).flatMap(([unit]) =>
    [...new Set([...Object.keys(budget[unit] ?? {}), ...Object.keys(sizes[unit] ?? {})])].flatMap((name) => {
      const allowed = budget[unit]?.[name];
      const size = sizes[unit]?.[name];
      if (allowed === undefined) return [`${name} has no budget of ${unit}`];
      if (size === undefined) return [`${name} has a budget of ${unit} and does not exist`];
      const isWithin = size <= allowed * (1 + growth) && size >= allowed * (1 - shrinkage);
      return isWithin ? [] : [`${name} has ${size} ${unit}; its budget is ${allowed}`];
    }),
  );

const print = (budget, sizes) => {
  for (const [unit, table] of Object.entries(sizes)) {
    for (const [name, size] of Object.entries(table)) {
      console.log(`${String(size).padStart(8)} ${String(budget[unit]?.[name] ?? '-').padStart(8)}  ${name} (${unit})`);
    }
  }
  const ofPackages = Object.entries(sizes.lines).filter(([name]) => name.startsWith('packages/'));
  console.log(`${String(ofPackages.reduce((sum, [, size]) => sum + size, 0)).padStart(8)}           packages in all`);
};

const main = () => {
  const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
  const sizes = measureSizes();
  if (values.write) writeFileSync(budgetFile, `${JSON.stringify(sizes, null, 2)}\n`);
  const budget = readBudget();
  print(budget, sizes);
  const faults = offBudget(budget, sizes);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
