import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { outageCauses } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { type MetricDefinition, metricList } from '#app/telemetry/metric-list';
import { alertRules, alerts, alertTests } from '../../support/observability/alert-files.ts';
import { dashboardFile } from '../../support/observability/dashboard.ts';
import { expressions, namesIn } from '../../support/observability/expressions.ts';
import { filesBelow, root, textOf } from '../../support/repository/files.ts';

const folder = 'deploy/observability';
const howToRegenerate = 'node test/architecture/write-pages.mjs writes it anew';
const list: ReadonlyMap<string, MetricDefinition> = new Map(Object.entries(metricList));

/** The metric that has a series of this name: a histogram has three kinds of them. */
const metricOf = (name: string): MetricDefinition | undefined => {
  const [, base = '', suffix = ''] = /^(.+)_(bucket|sum|count)$/.exec(name) ?? [];
  const histogram = list.get(base);
  return histogram?.type === 'histogram' && suffix !== '' ? histogram : list.get(name);
};
const isOurs = (name: string): boolean => name.startsWith('portcullis_');

/** The labels that series of a metric have. */
const labelsOf = (name: string): readonly string[] => [
  ...Object.keys(metricOf(name)?.labels ?? {}),
  ...(name.endsWith('_bucket') ? ['le'] : []),
  'instance',
  'job',
];

/** What an expression names that the list does not have. */
const faultsOf = (expr: string): readonly string[] => {
  const { grouping, metrics } = namesIn(expr);
  const ours = metrics.filter(({ name }) => isOurs(name));
  const known = new Set(['instance', 'job', ...ours.flatMap(({ name }) => labelsOf(name))]);
  return [
    ...(metrics.length === 0 ? ['no metric'] : []),
    ...ours.flatMap(({ name }) => (metricOf(name) === undefined ? [name] : [])),
    ...ours.flatMap(({ labels, name }) => labels.filter((label) => !labelsOf(name).includes(label))),
    ...grouping.filter((label) => !known.has(label)),
  ];
};

/** The entries of the runbook, by the names of their alerts. */
const entries = new Map(
  textOf('docs/runbook.md')
    .split(/^### /m)
    .slice(1)
    .map((entry) => [entry.slice(0, entry.indexOf('\n')), entry.split(/^## /m)[0] ?? ''] as const),
);

describe('the dashboard and the alerts', () => {
  it('are made from the list of metrics', () => {
    expect(textOf(`${folder}/alerts.yml`), howToRegenerate).to.equal(alertRules());
    expect(textOf(`${folder}/alerts.test.yml`), howToRegenerate).to.equal(alertTests());
    expect(textOf(`${folder}/grafana/portcullis.json`), howToRegenerate).to.equal(dashboardFile());
  });

  it('name metrics and labels of the list', () => {
    expect(expressions.flatMap(([where, expr]) => faultsOf(expr).map((fault) => `${where}: ${fault}`))).to.deep.equal(
      [],
    );
    const planted = [
      'rate(portcullis_no_such_total[5m]) > 0',
      'portcullis_ready{cause="timeout"} == 0',
      'sum by (nothing) (portcullis_ready)',
      'portcullis_decisions_total_bucket',
      'vector(1)',
    ];
    for (const expr of planted) expect(faultsOf(expr), expr).to.have.lengthOf(1);
  });

  it('show every metric of the list on the dashboard', () => {
    const shown = new Set(
      expressions.flatMap(([where, expr]) =>
        where.includes(': ') ? namesIn(expr).metrics.map(({ name }) => name.replace(/_(bucket|sum|count)$/, '')) : [],
      ),
    );
    expect([...list.keys()].filter((name) => !shown.has(name))).to.deep.equal([]);
  });

  it('have names of their own, and an alert for every entry of the runbook and the other way round', () => {
    const names = alerts.map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
    expect([...entries.keys()].toSorted()).to.deep.equal(names.toSorted());
  });

  const promtool = process.env['PROMTOOL_BIN'] ?? 'promtool';
  const run = (...args: readonly string[]) =>
    // Memory is collected seldom, which takes most of its time otherwise.
    spawnSync(promtool, args, {
      cwd: join(root, folder),
      encoding: 'utf8',
      env: { ...process.env, GOGC: '1000' },
      timeout: 60_000,
    });

  if (run('--version').status !== 0) it('are left out of the tests of promtool, which is not installed (PROMTOOL_BIN)');
  else
    it('are valid for promtool, and each alert fires with its samples and not before', function () {
      this.timeout(60_000);
      const tested = run('test', 'rules', 'alerts.test.yml');
      expect(tested.status, `${tested.stdout}${tested.stderr}`).to.equal(0);
      // It checks the files of rules that it names, too.
      const config = run('check', 'config', 'prometheus.yml');
      expect(config.status, config.stderr).to.equal(0);
      expect(config.stdout).to.include(`${alerts.length} rules found`);
    });
});

describe('the runbook', () => {
  /** The words of events that the service logs. */
  const events = new Set(
    filesBelow('packages/app/src')
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) => [...textOf(path).matchAll(/'([a-z]+(?:_[a-z]+)*)'/g)].map(([, word = '']) => word)),
  );

  for (const { name } of alerts)
    it(`says of ${name} what it means, what to do, and which lines of the log show the cause`, () => {
      const entry = entries.get(name) ?? '';
      expect(entry).to.match(/\n\n[A-Z`].{30,}\.\n/);
      expect(entry).to.match(/^1\. .+/m);
      expect(entry).to.match(/^2\. .+/m);
      const [, query = ''] = /```sh\n([^`]+)\n```/.exec(entry) ?? [];
      expect(query).to.include('lines | jq');
      const named = [...query.matchAll(/\.event == "(\w+)"/g)].map(([, event = '']) => event);
      expect(named.filter((event) => !events.has(event))).to.deep.equal([]);
      const causes = [...query.matchAll(/\.outage_cause == "(\w+)"/g)].map(([, cause = '']) => cause);
      expect(causes.filter((cause) => !outageCauses.some((known) => known === cause))).to.deep.equal([]);
      expect(named.length + causes.length).to.be.above(0);
    });

  it('names only metrics that there are', () => {
    const named = [...textOf('docs/runbook.md').matchAll(/\bportcullis_\w+/g)].map(([name]) => name);
    expect(named.filter((name) => metricOf(name) === undefined)).to.deep.equal([]);
  });
});
