import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { outageCauses } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { metricList } from '#app/telemetry/metric-list';
import { filesBelow, root, textOf } from '../support/repository/files.ts';
import { reasonsPage, withGeneratedParts } from '../support/repository/generated-pages.ts';
import { outagesPage } from '../support/repository/outages-page.ts';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...filesBelow('docs').filter((path) => path.endsWith('.md')),
].filter((path) => existsSync(join(root, path)));

const linksOf = (page: string): readonly string[] =>
  [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '').filter((to) => !/^[a-z]+:/.test(to));

const anchorsOf = (page: string): readonly string[] =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Answers what is wrong with the target of a link; `null` when it exists. */
const linkFault = (page: string, link: string): string | null => {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : posix.normalize(posix.join(dirname(page), path));
  if (!existsSync(join(root, target))) return `${page}: ${link} leads nowhere`;
  if (anchor === undefined || !target.endsWith('.md') || anchorsOf(target).includes(anchor)) return null;
  return `${page}: ${link} has no such heading`;
};

const howToRegenerate = 'node test/architecture/write-pages.mjs writes it anew';

describe('the documentation pages', () => {
  it('list the reasons of the domain', () => {
    expect(textOf('docs/reasons.md'), howToRegenerate).to.equal(reasonsPage());
  });

  it('list the outages of the domain', () => {
    expect(textOf('docs/outages.md'), howToRegenerate).to.equal(outagesPage());
  });

  it('say of each cause of an outage what it means and what to do', () => {
    const [, chapter = ''] = textOf('docs/operations.md').split('## The cause of an outage\n');
    const [section = ''] = chapter.split('\n## ');
    const rows = [...section.matchAll(/^\| `(\w+)` \| (.+) \| (.+) \|$/gm)];
    expect(rows.map(([, cause]) => cause)).to.deep.equal([...outageCauses]);
  });

  it('contain the domain’s tables of states, events and checks', () => {
    const page = textOf('docs/architecture.md');
    expect(page, howToRegenerate).to.equal(withGeneratedParts(page));
    expect(page).to.include('| `review_approved` | `in_review` | `approved` | machine, reviewer |');
  });

  it('contain the table of the permissions of staff', () => {
    const page = textOf('docs/console.md');
    expect(page, howToRegenerate).to.equal(withGeneratedParts(page));
    expect(page).to.match(/\| `lists:manage`: [^|]+ \| {2}\| x \| {2}\| x \|/);
  });

  it('contain the list of metrics of the code', () => {
    const page = textOf('docs/operations.md');
    expect(page, howToRegenerate).to.equal(withGeneratedParts(page));
    for (const name of Object.keys(metricList)) expect(page).to.include(`\n| \`${name}\` | `);
  });

  it('link to existing targets', () => {
    const faults = pages.flatMap((page) => linksOf(page).map((link) => linkFault(page, link)));
    expect(faults.filter((fault) => fault !== null)).to.deep.equal([]);
  });

  it('list every architecture decision', () => {
    const index = textOf('docs/adr/README.md');
    const decisions = filesBelow('docs/adr').filter((path) => /\/\d{4}-/.test(path));
    expect(decisions.filter((path) => !index.includes(`(${posix.basename(path)})`))).to.deep.equal([]);
  });

  it('contain no path of this machine', () => {
    const found = pages.filter((page) => /\/(work|home|root|tmp)\/[a-z]/.test(textOf(page)));
    expect(found).to.deep.equal([]);
  });
});
