import {
  type Caller,
  type DecodeFault,
  decode,
  E,
  type Either,
  pipe,
  type TaskEither,
  TE,
  type Upload,
} from '@portcullis/domain';
import type { Limits } from '../config.ts';
import { type HttpError, invalidRequest, unexpected, unsupportedContentType } from '../http-error.ts';
import type { BodyForms, FieldCodecs, MultipartForm } from '../route.ts';
import type { HttpContext } from '../trace.ts';
import { parseJson } from './json-text.ts';
import { hasBody, readLimited } from './limited-body.ts';
import { boundaryOf, type MultipartContent, readMultipart } from './multipart.ts';
import type { Lease } from './upload-budget.ts';

/** A decoded body with the files that it contained. */
export type ReadBody<Body> = { readonly body: Body; readonly files: readonly Upload[] };

type Reading = {
  readonly ctx: HttpContext;
  readonly caller: Caller | null;
  readonly limits: Limits;
  readonly lease: Lease;
};

const jsonType = /^application\/json(\s*;\s*charset="?utf-8"?)?\s*$/i;

/** Whether a content type is JSON according to RFC 8259 section 11. A charset other than UTF-8 is not accepted. */
export const isJson = (contentType: string): boolean => contentType.length <= 100 && jsonType.test(contentType);

const withoutFiles = <Body>(body: Body): ReadBody<Body> => ({ body, files: [] });

const wrong = (faults: readonly DecodeFault[]): HttpError => invalidRequest('body', faults);

const decodedFor = <Body>(codecs: FieldCodecs<Body>, caller: Caller | null, value: unknown): Either<HttpError, Body> =>
  pipe(decode(caller?.kind === 'flow' ? codecs.flow : codecs.machine, value), E.mapLeft(wrong));

const isRefusal = (why: unknown): why is HttpError => typeof why === 'object' && why !== null && '_tag' in why;

/** Reads the bytes of a body of at most `limit` bytes. */
export const bodyBytes = (ctx: HttpContext, limit: number): TaskEither<HttpError, Uint8Array> =>
  TE.tryCatch(
    () => readLimited(ctx.req, limit),
    (why) => (isRefusal(why) ? why : unexpected(why)),
  );

const readJson = <Body>(codecs: FieldCodecs<Body>, { ctx, caller, limits }: Reading): TaskEither<HttpError, Body> =>
  pipe(
    bodyBytes(ctx, limits.jsonBytes),
    TE.flatMap((bytes) => TE.fromEither<HttpError, unknown>(parseJson(bytes, limits.jsonDepth))),
    TE.flatMap((value) => TE.fromEither(decodedFor(codecs, caller, value))),
  );

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Combines the text fields into one object, as if they had arrived as JSON. */
const fieldsOf = (form: MultipartForm<unknown>, { texts }: MultipartContent, depth: number) => {
  const fields: Record<string, unknown> = {};
  for (const [name, bytes] of texts) {
    const json = form.jsonTexts.includes(name) ? parseJson(bytes, depth) : null;
    if (json && E.isLeft(json)) return E.left(wrong([{ pointer: `/${name}`, message: json.left.why }]));
    try {
      fields[name] = json ? json.right : utf8.decode(bytes);
    } catch {
      return E.left(wrong([{ pointer: `/${name}`, message: 'expected UTF-8' }]));
    }
  }
  return E.right(fields);
};

const missingFiles = (form: MultipartForm<unknown>, files: readonly Upload[]): readonly DecodeFault[] =>
  form.requiredFiles
    .filter((kind) => !files.some((file) => file.kind === kind))
    .map((kind) => ({ pointer: `/${kind}`, message: 'expected a file' }));

const decodeParts = <Body>(
  form: MultipartForm<Body>,
  content: MultipartContent,
  { caller, limits }: Reading,
): Either<HttpError, ReadBody<Body>> => {
  const fields = fieldsOf(form, content, limits.jsonDepth);
  if (E.isLeft(fields)) return fields;
  const missing = missingFiles(form, content.files);
  if (missing.length > 0) return E.left(wrong(missing));
  return pipe(
    decodedFor(form.fields, caller, fields.right),
    E.map((body) => ({ body, files: content.files })),
  );
};

const readParts = <Body>(
  form: MultipartForm<Body>,
  boundary: string,
  reading: Reading,
): TaskEither<HttpError, ReadBody<Body>> => {
  const { texts, files } = form;
  const { ctx, limits, lease } = reading;
  return pipe(
    TE.tryCatch(() => readMultipart(ctx, { boundary, texts, files, limits, lease }), unexpected),
    TE.flatMap((content) => TE.fromEither<HttpError, MultipartContent>(content)),
    TE.flatMap((content) => TE.fromEither(decodeParts(form, content, reading))),
  );
};

const isEncoded = ({ headers }: HttpContext['req']): boolean => {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && encoding.toLowerCase() !== 'identity';
};

const acceptedTypes = (forms: BodyForms<unknown>): readonly string[] => [
  ...(forms.json ? ['application/json'] : []),
  ...(forms.multipart ? ['multipart/form-data'] : []),
];

/** The result for a route that takes no body at all. Returns `null` for a route that takes one. */
export const bodyless = <Body>({
  json,
  multipart,
  absent,
}: BodyForms<Body>): Either<HttpError, ReadBody<Body>> | null =>
  json || multipart || !absent ? null : pipe(decodedFor(absent, null, {}), E.map(withoutFiles));

/** Reads a body in one of the forms that the route accepts. Nothing depends on its content before it is decoded. */
export const readBody = <Body>(forms: BodyForms<Body>, reading: Reading): TaskEither<HttpError, ReadBody<Body>> => {
  const { req } = reading.ctx;
  if (forms.absent && !hasBody(req)) {
    return TE.fromEither(pipe(decodedFor(forms.absent, reading.caller, {}), E.map(withoutFiles)));
  }
  const contentType = req.headers['content-type'] ?? '';
  const boundary = forms.multipart ? boundaryOf(contentType) : null;
  if (isEncoded(req)) return TE.left(unsupportedContentType(acceptedTypes(forms)));
  if (forms.json && isJson(contentType)) return pipe(readJson(forms.json, reading), TE.map(withoutFiles));
  if (forms.multipart && boundary !== null) return readParts(forms.multipart, boundary, reading);
  return TE.left(unsupportedContentType(acceptedTypes(forms)));
};
