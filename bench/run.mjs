// `npm run bench [-- <part> …] [-- --short | --smoke]`: how fast the service is, beside its own limits, and whether it
// keeps its budgets. The exit code is 1 if one is broken by more than a tenth, or if something could not be measured.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isKept, isMeasured, judge, printVerdicts } from './src/budgets/judge.mjs';
import { busyCores, machine, save } from './src/report.mjs';

const parts = {
  routes: () => import('./src/parts/routes.mjs'),
  keys: () => import('./src/parts/keys.mjs'),
  statements: () => import('./src/parts/statements.mjs'),
  journeys: () => import('./src/parts/journeys.mjs'),
  growth: () => import('./src/parts/growth.mjs'),
  instances: () => import('./src/parts/instances.mjs'),
  events: () => import('./src/parts/events.mjs'),
  webhooks: () => import('./src/parts/webhooks.mjs'),
};

/** The parts with a PostgreSQL. */
const postgresParts = {
  engines: () => import('./src/parts/engines.mjs'),
  commits: () => import('./src/parts/commits.mjs'),
  instances: () => import('./src/parts/instances-postgres.mjs'),
  scale: () => import('./src/parts/scale.mjs'),
  copy: () => import('./src/parts/copy.mjs'),
  queue: () => import('./src/parts/queue.mjs'),
};
const partsOf = { pocketbase: parts, postgres: postgresParts };

const usage = `Usage: npm run bench -- [${Object.keys(parts).join('|')}] … [--grow <profiles>] [--short | --smoke]
       npm run bench -- --database postgres [${Object.keys(postgresParts).join('|')}] … [--grow <profiles>] [--short | --smoke]
       npm run bench -- --compare <commit or folder> [--short | --smoke]
       npm run bench -- --judge <file of results>

  --short     fewer and shorter rounds, for a look
  --smoke     once through everything, to see that it runs; its numbers mean nothing and are not kept
  --grow      how many profiles the largest database of a part has: growth, scale, copy, queue
  --database  postgres: PostgreSQL beside PocketBase
  --compare   the routes of this build beside those of another commit, which is built in a temporary folder, or beside
              those of a build in a folder
  --judge     the budgets, by what an earlier run has measured
`;

const options = {
  short: { type: 'boolean', default: false },
  smoke: { type: 'boolean', default: false },
  grow: { type: 'string' },
  database: { type: 'string' },
  compare: { type: 'string' },
  judge: { type: 'string' },
};

/** What the arguments ask for; `null` if they cannot be understood. */
const chosenFrom = (args) => {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const { short, smoke, grow, compare, database = 'pocketbase', judge: file } = values;
    const isOfParts = positionals.length > 0 || grow !== undefined || values.database !== undefined;
    const modes = [isOfParts, compare !== undefined, file !== undefined];
    const offered = partsOf[database] ?? {};
    const isUnknown = positionals.some((name) => !Object.hasOwn(offered, name)) || Object.keys(offered).length === 0;
    if (isUnknown || (short && smoke) || modes.filter(Boolean).length > 1) return null;
    if (grow !== undefined && !(Number.isSafeInteger(Number(grow)) && Number(grow) >= 2)) return null;
    const names = positionals.length > 0 ? positionals : Object.keys(offered);
    const form = smoke ? 'smoke' : short ? 'short' : 'full';
    return {
      names,
      offered,
      form,
      compare,
      file,
      grow: grow === undefined ? null : Number(grow),
    };
  } catch {
    return null;
  }
};

const fail = () => {
  process.exitCode = 1;
};

const sayMachine = () => {
  const before = machine();
  console.log(`Node ${before.node}, ${before.cores} cores (${before.cpu}), load ${before.load_average[0]}`);
  return before;
};

/** How long the bench looks at what else the machine does, and how many cores of it are too many. */
const lookMs = 1000;
const tooBusy = 0.2;

const lookAround = async () => {
  const busy = await busyCores(lookMs);
  if (busy > tooBusy)
    console.log(`  The machine is busy with something else (${busy} cores): these numbers are not to be kept.`);
  return busy;
};

/** Runs the parts one after the other. One that fails leaves its budgets without a number. */
const runParts = async ({ names, offered, form, grow }) => {
  const results = {};
  for (const name of names) {
    const began = performance.now();
    console.log(`\n${name}`);
    const busy = form === 'smoke' ? null : await lookAround();
    try {
      const { plans, run } = await offered[name]();
      results[name] = { plan: plans[form], busy_cores_before: busy, ...(await run(plans[form], { grow })) };
      console.log(`\n  ${name} ran to its end, in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    } catch (error) {
      console.error(error);
      console.log(`\n  ${name} failed`);
      fail();
    }
  }
  return results;
};

const measure = async (chosen) => {
  const before = sayMachine();
  const results = await runParts(chosen);
  const verdicts = judge(chosen.names, results);
  if (chosen.form === 'smoke') {
    if (!isMeasured(verdicts)) fail();
    return;
  }
  if (verdicts.length > 0) printVerdicts(verdicts);
  if (!isKept(verdicts)) fail();
  const at = new Date().toISOString();
  console.log(`\n${await save({ at, machine: before, form: chosen.form, ...results, verdicts })}`);
};

/** Judges what a run has stored, all of its parts. */
const judgeFile = (file) => {
  const results = JSON.parse(readFileSync(file, 'utf8'));
  const verdicts = judge(
    Object.keys({ ...parts, ...postgresParts }).filter((name) => Object.hasOwn(results, name)),
    results,
  );
  printVerdicts(verdicts);
  if (verdicts.length === 0 || !isKept(verdicts)) fail();
};

const main = async (chosen) => {
  if (chosen.file !== undefined) return judgeFile(chosen.file);
  if (chosen.compare === undefined) return measure(chosen);
  sayMachine();
  if (chosen.form !== 'smoke') await lookAround();
  const { plans, run } = await import('./src/compare/compare.mjs');
  return run(chosen.compare, plans[chosen.form]);
};

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
const chosen = chosenFrom(process.argv.slice(2));
if (chosen === null) {
  console.error(usage);
  process.exitCode = 64;
} else {
  await main(chosen);
}
