// How long `portcullis copy` takes to move a PocketBase of many profiles into a PostgreSQL, and where its time goes.
import { randomBytes } from 'node:crypto';
import { runCommand } from '../commands/command.mjs';
import { admin, startDatabase } from '../database.mjs';
import { sizeOf } from '../engines/fill-plan.mjs';
import { fillPocketbase } from '../engines/fill-pocketbase.mjs';
import { startPostgresDatabase } from '../engines/postgres.mjs';
import { row, sayEvery } from '../report.mjs';
import { rounded } from '../statistics.mjs';
import { processorSeconds } from '../system/usage.mjs';
import { withCleanup } from '../with-cleanup.mjs';

export const plans = {
  full: { profiles: 100_000 },
  short: { profiles: 5000 },
  smoke: { profiles: 64 },
};

/** The lines of the command at which a phase of it ends. The last phase ends with the command. */
const ends = [
  ['look at both', /The copy is begun/],
  ['copy', /The rows are at the target/],
  ['verify', /^\d+ profiles?, \d+ entr/],
];

const linesOf = ({ lines }) => lines.map(({ text }) => text).join('\n');

/** The seconds of each phase, by when the command has said what. */
const phasesOf = (run) => {
  let before = 0;
  const phases = {};
  for (const [name, pattern] of ends) {
    const line = run.lines.find(({ text }) => pattern.test(text));
    if (line === undefined) throw new Error(`the command did not say when it had ended to ${name}:\n${linesOf(run)}`);
    phases[name] = line.at - before;
    before = line.at;
  }
  return { ...phases, compare: run.seconds - before };
};

/** How many rows were copied, by the last line about each table. */
const rowsOf = ({ lines }) => {
  const rows = new Map();
  for (const { text } of lines) {
    const [, table, copied] = /^(\w+): (\d+) of \d+$/.exec(text) ?? [];
    if (table !== undefined) rows.set(table, Number(copied));
  }
  return [...rows.values()].reduce((sum, count) => sum + count, 0);
};

/** Everything was verified, and is without a fault: the filled profiles and the first one. */
const ensureVerified = (run, size) => {
  const { text } = run.lines.find(({ text: said }) => ends[2][1].test(said));
  if (!text.startsWith(`${size + 1} profiles`) || !text.endsWith(': all verify.'))
    throw new Error(`not all verified: ${text}`);
};

/** Runs the command, and answers what each of the processes has used meanwhile. */
const copied = async (source, target, key) => {
  const before = processorSeconds(source.pid);
  const environment = {
    DATABASE_URL: target.url,
    DATA_KEYS: `bench:${key}`,
    DB_USER_EMAIL: admin.email,
    DB_USER_PASSWORD: admin.password,
  };
  const run = await runCommand(['copy', '--from', source.url], environment);
  return { ...run, sourceSeconds: processorSeconds(source.pid) - before };
};

export const run = ({ profiles }, { grow }) =>
  withCleanup(async (use) => {
    const size = sizeOf(grow ?? profiles);
    const key = randomBytes(32).toString('base64');
    const source = use(await startDatabase());
    const began = performance.now();
    const { entries } = await fillPocketbase(source, key, size, sayEvery(size));
    const fillSeconds = rounded((performance.now() - began) / 1000, 1);
    console.log(`  ${size} profiles, ${entries} entries, in ${fillSeconds} s`);

    const target = use(await startPostgresDatabase());
    const run = await copied(source, target, key);
    ensureVerified(run, size);
    const phases = phasesOf(run);
    const rows = rowsOf(run);
    console.log(row(['phase', 'seconds', 'a second'], 32));
    const rates = {
      copy: `${rounded(rows / phases.copy, 0)} rows`,
      verify: `${rounded(size / phases.verify, 0)} profiles`,
    };
    for (const [name, seconds] of Object.entries(phases))
      console.log(row([name, rounded(seconds, 1), rates[name] ?? ''], 32));
    const { peakMiB, processorSeconds: ownSeconds } = run.used;
    console.log(`\n  ${rows} rows in ${rounded(run.seconds, 1)} s, and all of ${size} profiles verified`);
    console.log(
      `  processor: the command ${rounded(ownSeconds, 1)} s, PocketBase ${rounded(run.sourceSeconds, 1)} s; peak of its memory ${rounded(peakMiB, 0)} MiB`,
    );
    return {
      size,
      entries,
      rows,
      fill_seconds: fillSeconds,
      seconds: rounded(run.seconds, 1),
      phases: Object.fromEntries(Object.entries(phases).map(([name, seconds]) => [name, rounded(seconds, 1)])),
      rows_per_second: rounded(rows / phases.copy, 0),
      verified_per_second: rounded(size / phases.verify, 0),
      peak_mib: rounded(peakMiB, 0),
      processor_seconds: { command: rounded(ownSeconds, 1), pocketbase: rounded(run.sourceSeconds, 1) },
    };
  });
