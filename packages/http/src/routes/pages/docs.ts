import { TE } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { HttpResponse } from '../../responses/http-response.ts';
import { plainRoute } from '../endpoint.ts';
import { emptyObject, noBody, type Route } from '../route.ts';

/** Returns the API description as JSON text. It is called when the description is first read. */
type DescriptionText = () => string;

export const readContract = (contract: DescriptionText): Route =>
  plainRoute({
    method: 'GET',
    path: '/openapi.json',
    id: 'readContract',
    tag: 'Service',
    summary: 'This description (OpenAPI 3.1)',
    description: 'The description of every operation, made from the codecs that decode the requests.',
    access: 'public',
    scope: null,
    showsRecords: false,
    params: emptyObject,
    query: emptyObject,
    body: noBody,
    responses: [{ status: 200, description: 'The description.', body: t.UnknownRecord, example: { openapi: '3.1.0' } }],
    errors: [],
    described: true,
    serve: () => async () => ({
      _tag: 'Right',
      right: { status: 200, headers: { 'Content-Type': 'application/json' }, bytes: contract() },
    }),
  });

/** The page loads nothing from other origins, and it has no inline script. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Swagger UI is made for wide screens: on a narrow one rows wrap, and what is still too wide scrolls by itself. */
const style = `
body { margin: 0; }
nav { font: 1rem/1.5 system-ui, sans-serif; padding: 1rem 1.25rem 0; }
html.dark-mode { color-scheme: dark; background: #1c2022; }
nav a { color: LinkText; }
@media (max-width: 40rem) {
  .swagger-ui .wrapper { padding: 0 0.75rem; }
  .swagger-ui .opblock .opblock-summary, .swagger-ui .opblock .opblock-section-header { flex-wrap: wrap; }
  .swagger-ui table, .swagger-ui .highlight-code, .swagger-ui .model-box { display: block; overflow-x: auto; }
  .swagger-ui input, .swagger-ui select, .swagger-ui textarea { max-width: 100%; min-width: 0; }
}
`;

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Portcullis API</title>
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <style>${style}</style>
  </head>
  <body>
    <nav><a href="docs/guide">Guide</a></nav>
    <div id="page"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

const html = (bytes: string): HttpResponse => ({
  status: 200,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy,
    'Referrer-Policy': 'no-referrer',
  },
  bytes,
});

export const readDocs = plainRoute({
  method: 'GET',
  path: '/docs',
  id: 'readDocs',
  tag: 'Service',
  summary: 'This description as a page',
  description: 'The page works offline, and every operation can be tried on it.',
  access: 'public',
  scope: null,
  showsRecords: false,
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  responses: [{ status: 200, description: 'The page.', type: 'text/html' }],
  errors: [],
  described: true,
  serve: () => TE.right(html(page)),
});
