// `node bench/profile.mjs <checked|health|read|create|token> [seconds]`: where the backend's processor time goes under that
// load. Prints the lines that cost most by themselves, and by package; the profile itself is kept for a viewer.
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { oneRound } from './src/load.mjs';
import { modules, startBareKoa } from './src/processes.mjs';
import { startService } from './src/start-service.mjs';
import { groupsFor } from './src/targets.mjs';
import { withCleanup } from './src/with-cleanup.mjs';

const [group = 'checked', seconds = '4'] = process.argv.slice(2);
const folder = fileURLToPath(new URL('./results/', import.meta.url));

const shortened = (url) =>
  url
    .replace(/^file:\/\//, '')
    .replace(/^.*\/node_modules\//, '')
    .replace(/^.*\/(packages\/)/, '$1');

/** The first two parts of a package's path stand for it. */
const packageOf = (url) => {
  if (url === '') return '(program, gc, native)';
  if (url.startsWith('node:')) return url;
  const parts = shortened(url).split('/');
  const isAdapter = parts[0] === 'packages' && parts[1] === 'adapters';
  return parts.slice(0, isAdapter ? 3 : parts[0].startsWith('@') || parts[0] === 'packages' ? 2 : 1).join('/');
};

const top = (times, count) => {
  const all = [...times].filter(([name]) => name !== '(idle)');
  const busy = all.reduce((sum, [, ms]) => sum + ms, 0);
  return all
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, ms]) => `  ${((100 * ms) / busy).toFixed(1).padStart(5)} %  ${name}`);
};

const selfTimes = ({ nodes, samples, timeDeltas }) => {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const [lines, packages] = [new Map(), new Map()];
  for (const [i, id] of samples.entries()) {
    const { functionName, url, lineNumber } = byId.get(id);
    if (functionName === '(idle)') continue;
    const ms = timeDeltas[i] / 1000;
    const line = url === '' ? functionName : `${functionName || '(anonymous)'} ${shortened(url)}:${lineNumber + 1}`;
    lines.set(line, (lines.get(line) ?? 0) + ms);
    packages.set(packageOf(url), (packages.get(packageOf(url)) ?? 0) + ms);
  }
  return { lines, packages };
};

await mkdir(folder, { recursive: true });
const before = new Set(await readdir(folder));
await withCleanup(async (use) => {
  const nodeOptions = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=200'];
  const service = await startService(use, { nodeOptions, script: modules });
  const koa = use(await startBareKoa());
  const groups = await groupsFor({ ...service, koa });
  const { rate } = await oneRound(groups[group][0], Number(seconds));
  console.log(`${groups[group][0].name}: ${rate.toFixed(0)} requests a second, with the profiler on`);
});
const file = (await readdir(folder)).find((name) => name.endsWith('.cpuprofile') && !before.has(name));
const { lines, packages } = selfTimes(JSON.parse(await readFile(`${folder}${file}`, 'utf8')));
console.log(
  `\nBy package:\n${top(packages, 14).join('\n')}\n\nBy line:\n${top(lines, 40).join('\n')}\n\n${folder}${file}`,
);
