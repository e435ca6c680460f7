// `node tools/freeze-decisions.mjs`, after a build, writes `test/fixtures/decisions/engine-<n>.json`: the decisions
// that this code makes for the cases of the checks' tests. Run it once for each engine: whoever changes the decision
// that a policy and evidence lead to increases `decisionEngineVersion` and runs it again. The older files stay as they
// are, so a file that is there is not written again.
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { decisionEngineVersion, policyDigest } from '../packages/domain/dist/checks.js';
import { decide, standardPolicy } from '../packages/domain/dist/index.js';

const casesDir = new URL('../test/dist/support/check-cases/', import.meta.url);
const outDir = new URL('../test/fixtures/decisions/', import.meta.url);

/** The default policy and time of a case, as in `check-case.ts` beside the cases. */
const standard = standardPolicy({ livenessThreshold: 75, specimens: true });
const usually = '2026-05-01T10:05:00.000Z';

/** The minimum number of cases for each outcome, even if they add nothing new. */
const perOutcome = 15;

/** Cases that compare a document with something else, which are not among the frozen ones. */
const compared = ['claim-cases.js', 'mrz-comparison-cases.js'];

const collected = async () => {
  const files = (await readdir(casesDir))
    .filter((name) => name.endsWith('-cases.js') && !compared.includes(name))
    .toSorted();
  const modules = await Promise.all(files.map((name) => import(new URL(name, casesDir).href)));
  return modules.flatMap((module) => Object.values(module).filter(Array.isArray).flat());
};

const frozen = ({ file, policy = standard, now = usually }) => {
  const { outcome, reasons, checks } = decide(policy, file, now);
  return { policy, file, now, outcome, reasons, checks };
};

/** What a case covers: each of its reasons with the outcome, and each result of a check. */
const shownBy = ({ outcome, reasons, checks }) => [
  ...reasons.map((reason) => `${reason} ${outcome}`),
  ...checks.map(({ name, status, source = '' }) => `${name} ${status} ${source}`),
];

/** The cases that cover something new, and at least `perOutcome` cases for each outcome. */
const chosen = (cases) => {
  const shown = new Set();
  const counts = new Map();
  return cases.filter((one) => {
    const isNew = shownBy(one).some((what) => !shown.has(what));
    const count = counts.get(one.outcome) ?? 0;
    if (!isNew && count >= perOutcome) return false;
    for (const what of shownBy(one)) shown.add(what);
    counts.set(one.outcome, count + 1);
    return true;
  });
};

const file = new URL(`engine-${decisionEngineVersion}.json`, outDir);
if (existsSync(file)) {
  console.error(`The decisions of engine ${decisionEngineVersion} are frozen. Increase decisionEngineVersion first.`);
  process.exit(1);
}

const all = (await collected()).filter(({ file }) => file !== undefined);
/** A case whose approval is sampled for review, which only the decision itself shows. */
const drawn = all.slice(0, 1).map(({ file }) => ({ file, policy: { ...standard, sampling: 1 } }));
const cases = chosen([...drawn, ...all].map(frozen));
const policies = new Map(cases.map(({ policy }) => [policyDigest(policy), policy]));
const line = (value) => JSON.stringify(value);
const text = [
  '{',
  `"engine": ${decisionEngineVersion},`,
  '"policies": {',
  [...policies].map(([digest, policy]) => `"${digest}": ${line(policy)}`).join(',\n'),
  '},',
  '"decisions": [',
  cases.map(({ policy, ...rest }) => line({ policy: policyDigest(policy), ...rest })).join(',\n'),
  ']',
  '}',
  '',
].join('\n');

await mkdir(outDir, { recursive: true });
await writeFile(file, text);
const outcomes = ['approve', 'retry', 'review', 'decline'].map(
  (name) => `${cases.filter(({ outcome }) => outcome === name).length} ${name}`,
);
const codes = new Set(cases.flatMap(({ reasons }) => reasons));
console.log(
  `engine-${decisionEngineVersion}.json: ${cases.length} decisions (${outcomes.join(', ')}), ${codes.size} reasons, ${Math.round(text.length / 1024)} KB`,
);
