import { notFound, pipe, type TaskEither, TE } from '@portcullis/domain';
import type { PageEncoding, PageFile, PageFolder } from '../../request/config.ts';
import type { HttpError } from '../../request/http-error.ts';
import type { HttpContext } from '../../request/request-context.ts';
import type { HttpResponse } from '../../responses/http-response.ts';
import { noTexts } from '../endpoint.ts';
import { emptyObject, noBody } from '../route.ts';

/** The weight of a coding, 0 to 1. Without one it is 1; what is no weight (RFC 9110 section 12.4.2) accepts nothing. */
const weightIn = (parameters: readonly string[]): number => {
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  if (weight === undefined) return 1;
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
};

/** The codings of `Accept-Encoding` with their weights (RFC 9110 section 12.5.3). */
const acceptedCodings = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header.split(',').map((item) => {
      const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      return [coding, weightIn(parameters)];
    }),
  );

/**
 * The encoding of the file that the client likes best, among equals the first one, or `null` for its own bytes. Its own
 * bytes are sent too where it has nothing that the client accepts. (`ctx.acceptsEncodings` takes the order of the
 * header for a preference among equals: every browser would get gzip, and not the smaller brotli.)
 */
const chosenEncoding = ({ encodings }: PageFile, header: string | undefined): PageEncoding | null => {
  if (header === undefined || header.length > 200) return null;
  const accepted = acceptedCodings(header);
  const weightOf = (coding: string): number => accepted.get(coding) ?? accepted.get('*') ?? 0;
  const best = Math.max(...encodings.map(weightOf));
  const isBetter = best > 0 && best >= weightOf('identity');
  return isBetter ? (encodings.find((encoding) => weightOf(encoding) === best) ?? null) : null;
};

const headerText = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.join(',');

type Headers = { readonly [name: string]: string };

/** A file in the encoding that the client likes best, with these headers. */
export const sendFile = (
  file: PageFile,
  { req }: HttpContext,
  headers: Headers,
): TaskEither<HttpError, HttpResponse> => {
  const encoding = chosenEncoding(file, headerText(req.headers['accept-encoding']));
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

/** A file of a page, by the name in the path. It changes with the content, so that the file may be kept for good. */
export const sendAsset = (page: PageFolder | null, ctx: HttpContext): TaskEither<HttpError, HttpResponse> => {
  const name: unknown = ctx['params'].name;
  const file = typeof name === 'string' ? page?.assets.get(name) : undefined;
  return file === undefined
    ? TE.left(notFound)
    : sendFile(file, ctx, { 'Cache-Control': 'public, max-age=31536000, immutable' });
};

/** The common fields of the routes of pages. */
export const pageRoute = {
  ...noTexts,
  method: 'GET',
  access: 'public',
  anonymous: 'none',
  scope: null,
  showsRecords: false,
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  described: false,
} as const;
