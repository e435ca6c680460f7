import { fileURLToPath } from 'node:url';
import { notFound, pipe, type TaskEither, TE } from '@portcullis/domain';
import { oneOf, type t } from '@portcullis/domain/kernel';
import { type HttpError, unexpected } from '../../request/http-error.ts';
import type { HttpResponse } from '../../responses/http-response.ts';
import { noTexts, plainRoute } from '../endpoint.ts';
import { emptyObject, noBody } from '../route.ts';
import { fileReader } from './shared-files.ts';

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

const readBytes = fileReader();

const file = (type: string, bytes: Buffer | string): HttpResponse => ({
  status: 200,
  headers: { 'Content-Type': type },
  bytes,
});

/** The guide is loaded when it is first opened: a start does not wait for it, and most processes never need it. */
const loadGuide = TE.tryCatch(() => import('./guide-page.ts'), unexpected);

const packaged = (asset: Packaged) => (): TaskEither<HttpError, HttpResponse> =>
  pipe(
    readBytes(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${asset}`))),
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

/** The guide, or a file of a page. */
export const readDocsAsset = plainRoute({
  ...noTexts,
  method: 'GET',
  path: '/docs/:asset',
  id: 'readDocsAsset',
  access: 'public',
  scope: null,
  showsRecords: false,
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  described: false,
  serve: ({ config }, ctx) => {
    const name: unknown = ctx['params'].asset;
    return AssetName.is(name) ? assets[name](config.sandbox) : TE.left(notFound);
  },
});
