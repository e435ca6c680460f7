import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { notFound, pipe, type TaskEither, TE } from '@portcullis/domain';
import { oneOf, singleFlight, t } from '@portcullis/domain/kernel';
import { type HttpError, unexpected } from '../request/http-error.ts';
import type { HttpResponse } from '../responses/http-response.ts';
import { plainRoute } from './endpoint.ts';
import { emptyObject, noBody, type Route } from './route.ts';

/** Returns the API description as JSON text. It is called when the description is first read. */
type DescriptionText = () => string;

export const readContract = (contract: DescriptionText): Route =>
  plainRoute({
    method: 'GET',
    path: '/openapi.json',
    id: 'readContract',
    tag: 'Service',
    summary: 'This description (OpenAPI 3.1)',
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

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Portcullis API</title>
    <link rel="stylesheet" href="docs/swagger-ui.css">
  </head>
  <body>
    <div id="page"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

const startScript = `window.SwaggerUIBundle({ url: 'openapi.json', dom_id: '#page', deepLinking: false, validatorUrl: null });
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

const script = 'text/javascript; charset=utf-8';
const assetTypes = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': script,
  'start.js': script,
} as const;
type Asset = keyof typeof assetTypes;

const AssetName = oneOf(['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js']);

const cachedAssets = new Map<Asset, WeakRef<Buffer>>();
const shareReading = singleFlight<HttpError, Buffer>();

const readPackaged = async (asset: Asset): Promise<Buffer> => {
  const bytes = await readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${asset}`)));
  cachedAssets.set(asset, new WeakRef(bytes));
  return bytes;
};

/**
 * All responses that are being sent share one copy, however slow their clients are, and it is kept no longer than that:
 * the page is rarely opened, and it is a megabyte large.
 */
const sharedAsset = (asset: Asset): TaskEither<HttpError, Buffer> => {
  const held = cachedAssets.get(asset)?.deref();
  if (held !== undefined) return TE.right(held);
  return shareReading(
    asset,
    TE.tryCatch(() => readPackaged(asset), unexpected),
  );
};

const assetContent = (asset: Asset): TaskEither<HttpError, Buffer | string> =>
  asset === 'start.js' ? TE.right(startScript) : sharedAsset(asset);

const assetAnswer = (asset: Asset): TaskEither<HttpError, HttpResponse> =>
  pipe(
    assetContent(asset),
    TE.map((bytes) => ({ status: 200, headers: { 'Content-Type': assetTypes[asset] }, bytes })),
  );

export const readDocsAsset = plainRoute({
  method: 'GET',
  path: '/docs/:asset',
  id: 'readDocsAsset',
  tag: 'Service',
  summary: 'A file of the page',
  access: 'public',
  scope: null,
  showsRecords: false,
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  responses: [{ status: 200, description: 'The file.' }],
  errors: [],
  described: false,
  serve: (_deps, ctx) => {
    const name: unknown = ctx['params'].asset;
    return AssetName.is(name) ? assetAnswer(name) : TE.left(notFound);
  },
});
