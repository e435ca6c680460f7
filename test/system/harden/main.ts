// `npm run harden -- [name …] [--database postgres] [--short | --long] [--seed 1]`
// verifies every promise of the service under pressure, and counts the violations.
import { inspect, parseArgs } from 'node:util';
import { type EngineName, engineNames, isEngineName } from '../../support/servers/database-server.ts';
import { type Harness, type Size, violationsIn } from './harness/harness.ts';
import { harnesses } from './harnesses.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'pocketbase' },
  },
});

const sizeOf = (): Size => {
  if (values.short) return 'short';
  return values.long ? 'long' : 'full';
};

const listed = (counts: { readonly [what: string]: number | string }): string =>
  Object.entries(counts)
    .map(([what, count]) => `${what}: ${typeof count === 'number' ? count.toLocaleString('en') : count}`)
    .join('; ');

const { database: engine } = values;

/** Answers whether there were no violations. An exception fails that harness only, and the others still run. */
const runOne = async ({ name, claim, run }: Harness, engine: EngineName): Promise<boolean> => {
  const began = performance.now();
  say(`\n${name}: ${claim}`);
  try {
    const order = { size: sizeOf(), engine, seed: Number(values.seed) };
    const findings = await run({ ...order, say: (line) => say(`  ${line}`) });
    const faults = violationsIn(findings);
    say(`  did: ${listed(findings.performed)}`);
    say(`  must be 0: ${listed(findings.violations)}`);
    say(`  ${faults.length === 0 ? 'ok' : 'NOT OK'}, in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    return faults.length === 0;
  } catch (cause) {
    say(`  NOT OK: ${inspect(cause)}`);
    return false;
  }
};

const unknown = positionals.filter((name) => !harnesses.some((harness) => harness.name === name));
if (unknown.length > 0 || !Number.isSafeInteger(Number(values.seed)) || !isEngineName(engine)) {
  say(
    `Usage: npm run harden -- [${harnesses.map(({ name }) => name).join('|')} …] [--database ${engineNames.join('|')}] [--short|--long] [--seed 1]`,
  );
  process.exitCode = 64;
} else {
  let failed = 0;
  const named = harnesses.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const chosen = named.filter(({ hasNoDatabase = false }) => engine === 'pocketbase' || !hasNoDatabase);
  for (const { name } of named.filter((harness) => !chosen.includes(harness))) say(`\n${name}: starts no database`);
  for (const harness of chosen) if (!(await runOne(harness, engine))) failed += 1;
  say(`\nharnesses: ${chosen.length - failed} passed, ${failed} failed (seed ${values.seed}, ${sizeOf()}, ${engine})`);
  if (failed > 0) process.exitCode = 1;
}
