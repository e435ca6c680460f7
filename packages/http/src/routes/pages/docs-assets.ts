import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { notFound, pipe, type TaskEither, TE } from '@portcullis/domain';
import { oneOf, singleFlight, type t } from '@portcullis/domain/kernel';
import { type HttpError, unexpected } from '../../request/http-error.ts';
import type { HttpResponse } from '../../responses/http-response.ts';
import { plainRoute } from '../endpoint.ts';
import { emptyObject, noBody } from '../route.ts';

/** Starts Swagger UI, in the colours of the reader's system. */
const startScript = `const dark = window.matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();
window.SwaggerUIBundle({ url: 'openapi.json', dom_id: '#page', deepLinking: false, validatorUrl: null });
`;

const script = 'text/javascript; charset=utf-8';
const packagedTypes = { 'swagger-ui.css': 'text/css; charset=utf-8', 'swagger-ui-bundle.js': script } as const;
type Packaged = keyof typeof packagedTypes;

const AssetName = oneOf(['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js', 'guide', 'guide.js']);

const cachedAssets = new Map<Packaged, WeakRef<Buffer>>();
const shareReading = singleFlight<HttpError, Buffer>();

const readPackaged = async (asset: Packaged): Promise<Buffer> => {
  const bytes = await readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${asset}`)));
  cachedAssets.set(asset, new WeakRef(bytes));
  return bytes;
};

/**
 * All responses that are being sent share one copy, however slow their clients are, and it is kept no longer than that:
 * the page is rarely opened, and it is a megabyte large.
 */
const sharedAsset = (asset: Packaged): TaskEither<HttpError, Buffer> => {
  const held = cachedAssets.get(asset)?.deref();
  if (held !== undefined) return TE.right(held);
  return shareReading(
    asset,
    TE.tryCatch(() => readPackaged(asset), unexpected),
  );
};

const file = (type: string, bytes: Buffer | string): HttpResponse => ({
  status: 200,
  headers: { 'Content-Type': type },
  bytes,
});

/** The guide is loaded when it is first opened: a start does not wait for it, and most processes never need it. */
const loadGuide = TE.tryCatch(() => import('./guide-page.ts'), unexpected);

const packaged = (asset: Packaged) => (): TaskEither<HttpError, HttpResponse> =>
  pipe(
    sharedAsset(asset),
    TE.map((bytes) => file(packagedTypes[asset], bytes)),
  );

/** The forms of the guide are for a sandbox: their values mean nothing elsewhere. */
const assets: Readonly<Record<t.TypeOf<typeof AssetName>, (sandbox: boolean) => TaskEither<HttpError, HttpResponse>>> =
  {
    'swagger-ui.css': packaged('swagger-ui.css'),
    'swagger-ui-bundle.js': packaged('swagger-ui-bundle.js'),
    'start.js': () => TE.right(file(script, startScript)),
    guide: (sandbox) =>
      pipe(
        loadGuide,
        TE.map(({ guidePage }) => guidePage(sandbox)),
      ),
    'guide.js': (sandbox) =>
      sandbox
        ? pipe(
            loadGuide,
            TE.map(({ formScript }) => file(script, formScript)),
          )
        : TE.left(notFound),
  };

export const readDocsAsset = plainRoute({
  method: 'GET',
  path: '/docs/:asset',
  id: 'readDocsAsset',
  tag: 'Service',
  summary: 'The guide, or a file of a page',
  description: 'A page, a script or a style sheet.',
  access: 'public',
  scope: null,
  showsRecords: false,
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  responses: [{ status: 200, description: 'The file.' }],
  errors: [],
  described: false,
  serve: ({ config }, ctx) => {
    const name: unknown = ctx['params'].asset;
    return AssetName.is(name) ? assets[name](config.sandbox) : TE.left(notFound);
  },
});
