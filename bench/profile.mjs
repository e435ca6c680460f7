// `node bench/profile.mjs <route> [seconds] [--bundle]`, after a build: where the backend's processor time goes under
// that load, by groups of files and by functions; the profile itself is kept for a viewer. Without `--bundle` the
// compiled modules run, each as a file of its own; with it what `npm start` runs, whose functions are found by its
// source map.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startGenerator } from './src/load/generator.mjs';
import { oneRound, warmUp } from './src/load/rounds.mjs';
import { groupsFor, limitedLinks } from './src/load/targets.mjs';
import { modules, startBareKoa } from './src/processes.mjs';
import { sharesIn } from './src/profile/shares.mjs';
import { startService } from './src/start-service.mjs';
import { pin } from './src/system/pinning.mjs';
import { withCleanup } from './src/with-cleanup.mjs';

const results = fileURLToPath(new URL('./results/', import.meta.url));
const names = 'checked|unknown|refused|limited|health|read|token|createOwnCore';
const warmSeconds = 1;
const profiles = 100;

const table = (shares, count) =>
  shares
    .slice(0, count)
    .map(({ name, percent }) => `  ${percent.toFixed(1).padStart(5)} %  ${name}`)
    .join('\n');

const profile = (name, { seconds, bundle }) =>
  withCleanup(async (use) => {
    const script = bundle ? {} : { script: modules };
    const service = await startService(use, { environment: limitedLinks, probe: 'profiler', ...script });
    const koa = use(await startBareKoa());
    const generator = use(startGenerator());
    const groups = await groupsFor({ ...service, koa }, { profiles });
    pin(service.backend.pid, 0);
    pin(service.database.pid, 1);
    const [target] = groups[name];
    await warmUp(generator, target, warmSeconds);
    const stopProbe = await service.backend.startProbe();
    const { rate, processorUs } = await oneRound(generator, target, seconds);
    const build = bundle ? 'the bundle' : 'the compiled modules';
    console.log(
      `${target.name}: ${rate.toFixed(0)} requests a second and ${processorUs.toFixed(0)} us of the processor each, ` +
        `with the profiler on, ${build}`,
    );
    return stopProbe();
  });

const main = async (name, options) => {
  const found = await profile(name, options);
  await mkdir(results, { recursive: true });
  const path = join(results, `${new Date().toISOString().replaceAll(':', '').slice(0, 17)}-${name}.cpuprofile`);
  await writeFile(path, JSON.stringify(found));
  const { groups, functions } = sharesIn(found);
  console.log(`\nBy share:\n${table(groups, 40)}\n\nBy function:\n${table(functions, 40)}\n\n${path}`);
};

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
const { values, positionals } = parseArgs({
  options: { bundle: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [name = 'checked', seconds = '4'] = positionals;
if (names.split('|').includes(name)) {
  await main(name, { seconds: Number(seconds), bundle: values.bundle });
} else {
  console.error(`Usage: node bench/profile.mjs ${names} [seconds] [--bundle]`);
  process.exitCode = 64;
}
