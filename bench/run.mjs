// `npm run bench [-- <part> …] [-- --short | --smoke]`: how fast the service is, beside its own limits, and whether it
// keeps its budgets. The exit code is 1 if one is broken by more than a tenth, or if something could not be measured.
import { parseArgs } from 'node:util';
import { isKept, isMeasured, judge, printVerdicts } from './src/budgets/judge.mjs';
import { busyCores, machine, save } from './src/report.mjs';

const parts = {
  routes: () => import('./src/parts/routes.mjs'),
  statements: () => import('./src/parts/statements.mjs'),
  journeys: () => import('./src/parts/journeys.mjs'),
  growth: () => import('./src/parts/growth.mjs'),
  events: () => import('./src/parts/events.mjs'),
  postgres: () => import('./src/parts/postgres.mjs'),
};

const usage = `Usage: npm run bench -- [${Object.keys(parts).join('|')}] … [--grow <profiles>] [--short | --smoke]
       npm run bench -- --compare <commit or folder> [--short | --smoke]

  --short     fewer and shorter rounds, for a look
  --smoke     once through everything, to see that it runs; its numbers mean nothing and are not kept
  --grow      how many profiles the largest database of the part growth has
  --compare   the routes of this build beside those of another commit, which is built in a temporary folder, or beside
              those of a build in a folder
`;

const options = {
  short: { type: 'boolean', default: false },
  smoke: { type: 'boolean', default: false },
  grow: { type: 'string' },
  compare: { type: 'string' },
};

const isCount = (text) => Number.isSafeInteger(Number(text)) && Number(text) >= 2;

/** What the arguments ask for; `null` if they cannot be understood. */
const chosenFrom = (args) => {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const { short, smoke, grow, compare } = values;
    const isOfParts = positionals.length > 0 || grow !== undefined;
    if (positionals.some((name) => !Object.hasOwn(parts, name))) return null;
    if ((short && smoke) || (isOfParts && compare !== undefined)) return null;
    if (grow !== undefined && !isCount(grow)) return null;
    const names = positionals.length > 0 ? positionals : Object.keys(parts);
    const form = smoke ? 'smoke' : short ? 'short' : 'full';
    return { names, form, compare, grow: grow === undefined ? null : Number(grow) };
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
const runParts = async ({ names, form, grow }) => {
  const results = {};
  for (const name of names) {
    const began = performance.now();
    console.log(`\n${name}`);
    const busy = form === 'smoke' ? null : await lookAround();
    try {
      const { plans, run } = await parts[name]();
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

const main = async (chosen) => {
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
