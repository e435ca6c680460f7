import { type Panel, rows } from './panels.ts';

const datasource = { type: 'prometheus', uid: '$datasource' };
const panelWidth = 6;
const panelHeight = 7;
const gridWidth = 24;

type Position = { readonly x: number; readonly y: number };

const panelOf = ({ description, kind = 'timeseries', queries, title, unit = 'short' }: Panel, { x, y }: Position) => ({
  type: kind,
  title,
  ...(description !== undefined && { description }),
  datasource,
  gridPos: { x, y, w: panelWidth, h: panelHeight },
  fieldConfig: { defaults: { unit }, overrides: [] },
  targets: queries.map(([legendFormat, expr], n) => ({
    refId: String.fromCharCode(65 + n),
    datasource,
    expr,
    legendFormat,
    ...(kind === 'timeseries' ? {} : { instant: true, range: false }),
  })),
});

/** The panels of a row, and the line after them. */
const rowOf = ([title, panels]: (typeof rows)[number], top: number) => {
  const perLine = gridWidth / panelWidth;
  const head = { type: 'row', title, collapsed: false, gridPos: { x: 0, y: top, w: gridWidth, h: 1 }, panels: [] };
  const placed = panels.map((panel, n) =>
    panelOf(panel, { x: (n % perLine) * panelWidth, y: top + 1 + Math.floor(n / perLine) * panelHeight }),
  );
  return { panels: [head, ...placed], end: top + 1 + Math.ceil(panels.length / perLine) * panelHeight };
};

const allPanels = (): readonly object[] => {
  const panels: object[] = [];
  let top = 0;
  for (const row of rows) {
    const made = rowOf(row, top);
    panels.push(...made.panels);
    top = made.end;
  }
  return panels.map((panel, n) => ({ id: n + 1, ...panel }));
};

/** The dashboard for Grafana, as it is imported or provisioned. */
export const dashboardFile = (): string =>
  `${JSON.stringify(
    {
      uid: 'portcullis',
      title: 'Portcullis',
      description: 'Made by `node test/architecture/write-pages.mjs`; docs/runbook.md says what to do.',
      tags: ['portcullis'],
      schemaVersion: 39,
      version: 1,
      editable: true,
      refresh: '30s',
      time: { from: 'now-6h', to: 'now' },
      templating: { list: [{ name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' }] },
      panels: allPanels(),
    },
    null,
    2,
  )}\n`;
