import { applicantMessage, staffMessage } from '@portcullis/domain';
import { reasonCodes } from '@portcullis/domain/checks';
import { statuses } from '@portcullis/domain/kernel';
import { transitions } from '@portcullis/domain/profile';
import { eventTypes } from '@portcullis/events/ports';
import { expect } from 'chai';
import { openApiDocument } from '#http/server';
import { httpConfig, openServer, type TestServer } from '../../../support/http/server.ts';

const readable = (html: string): string =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** The rows of the first table of a chapter, as text. */
const rowsOf = (page: string, chapter: string): readonly (readonly string[])[] => {
  const [, after = ''] = page.split(`<h2 id="${chapter}">`);
  const [table = ''] = (after.split('<h2 ')[0] ?? '').match(/<tbody>.*?<\/tbody>/s) ?? [];
  return [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => readable(cell)),
  );
};

const columnOf = (page: string, chapter: string): readonly string[] =>
  rowsOf(page, chapter).map(([first = '']) => first);

/** The paths and methods that a page names, as the API description writes them. */
const namedOperations = (page: string): readonly string[] =>
  [...readable(page.replaceAll('<', ' <')).matchAll(/\b(GET|POST|PATCH|DELETE) (\/[\w/{}.-]*)/g)].map(
    ([, method = '', path = '']) =>
      `${method} ${path.replace('{profile_id}', '{id}').replace('{session_id}', '{sessionId}')}`,
  );

/** The lengths of a style sheet that fix a width, in pixels. */
const fixedWidths = (css: string): readonly number[] =>
  [...css.matchAll(/(?:^|[\s;{])(?:min-)?width:\s*([\d.]+)(px|rem|em|vw)/g)].map(
    ([, size = '', unit]) => Number(size) * (unit === 'px' ? 1 : unit === 'vw' ? 3.9 : 16),
  );

describe('the guide', () => {
  let server: TestServer;
  let sandbox: TestServer;
  let page: string;
  before(async () => {
    server = await openServer();
    sandbox = await openServer({ config: { ...httpConfig, sandbox: true } });
    page = (await server.send({ path: '/docs/guide' })).text;
  });
  after(() => Promise.all([server.close(), sandbox.close()]));

  it('has a chapter for each thing that a partner does, and stands beside the reference', async () => {
    const chapters = [...page.matchAll(/<h2 id="(\w+)">/g)].map(([, id]) => id);
    expect(chapters).to.deep.equal([
      'verification',
      'events',
      'webhooks',
      'camera',
      'live',
      'errors',
      'statuses',
      'transitions',
      'reasons',
    ]);
    for (const id of chapters) expect(page).to.contain(`href="#${id}"`);
    expect(page).to.contain('href="../docs"');
    expect((await server.send({ path: '/docs' })).text).to.contain('href="docs/guide"');
  });

  it('has the statuses and the transitions of the state machine', () => {
    expect(rowsOf(page, 'statuses').map(([status, , , left]) => [status, left])).to.deep.equal(
      statuses.map((status) => {
        const leaving = transitions.filter(({ from }) => from.includes(status)).map(({ event }) => event);
        return [status, leaving.join(', ') || 'nothing'];
      }),
    );
    expect(rowsOf(page, 'transitions')).to.deep.equal(
      transitions.map(({ event, from, to, by }) => [event, from.join(', '), to.join(', '), by.join(', ')]),
    );
  });

  it('has every reason with its sentences, every event and every problem with its page', async () => {
    expect(rowsOf(page, 'reasons').map(([reason, , staff, person]) => [reason, staff, person])).to.deep.equal(
      reasonCodes.map((reason) => [reason, staffMessage(reason), applicantMessage(reason, 'en') ?? 'not told']),
    );
    expect(columnOf(page, 'events')).to.deep.equal([...eventTypes, 'endpoint.ping']);
    const codes: readonly string[] = Object(openApiDocument(httpConfig)).components.schemas.ProblemCode.enum;
    expect(columnOf(page, 'errors')).to.deep.equal(codes);
    for (const code of codes) expect(page).to.contain(`href="../problems/${code}"`);
  });

  it('names operations that there are', async () => {
    const { paths } = openApiDocument(httpConfig);
    const known = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const forms = (await sandbox.send({ path: '/docs/guide' })).text;
    const named = namedOperations(page + forms);
    expect(named.length).to.be.greaterThan(20);
    expect(named.filter((operation) => !known.includes(operation))).to.deep.equal([]);
    expect([...page.matchAll(/href="#(\w+)"/g)].every(([, id]) => page.includes(`id="${id}"`))).to.equal(true);
  });

  it('loads nothing from elsewhere, and has no script outside of a sandbox', async () => {
    const { headers } = await server.send({ path: '/docs/guide' });
    expect(headers['content-type']).to.equal('text/html; charset=utf-8');
    const policy = String(headers['content-security-policy']);
    expect(policy).to.contain("default-src 'none'").and.to.contain("form-action 'none'");
    expect(policy).not.to.match(/script-src|connect-src|https?:|\*/);
    expect(page).not.to.match(/<script|<form|<link|<img|@import|url\(|(src|href)="(https?:)?\/\//);
    expect((await server.send({ path: '/docs/guide.js' })).status).to.equal(404);
  });

  it('has forms in a sandbox alone, whose script may call the sandbox alone', async () => {
    const { headers, text } = await sandbox.send({ path: '/docs/guide' });
    expect(text).to.contain('<form').and.to.contain('<script src="guide.js"></script>');
    expect(text).not.to.match(/<script>|(src|href)="(https?:)?\/\//);
    expect(headers['content-security-policy']).to.contain("script-src 'self'; connect-src 'self';");
    const script = await sandbox.send({ path: '/docs/guide.js' });
    expect(script.headers['content-type']).to.equal('text/javascript; charset=utf-8');
    expect(page).not.to.contain('scenario');
  });

  it('is dark where the system of its reader is, as the reference is', async () => {
    expect(page).to.contain('color-scheme: light dark');
    const start = (await server.send({ path: '/docs/start.js' })).text;
    expect(start).to.contain('(prefers-color-scheme: dark)').and.to.contain("'dark-mode'");
    expect((await server.send({ path: '/docs/swagger-ui.css' })).text).to.contain('html.dark-mode .swagger-ui');
  });

  it('can be read on a screen of 390 pixels', async () => {
    const [, css = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
    expect(page).to.contain('name="viewport" content="width=device-width, initial-scale=1"');
    expect(fixedWidths(css).filter((width) => width > 390)).to.deep.equal([]);
    expect(fixedWidths('a { min-width: 30rem; }')).to.deep.equal([480]);
    const [, narrow = ''] = /@media \(max-width: 40rem\) \{(.*)\n\}/s.exec(css) ?? [];
    expect(narrow).to.contain('td { border: 0; display: block;').and.to.contain('attr(data-head)');
    expect(css)
      .to.match(/body \{[^}]*overflow-wrap: anywhere/)
      .and.to.match(/pre \{[^}]*overflow-x: auto/);
    for (const row of page.match(/<tr><td.*<\/tr>/g) ?? [])
      expect(row.match(/<td(?! data-head="[A-Z])/g)).to.have.length(1);
    const reference = (await server.send({ path: '/docs' })).text;
    expect(reference).to.match(/@media \(max-width: 40rem\) \{[^@]*overflow-x: auto/);
  });
});
