import type { TestRequest, TestResponse } from './server.ts';

/** A request, under a name that says what is asked by whom. */
export type NamedRequest = TestRequest & { readonly name: string };

/** Pages and descriptions are texts of their own, with tests of their own. */
const isLeftOut = (type: string, path: string): boolean =>
  /html|javascript|css|font|image\/svg/.test(type) || path === '/openapi.json';

const bodyText = (path: string, { bytes, headers, text }: TestResponse): string => {
  const type = String(headers['content-type'] ?? '');
  if (isLeftOut(type, path)) return '(left out)';
  return /json|text|problem/.test(type) || bytes.length === 0 ? text : `hex ${bytes.toString('hex')}`;
};

/** The headers that say what a body does not. */
const toldHeaders = ['allow', 'etag', 'retry-after', 'www-authenticate'];

/** The usual headers of every answer; only another value is recorded. */
const usualHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

const headerLines = ({ headers }: TestResponse): readonly string[] => [
  ...toldHeaders.filter((name) => name in headers).map((name) => `${name}: ${headers[name]}`),
  ...Object.entries(usualHeaders)
    .filter(([name, usual]) => headers[name] !== usual)
    .map(([name]) => `${name}: ${headers[name] ?? '-'}`),
];

/** One exchange as lines: its name, the request, the status with the media type, the headers, and the body as sent. */
export const exchangeText = ({ method = 'GET', name, path }: NamedRequest, answer: TestResponse): string =>
  [
    `# ${name}`,
    `${method} ${path}`,
    `${answer.status} ${answer.headers['content-type'] ?? '-'}`,
    ...headerLines(answer),
    bodyText(path, answer),
  ].join('\n');

/** Sends requests one after another, and answers the exchanges as text. */
export const recordExchanges = async (
  send: (request: TestRequest) => Promise<TestResponse>,
  requests: readonly NamedRequest[],
): Promise<readonly string[]> => {
  const texts: string[] = [];
  for (const request of requests) texts.push(exchangeText(request, await send(request)));
  return texts;
};
