import { notFound, pipe, type TaskEither, TE } from '@portcullis/domain';
import type { PageEncoding, PageFile } from '../../request/config.ts';
import type { HttpError } from '../../request/http-error.ts';
import type { HttpResponse } from '../../responses/http-response.ts';
import { plainRoute } from '../endpoint.ts';
import { emptyObject, noBody } from '../route.ts';
import { pagePolicy } from './page-policy.ts';

/** One weight of `Accept-Encoding`: the coding, and whether it is accepted at all (RFC 9110 section 12.5.3). */
const acceptedCodings = (header: string): ReadonlyMap<string, boolean> =>
  new Map(
    header.split(',').map((item) => {
      const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      return [coding, !parameters.some((parameter) => /^q=0(\.0{1,3})?$/.test(parameter))];
    }),
  );

/** The first of the file's encodings that the client accepts, or `null` for its own bytes. */
const chosenEncoding = ({ encodings }: PageFile, header: string | undefined): PageEncoding | null => {
  if (header === undefined || header.length > 200) return null;
  const accepted = acceptedCodings(header);
  return encodings.find((encoding) => accepted.get(encoding) ?? accepted.get('*') ?? false) ?? null;
};

type Headers = { readonly [name: string]: string };

const sendFile = (
  file: PageFile,
  acceptEncoding: string | undefined,
  headers: Headers,
): TaskEither<HttpError, HttpResponse> => {
  const encoding = chosenEncoding(file, acceptEncoding);
  return pipe(
    file.read(encoding),
    TE.map((bytes) => ({
      status: 200,
      headers: {
        ...headers,
        'Content-Type': file.type,
        Vary: 'Accept-Encoding',
        ...(encoding !== null && { 'Content-Encoding': encoding }),
      },
      bytes,
    })),
  );
};

const headerText = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.join(',');

const pageRoute = {
  method: 'GET',
  tag: 'Service',
  access: 'public',
  scope: null,
  showsRecords: false,
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  errors: [],
  described: false,
} as const;

/**
 * The page of the person, at the link that they were given. It is the same for every id, and nothing is looked up: the
 * token is in the fragment, which no browser sends.
 */
export const readVerifyPage = plainRoute({
  ...pageRoute,
  path: '/verify/:id',
  id: 'readVerifyPage',
  summary: 'The page of the person',
  description: 'The page to which a verification URL leads.',
  responses: [{ status: 200, description: 'The page.', type: 'text/html' }],
  serve: ({ config }, { req }) =>
    config.verifyPage === null
      ? TE.left(notFound)
      : sendFile(config.verifyPage.index, headerText(req.headers['accept-encoding']), {
          'Content-Security-Policy': pagePolicy({
            api: null,
            livenessStream: config.livenessStream,
            deviceAgent: config.deviceAgent,
          }),
          'Permissions-Policy': 'camera=(self), geolocation=(), microphone=()',
          'Referrer-Policy': 'no-referrer',
        }),
});

/** A file of the page. Its name changes with its content, so that it may be kept for good. */
export const readVerifyAsset = plainRoute({
  ...pageRoute,
  path: '/verify/assets/:name',
  id: 'readVerifyAsset',
  summary: 'A file of the page of the person',
  description: 'A script, a style sheet or a picture.',
  responses: [{ status: 200, description: 'The file.' }],
  serve: ({ config }, ctx) => {
    const name: unknown = ctx['params'].name;
    const file = typeof name === 'string' ? config.verifyPage?.assets.get(name) : undefined;
    return file === undefined
      ? TE.left(notFound)
      : sendFile(file, headerText(ctx.req.headers['accept-encoding']), {
          'Cache-Control': 'public, max-age=31536000, immutable',
        });
  },
});
