// `npm run bench [-- <part> …] [-- --short | --smoke]`: how fast the service is, beside its own limits.
import { parseArgs } from 'node:util';
import * as growth from './src/parts/growth.mjs';
import * as journeys from './src/parts/journeys.mjs';
import * as keys from './src/parts/keys.mjs';
import * as routes from './src/parts/routes.mjs';
import * as statements from './src/parts/statements.mjs';
import { machine, save } from './src/report.mjs';

const parts = { routes, keys, statements, journeys, growth };

const usage = `Usage: npm run bench -- [${Object.keys(parts).join('|')}] … [--short | --smoke]

  --short   fewer and shorter rounds, for a look
  --smoke   once through everything, to see that it runs; its numbers mean nothing and are not kept
`;

const chosenFrom = (args) => {
  try {
    const options = { short: { type: 'boolean', default: false }, smoke: { type: 'boolean', default: false } };
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const names = positionals.length === 0 ? Object.keys(parts) : positionals;
    if (names.some((name) => !Object.hasOwn(parts, name)) || (values.short && values.smoke)) return null;
    return { names, form: values.smoke ? 'smoke' : values.short ? 'short' : 'full' };
  } catch {
    return null;
  }
};

const main = async ({ names, form }) => {
  const before = machine();
  console.log(`Node ${before.node}, ${before.cores} cores, load ${before.load_average[0]}`);
  if (before.load_average[0] > 0.5 * before.cores)
    console.log('  The machine is busy: these numbers are not to be kept.');
  const results = {};
  for (const name of names) {
    const began = performance.now();
    console.log(`\n${name}`);
    const plan = parts[name].plans[form];
    results[name] = { plan, ...(await parts[name].run(plan)) };
    console.log(`\n  ${name} ran to its end, in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  if (form !== 'smoke')
    console.log(`\n${await save({ at: new Date().toISOString(), machine: before, form, ...results })}`);
};

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
const chosen = chosenFrom(process.argv.slice(2));
if (chosen === null) {
  console.error(usage);
  process.exitCode = 64;
} else {
  await main(chosen);
}
