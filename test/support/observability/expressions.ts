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
export type NamedMetric = { readonly name: string; readonly labels: readonly string[] };

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
