import { TE } from '@portcullis/domain';
import { closedObject, oneOf } from '@portcullis/domain/kernel';
import { codeNames, type ErrorCodeName, errorCodes } from '../../request/error-codes.ts';
import { endpoint } from '../endpoint.ts';
import { emptyObject, noBody } from '../route.ts';
import { inlineHtml, textPage } from './page.ts';
import { problemHelp } from './problem-help.ts';

const bodyOf = (code: ErrorCodeName): string => {
  const { retryable, status, title } = errorCodes[code];
  const { meaning, remedy } = problemHelp[code];
  const again = retryable
    ? 'The same request may succeed when it is sent again.'
    : 'The same request will be refused again.';
  return [
    `<h1><code>${code}</code></h1>`,
    `<p>${inlineHtml(title)}. Status ${status}.</p>`,
    `<h2>What it means</h2><p>${inlineHtml(meaning)}</p>`,
    `<h2>What to do</h2><p>${inlineHtml(remedy)}</p>`,
    `<p>${again}</p>`,
    '<p><a href="../docs">The API</a></p>',
  ].join('\n');
};

/** The page at which the `type` of a problem points (RFC 9457 section 3.1.1). */
export const readProblem = endpoint({
  method: 'GET',
  path: '/problems/:code',
  id: 'readProblem',
  tag: 'Service',
  summary: 'What a problem means',
  description: 'The page of one problem, at which its `type` points: what it means and what to do. It works offline.',
  access: 'public',
  scope: null,
  showsRecords: false,
  params: closedObject({ code: oneOf(codeNames) }, {}, 'code in the path'),
  query: emptyObject,
  body: noBody,
  responses: [{ status: 200, description: 'The page.', type: 'text/html' }],
  errors: [],
  run: (_deps, { params: { code } }) => TE.right(textPage(code, bodyOf(code))),
});
