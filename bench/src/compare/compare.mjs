// The routes of this build beside those of another commit: rounds in turn, `A B`, `B A`, and the ratio of each pair of
// them.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDatabase } from '../database.mjs';
import { startGenerator } from '../load/generator.mjs';
import { alternating, connections } from '../load/rounds.mjs';
import { limitedLinks, ownTargets } from '../load/targets.mjs';
import { startService } from '../start-service.mjs';
import { median, medianInterval } from '../statistics.mjs';
import { pin, pinningText } from '../system/pinning.mjs';
import { withCleanup } from '../with-cleanup.mjs';
import { buildCommit } from './other-build.mjs';

export const plans = {
  full: { rounds: 12, seconds: 1, warmSeconds: 2, profiles: 300 },
  short: { rounds: 6, seconds: 0.5, warmSeconds: 1, profiles: 100 },
  smoke: { rounds: 1, seconds: 0.05, warmSeconds: 0, profiles: 2 },
};

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What `npm start` runs in a build; builds of early commits had no bundle. */
export const scriptOf = (folder) =>
  ['bundle', 'dist'].map((name) => join(folder, 'packages/app', name, 'main.js')).find((path) => existsSync(path));

/** A build's service over a database with its own migrations, on the first core, and the database on the second one. */
const startBuild = async (use, folder, plan) => {
  const database = use(await startDatabase(join(folder, 'packages/adapters/pocketbase/migrations')));
  const service = await startService(use, { database, environment: limitedLinks, script: scriptOf(folder) });
  pin(service.backend.pid, 0);
  pin(database.pid, 1);
  return ownTargets(service, plan);
};

/** The ratio of this build to the other one in each round, its median, and between what the median lies. */
const comparison = ([here, there], of) => {
  const ratios = here.rounds.map((round, n) => round[of] / there.rounds[n][of]);
  const [low, high] = medianInterval(ratios);
  return {
    here: median(here.rounds.map((one) => one[of])),
    there: median(there.rounds.map((one) => one[of])),
    ratio: median(ratios),
    low,
    high,
  };
};

const ratioText = ({ ratio, low, high }) => `${ratio.toFixed(3)} (${low.toFixed(2)}-${high.toFixed(2)})`;

const widths = [9, 9, 20, 9, 9, 20];
const line = ([name, ...cells]) => `  ${name.padEnd(50)}${cells.map((cell, i) => cell.padStart(widths[i])).join('')}`;

/** A folder with a build is taken as it is; a commit is built. */
const otherBuild = async (use, name) => {
  const folder = resolve(name);
  if (scriptOf(folder) !== undefined) return { id: folder, folder };
  console.log(`\n  building ${name} …`);
  const { id, ...build } = use(await buildCommit(root, name));
  return { id: id.slice(0, 12), ...build };
};

export const run = (name, plan) =>
  withCleanup(async (use) => {
    const other = await otherBuild(use, name);
    const here = await startBuild(use, root, plan);
    const there = await startBuild(use, other.folder, plan);
    const generator = use(startGenerator());
    console.log(`  this build beside ${other.id}; ${connections} connections, ${pinningText()}`);
    console.log(`  ratios are of this build to the other one: the median of ${plan.rounds} pairs of rounds, and in`);
    console.log('  brackets between what it lies (95 %; with fewer than six rounds, all of them)\n');
    console.log(line(['', 'CPU us', 'other', 'ratio', 'req/s', 'other', 'ratio']));
    for (const [route, target] of Object.entries(here)) {
      const targets = [target, there[route]];
      const measured = await alternating(generator, targets, plan);
      const [used, rate] = ['processorUs', 'rate'].map((of) => comparison(measured, of));
      const numbers = ({ here: ours, there: theirs }, digits) => [ours.toFixed(digits), theirs.toFixed(digits)];
      console.log(line([target.name, ...numbers(used, 1), ratioText(used), ...numbers(rate, 0), ratioText(rate)]));
    }
  });
