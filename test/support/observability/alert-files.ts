import { type Alert, alertGroups } from './alerts.ts';

/** Every alert. */
export const alerts: readonly Alert[] = alertGroups.flatMap(([, some]) => some);

const origin = '# Made by `node test/architecture/write-pages.mjs`; docs/runbook.md says of each alert what to do.\n';

/** A text of JSON is one of YAML as well. */
const quoted = (text: string): string => JSON.stringify(text);

const annotationsOf = ({ name, summary }: Alert) => ({ summary, runbook: `docs/runbook.md#${name.toLowerCase()}` });

const ruleOf = (alert: Alert): string => {
  const { after, expr, name } = alert;
  const { runbook, summary } = annotationsOf(alert);
  return `      - alert: ${name}
        expr: ${quoted(expr)}
        for: ${after}
        labels:
          severity: page
        annotations:
          summary: ${quoted(summary)}
          runbook: ${quoted(runbook)}
`;
};

/** The rules for Prometheus. */
export const alertRules = (): string =>
  `${origin}groups:\n${alertGroups
    .map(([name, some]) => `  - name: ${name}\n    rules:\n${some.map(ruleOf).join('')}`)
    .join('')}`;

const testOf = (alert: Alert): string => {
  const { fires, name } = alert;
  const samples = fires.samples.map(
    ([of, values]) => `      - series: ${quoted(of)}\n        values: ${quoted(values)}\n`,
  );
  return `  - name: ${name}
    interval: 1m
    input_series:
${samples.join('')}    alert_rule_test:
      - eval_time: 0m
        alertname: ${name}
      - eval_time: ${fires.at}
        alertname: ${name}
        exp_alerts:
          - exp_labels: ${JSON.stringify({ severity: 'page', ...fires.labels })}
            exp_annotations: ${JSON.stringify(annotationsOf(alert))}
`;
};

/**
 * The test of the rules for `promtool test rules`: each fires with its samples, and not before. The rules are evaluated
 * as often as there are samples.
 */
export const alertTests = (): string =>
  `${origin}rule_files:\n  - alerts.yml\nevaluation_interval: 1m\ntests:\n${alerts.map(testOf).join('')}`;
