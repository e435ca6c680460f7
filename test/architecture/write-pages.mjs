// `node test/architecture/write-pages.mjs`, after a build, writes what is generated from the code: the parts of docs/,
// and the dashboard and the alerts of deploy/observability.
import { readFileSync, writeFileSync } from 'node:fs';
import { alertRules, alertTests } from '../dist/support/observability/alert-files.js';
import { dashboardFile } from '../dist/support/observability/dashboard.js';
import { reasonsPage, withGeneratedParts } from '../dist/support/repository/generated-pages.js';
import { outagesPage } from '../dist/support/repository/outages-page.js';

const pageAt = (path) => new URL(`../../${path}`, import.meta.url);

writeFileSync(pageAt('docs/reasons.md'), reasonsPage());
writeFileSync(pageAt('docs/outages.md'), outagesPage());
for (const path of ['docs/architecture.md', 'docs/console.md', 'docs/operations.md'])
  writeFileSync(pageAt(path), withGeneratedParts(readFileSync(pageAt(path), 'utf8')));
writeFileSync(pageAt('deploy/observability/alerts.yml'), alertRules());
writeFileSync(pageAt('deploy/observability/alerts.test.yml'), alertTests());
writeFileSync(pageAt('deploy/observability/grafana/portcullis.json'), dashboardFile());
