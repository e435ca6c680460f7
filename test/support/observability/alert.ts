/** Some samples of a time series, in the notation of promtool: `0 1+1x5`, one a minute. */
type Samples = readonly [series: string, values: string];

/** A rule that fires, and the samples with which it does. */
export type Alert = {
  readonly name: `Portcullis${string}`;
  readonly expr: string;
  /** How long the expression holds before the alert fires. */
  readonly after: string;
  /** `page`: requests or promises fail now. `ticket`: they will, or somebody should look in working hours. */
  readonly severity: 'page' | 'ticket';
  readonly summary: string;
  readonly fires: {
    readonly samples: readonly Samples[];
    readonly at: string;
    /** The labels of the alert beside its severity. */
    readonly labels: { readonly [label: string]: string };
  };
};

/** The labels that Prometheus gives to everything that it scrapes. */
export const target = { job: 'portcullis', instance: 'a:9000' } as const;

/** A series of one instance. */
export const series = (name: string, labels: { readonly [label: string]: string } = {}): string =>
  `${name}{${Object.entries({ ...labels, ...target })
    .map(([label, value]) => `${label}="${value}"`)
    .join(',')}}`;

/** That something was counted in ten minutes, also for the first time: an increase needs a sample before it. */
export const appears = (counter: string, by: string): string => {
  const [now, before, grown] = [counter, `${counter} offset 10m`, `increase(${counter}[10m])`].map(
    (one) => `sum by (${by}) (${one})`,
  );
  return `(${now} > 0 unless ${before}) or ${grown} > 0`;
};

/** That requests failed for a cause, or that the instance is not ready for it. */
export const failsBy = (cause: string): string =>
  `${appears(`portcullis_failed_requests_total{cause="${cause}"}`, 'instance')} or sum by (instance) (portcullis_not_ready_cause{cause="${cause}"}) > 0`;
