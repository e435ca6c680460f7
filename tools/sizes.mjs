// `npm run sizes` prints the lines of every package and the words of the documentation beside their budget, and
// exits with 1 where one is more than two percent over it, or ten percent under it. `npm run sizes -- --write` makes
// today's sizes the budget. It also prints how many rows a package has in the table of layers, and who imports the
// names that it exports.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from './build/processes.mjs';

const budgetFile = join(root, 'budget.json');

/** How far a size may be above its budget, and below it, as a part of the budget. */
const growth = 0.02;
const shrinkage = 0.1;

const isSource = (path) => /\.(ts|tsx|mjs|js|cjs|css|html|sql)$/.test(path);
const isPage = (path) => path.endsWith('.md');

/** The files that the compiler, the bundler, npm or `npm run generate:client` writes. */
const isMade = (path) =>
  /\/(node_modules|dist|bundle)(\/|$)/.test(path) ||
  /^packages\/(client\/src\/api\/(openapi|routes)|console\/src\/model\/(openapi|words))\.ts$/.test(path);

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

const textOf = (path) => readFileSync(join(root, path), 'utf8');

/** The names between braces, without `type` and without the names that they are given there. */
const namesIn = (list) =>
  list
    .replaceAll(/\/\*.*?\*\//gs, '')
    .split(',')
    .map((name) => name.trim().replace(/^type /, ''))
    .filter((name) => name !== '');

/** The names that a module exports, those of the modules that it exports in whole included. */
const exportedBy = (path) => {
  const text = textOf(path);
  const declared = [...text.matchAll(/^export (?:async )?(?:const|type|function|class|interface) (\w+)/gm)];
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) => namesIn(list));
  const whole = [...text.matchAll(/^export (?:type )?\* from '(\.[^']+)'/gm)];
  return [
    ...declared.map(([, name]) => name),
    ...listed.map((name) => name.split(' as ').at(-1)),
    ...whole.flatMap(([, from]) => exportedBy(posix.join(posix.dirname(path), from))),
  ];
};

/** The names that the exports of a package have, by the specifier under which they are imported. */
const exportsOf = (folder) => {
  const { exports = {}, name } = JSON.parse(textOf(`${folder}/package.json`));
  return Object.entries(exports).flatMap(([subpath, { default: made = '' }]) => {
    const source = `${folder}/${made.replace('./dist/', 'src/').replace(/\.js$/, '.ts')}`;
    return existsSync(join(root, source)) ? [[posix.join(name, subpath), new Set(exportedBy(source))]] : [];
  });
};

/**
 * What the files of a folder import from packages of ours, as `specifier name`. A namespace has the names it is asked
 * for.
 */
const importsBelow = (folder) =>
  filesBelow(folder)
    .filter((path) => /\.(ts|tsx|mjs|md)$/.test(path))
    .flatMap((path) => {
      const text = textOf(path);
      const named = [...text.matchAll(/^(?:import|export)(?: type)? \{([^}]*)\} from '(@portcullis\/[^']+)'/gm)];
      const spaces = [...text.matchAll(/^import (?:type )?\* as (\w+) from '(@portcullis\/[^']+)'/gm)];
      const loaded = [...text.matchAll(/const \{([^}]*)\} = await import\('(@portcullis\/[^']+)'\)/g)];
      const bound = [...text.matchAll(/const (\w+) = await import\('(@portcullis\/[^']+)'\)/g)];
      const asked = (space) => [...text.matchAll(new RegExp(`\\b${space}\\.(\\w+)`, 'g'))].map(([, name]) => name);
      const indexed = [...text.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, name]) => name);
      return [
        ...[...named, ...loaded].flatMap(([, list, from]) =>
          namesIn(list).map((name) => `${from} ${name.split(' as ')[0]}`),
        ),
        ...[...spaces, ...bound].flatMap(([, space, from]) =>
          [...asked(space), ...indexed].map((name) => `${from} ${name}`),
        ),
      ];
    });

/** What the documentation promises in whole: whoever embeds a package or writes an adapter may import any of it. */
const promised = [
  'domain',
  'domain/ports',
  'events/ports',
  'backoffice/ports',
  'client',
  'client/flow',
  'contracts',
  'contracts/builders',
  'adapter-memory',
  'adapter-memory/testing',
].map((name) => `@portcullis/${name} `);

const columns = ['names', '  for packages', '  for embedders', '  for tests alone', '  for nobody'];
const row = (counts) => counts.map((n, i) => String(n).padStart(columns[i].length + (i === 0 ? 2 : 0))).join('');

/** Prints who imports the names that packages export, and the rows of the table of layers. */
const printShape = () => {
  const embedders = new Set(['examples', 'docs', 'test/embedding'].flatMap(importsBelow));
  const shipped = new Map(packages().map((folder) => [folder, new Set(importsBelow(folder))]));
  const elsewhere = new Set(['test', 'bench', 'tools'].flatMap(importsBelow));
  const { layers } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'));
  console.log(`\n  ${columns.join('')}  rows of layers`);
  const sums = columns.map(() => 0);
  for (const folder of packages()) {
    const names = exportsOf(folder).flatMap(([from, all]) => [...all].map((name) => `${from} ${name}`));
    const others = [...shipped].filter(([owner]) => owner !== folder).map(([, imports]) => imports);
    const used = names.filter((name) => others.some((imports) => imports.has(name)));
    const unused = names.filter((name) => !used.includes(name));
    const offered = unused.filter((name) => embedders.has(name) || promised.some((start) => name.startsWith(start)));
    const tested = unused.filter((name) => !offered.includes(name) && elsewhere.has(name));
    const nobodys = unused.length - offered.length - tested.length;
    const counts = [names.length, used.length, offered.length, tested.length, nobodys];
    for (const [i, n] of counts.entries()) sums[i] += n;
    console.log(`${row(counts)}${String(layers[folder]?.length ?? 0).padStart(16)}  ${folder}`);
  }
  console.log(`${row(sums)}${' '.repeat(16)}  in all`);
};

const main = () => {
  const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
  const sizes = measureSizes();
  if (values.write) writeFileSync(budgetFile, `${JSON.stringify(sizes, null, 2)}\n`);
  const budget = readBudget();
  print(budget, sizes);
  printShape();
  const faults = offBudget(budget, sizes);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
