import type { HttpResponse } from '../../responses/http-response.ts';
import {
  type Block,
  cameraChapter,
  errorsChapter,
  eventsChapter,
  liveChapter,
  verificationChapter,
  webhooksChapter,
} from './guide-chapters.ts';
import { formsHtml } from './guide-forms.ts';
import { errorTable, eventTable, reasonTable, statusTable, transitionTable } from './guide-tables.ts';
import { escapeHtml, linkedHtml, textPage } from './page.ts';

const blockHtml = (block: Block): string => {
  if (typeof block === 'string') return `<p>${linkedHtml(block)}</p>`;
  if ('code' in block) return `<pre><code>${escapeHtml(block.code)}</code></pre>`;
  return `<ol>${block.steps.map((step) => `<li>${linkedHtml(step)}</li>`).join('\n')}</ol>`;
};

const textHtml = (blocks: readonly Block[]): string => blocks.map(blockHtml).join('\n');

type Chapter = { readonly id: string; readonly title: string; readonly html: string };

const tryIt = (): string =>
  [
    '<h3>Try it here</h3>',
    '<p>This service is a sandbox, and these forms send real requests to it. <code>npm run sandbox</code> prints the client id and the secret, and an address of this page that has them filled in.</p>',
    '<p>Rehearse limits and outages with the header <code>Sandbox-Answer: 429</code> or <code>503</code> of any request of a server, and what becomes due with <code>npx portcullis sandbox advance 30d</code>, which moves the clock of this sandbox ahead.</p>',
    formsHtml(),
  ].join('\n');

const chapters = (sandbox: boolean): readonly Chapter[] => [
  {
    id: 'verification',
    title: 'A first verification',
    html: textHtml(verificationChapter) + (sandbox ? tryIt() : ''),
  },
  { id: 'events', title: 'Learning what happens', html: textHtml(eventsChapter) + eventTable() },
  { id: 'webhooks', title: 'Webhooks', html: textHtml(webhooksChapter) },
  { id: 'camera', title: 'The camera part', html: textHtml(cameraChapter) },
  { id: 'live', title: 'Going live', html: textHtml(liveChapter) },
  { id: 'errors', title: 'Errors', html: textHtml(errorsChapter) + errorTable() },
  { id: 'statuses', title: 'Statuses', html: statusTable() },
  {
    id: 'transitions',
    title: 'Transitions',
    html: `<p>These are all the changes of a status that there are.</p>${transitionTable()}`,
  },
  {
    id: 'reasons',
    title: 'Reasons',
    html: `<p>Codes are never renamed, and new ones may join them. A policy can give a reason another action.</p>${reasonTable()}`,
  },
];

const chapterHtml = ({ html, id, title }: Chapter): string => `<h2 id="${id}">${title}</h2>\n${html}`;

export { formScript } from './guide-forms.ts';

/** The guide to the API. In a sandbox it has forms, filled with values that a sandbox takes. */
export const guidePage = (sandbox: boolean): HttpResponse => {
  const all = chapters(sandbox);
  const links = all.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('\n');
  const intro =
    '<p>How to verify people with this service. <a href="../docs">The reference</a> has every operation.</p>';
  const body = ['<h1>Guide</h1>', intro, `<ul>${links}</ul>`, ...all.map(chapterHtml)].join('\n');
  return textPage('Portcullis guide', body, sandbox ? 'guide.js' : undefined);
};
