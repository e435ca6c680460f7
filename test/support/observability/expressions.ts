import { alerts } from './alert-files.ts';
import { rows } from './panels.ts';

/** Every expression, with where it stands. */
export const expressions: readonly (readonly [where: string, expr: string])[] = [
  ...alerts.map(({ expr, name }) => [name, expr] as const),
  ...rows.flatMap(([row, panels]) =>
    panels.flatMap(({ queries, title }) => queries.map(([, expr]) => [`${row}: ${title}`, expr] as const)),
  ),
];

/** A metric that an expression names, with the labels by which it selects. */
type NamedMetric = { readonly name: string; readonly labels: readonly string[] };

const metricPattern = /\b((?:portcullis|process|nodejs)_\w+|up)\b(?:\{([^}]*)\})?/g;

/** The metrics of an expression, and the labels by which it groups. */
export const namesIn = (
  expr: string,
): { readonly metrics: readonly NamedMetric[]; readonly grouping: readonly string[] } => {
  const metrics = [...expr.matchAll(metricPattern)].map(([, name = '', selector = '']) => ({
    name,
    labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }));
  const groups = [...expr.matchAll(/\b(?:by|on)\s*\(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/));
  return { metrics, grouping: [...new Set(groups)] };
};

/** Prometheus makes this one, and the clock has none before it was compared with another. */
const withoutSamples = ['up', 'portcullis_clock_skew_seconds'];

/** The names in an expression that no sample of a page of metrics has: a metric, or a metric with these labels. */
export const missingIn = (page: string, expr: string): readonly string[] => {
  const lines = page.split('\n');
  const { grouping, metrics } = namesIn(expr);
  const own = (label: string): boolean => !['instance', 'job'].includes(label);
  return metrics
    .filter(({ name }) => !withoutSamples.includes(name))
    .map(({ labels, name }, n) => ({ name, labels: [...labels, ...(n === 0 ? grouping : [])].filter(own) }))
    .filter(
      ({ labels, name }) =>
        !lines.some(
          (line) => line.startsWith(`${name}{`) && labels.every((label) => new RegExp(`[{,]${label}="`).test(line)),
        ) && !(labels.length === 0 && lines.some((line) => line.startsWith(`${name} `))),
    )
    .map(({ labels, name }) => `${name}{${labels.join()}}`);
};
