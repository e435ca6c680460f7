// `node test/architecture/write-pages.mjs`, after a build: writes what the pages of docs/ take from the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { reasonsPage, renewed } from '../dist/support/generated-pages.js';

const pageAt = (path) => new URL(`../../${path}`, import.meta.url);

writeFileSync(pageAt('docs/reasons.md'), reasonsPage());
const architecture = pageAt('docs/architecture.md');
writeFileSync(architecture, renewed(readFileSync(architecture, 'utf8')));
