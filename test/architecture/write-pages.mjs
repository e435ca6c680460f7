// `node test/architecture/write-pages.mjs`, after a build, writes the parts of docs/ that are generated from the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { reasonsPage, withGeneratedParts } from '../dist/support/repository/generated-pages.js';
import { outagesPage } from '../dist/support/repository/outages-page.js';

const pageAt = (path) => new URL(`../../${path}`, import.meta.url);

writeFileSync(pageAt('docs/reasons.md'), reasonsPage());
writeFileSync(pageAt('docs/outages.md'), outagesPage());
const architecture = pageAt('docs/architecture.md');
writeFileSync(architecture, withGeneratedParts(readFileSync(architecture, 'utf8')));
