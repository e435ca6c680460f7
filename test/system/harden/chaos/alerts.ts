import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Sample = { readonly name: string; readonly labels: ReadonlyMap<string, string>; readonly value: number };

const file = join(process.cwd(), 'deploy/observability/alerts.yml');

/** An alert that compares the newest values of one metric with a number; one over a window needs a Prometheus. */
type SimpleAlert = {
  readonly name: string;
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly is: RegExp }[];
  readonly fires: (value: number) => boolean;
};

const comparisons: { readonly [sign: string]: (limit: number) => (value: number) => boolean } = {
  '==': (limit) => (value) => value === limit,
  '>': (limit) => (value) => value > limit,
  '<': (limit) => (value) => value < limit,
};

const simpleExpression = /^(?:(?:max|abs)\()?([a-z_]+)(?:\{(.*)\})?\)? (==|>|<) ([\d.]+)$/;

const parseAlert = (name: string, expression: string): readonly SimpleAlert[] => {
  const [, metric, selector = '', sign = '', limit] = simpleExpression.exec(expression) ?? [];
  const compare = comparisons[sign];
  if (metric === undefined || compare === undefined) return [];
  const matchers = [...selector.matchAll(/([a-z_]+)=(~?)"([^"]*)"/g)].map(([, label = '', isPattern, text = '']) => ({
    label,
    is: new RegExp(`^(?:${isPattern === '~' ? text : text.replace(/[^\w]/g, '\\$&')})$`),
  }));
  const isMagnitude = expression.startsWith('abs(');
  const fires = compare(Number(limit));
  return [{ name, metric, matchers, fires: (value) => fires(isMagnitude ? Math.abs(value) : value) }];
};

/** The alerts of the repository that one look at the metrics can judge; the time that they wait is not regarded. */
const knownAlerts: readonly SimpleAlert[] = existsSync(file)
  ? [...readFileSync(file, 'utf8').matchAll(/- alert: (\w+)\n +expr: (".*")$/gm)].flatMap(
      ([, name = '', text = '""']) => parseAlert(name, String(JSON.parse(text))),
    )
  : [];

const parseSample = (line: string): readonly Sample[] => {
  const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (name === undefined) return [];
  const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', text = '']) => [label, text] as const);
  return [{ name, labels: new Map(pairs), value: Number(value) }];
};

/** Answers the names of the alerts that these metrics, in the Prometheus text format, would let fire. */
export const firingAlerts = (metrics: string): readonly string[] => {
  const samples = metrics.split('\n').flatMap(parseSample);
  const isFiring = ({ fires, matchers, metric }: SimpleAlert): boolean =>
    samples.some(
      ({ labels, name, value }) =>
        name === metric && fires(value) && matchers.every(({ is, label }) => is.test(labels.get(label) ?? '')),
    );
  return knownAlerts.filter(isFiring).map(({ name }) => name);
};

/** Whether an alert of this name can be judged here. */
export const isKnownAlert = (name: string): boolean => knownAlerts.some((alert) => alert.name === name);
