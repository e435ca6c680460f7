import { E, type Either, type Principal, pipe, type TaskEither, TE, type Upload } from '@portcullis/domain';
import { framePartsOf, type UploadKind, uploadKinds } from '@portcullis/domain/evidence';
import { type DecodeFault, decode } from '@portcullis/domain/kernel';
import type { RequestLimits } from '../config.ts';
import { type HttpError, invalidRequest, unexpected, unsupportedContentType } from '../http-error.ts';
import { hasBody, readLimited } from '../limited-body.ts';
import { isReadCharset, parseMediaType } from '../media-type.ts';
import type { MemoryReservation } from '../memory-budget.ts';
import { parseRequestJson } from '../parse-request-json.ts';
import type { HttpContext } from '../request-context.ts';
import type { BodyForms, FieldCodecs, MultipartForm } from './body-forms.ts';
import {
  boundaryOf,
  charsetField,
  type FileRejection,
  type FrameUpload,
  type MultipartContent,
  readMultipart,
} from './read-multipart.ts';

/** A decoded body with the files that it contained, and the frames of these. */
export type ReadBody<Body> = {
  readonly body: Body;
  readonly files: readonly Upload[];
  readonly frames: readonly FrameUpload[];
};

type ReadOptions = {
  readonly ctx: HttpContext;
  readonly caller: Principal | null;
  readonly limits: RequestLimits;
  readonly reservation: MemoryReservation;
  readonly fileRejection: FileRejection | null;
};

/** Whether a content type is JSON. A charset has no effect on it (RFC 8259 section 11): the text is UTF-8. */
export const isJson = (contentType: string): boolean =>
  contentType === 'application/json' || parseMediaType(contentType)?.type === 'application/json';

const withoutFiles = <Body>(body: Body): ReadBody<Body> => ({ body, files: [], frames: [] });

const invalidBody = (faults: readonly DecodeFault[]): HttpError => invalidRequest('body', faults);

const decodeFor = <Body>(
  codecs: FieldCodecs<Body>,
  caller: Principal | null,
  value: unknown,
): Either<HttpError, Body> =>
  pipe(decode(caller?.kind === 'flow' ? codecs.flow : codecs.machine, value), E.mapLeft(invalidBody));

const isHttpError = (why: unknown): why is HttpError => typeof why === 'object' && why !== null && '_tag' in why;

/** Reads the bytes of a body of at most `limit` bytes. */
export const bodyBytes =
  (ctx: HttpContext, limit: number, reserve?: (bytes: number) => boolean): TaskEither<HttpError, Uint8Array> =>
  async () => {
    try {
      return E.right(await readLimited(ctx.req, limit, reserve));
    } catch (why) {
      return E.left(isHttpError(why) ? why : unexpected(why));
    }
  };

const readBytes = <Body>(
  { bodyOf, maxBytes }: NonNullable<BodyForms<Body>['bytes']>,
  { ctx, reservation }: ReadOptions,
): TaskEither<HttpError, ReadBody<Body>> =>
  pipe(
    bodyBytes(ctx, maxBytes, reservation.grow),
    TE.map((bytes) => withoutFiles(bodyOf(bytes))),
  );

const readJsonBody = <Body>(
  codecs: FieldCodecs<Body>,
  { ctx, caller, limits }: ReadOptions,
): TaskEither<HttpError, Body> =>
  pipe(
    bodyBytes(ctx, limits.jsonBytes),
    TE.flatMap((bytes) => TE.fromEither(parseRequestJson(bytes, limits.jsonDepth))),
    TE.flatMap((value) => TE.fromEither(decodeFor(codecs, caller, value))),
  );

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Combines the text fields into one object, as if they had arrived as JSON. */
const decodeTextFields = (form: MultipartForm<unknown>, { textFields }: MultipartContent, depth: number) => {
  const fields: Record<string, unknown> = {};
  for (const [name, bytes] of textFields) {
    if (name === charsetField) {
      if (isReadCharset(Buffer.from(bytes).toString('latin1'))) continue;
      return E.left(invalidBody([{ pointer: `/${name}`, message: 'expected UTF-8' }]));
    }
    const json = form.jsonFields.includes(name) ? parseRequestJson(bytes, depth) : null;
    if (json && E.isLeft(json)) return E.left(invalidBody([{ pointer: `/${name}`, message: json.left.why }]));
    try {
      fields[name] = json ? json.right : utf8.decode(bytes);
    } catch {
      return E.left(invalidBody([{ pointer: `/${name}`, message: 'expected UTF-8' }]));
    }
  }
  return E.right(fields);
};

/** The files that the form has to have: those that it always has, and the picture of each frame. */
const missingFiles = (
  { requiredFiles }: MultipartForm<unknown>,
  { files, frames }: MultipartContent,
): readonly DecodeFault[] => {
  const framed = uploadKinds.filter((kind) =>
    frames.some(({ part }) => framePartsOf[kind].some((one) => one === part)),
  );
  return [...new Set<UploadKind>([...requiredFiles, ...framed])]
    .filter((kind) => !files.some((file) => file.kind === kind))
    .map((kind) => ({ pointer: `/${kind}`, message: 'is missing; expected a file' }));
};

const decodeParts = <Body>(
  form: MultipartForm<Body>,
  content: MultipartContent,
  { caller, limits }: ReadOptions,
): Either<HttpError, ReadBody<Body>> => {
  const fields = decodeTextFields(form, content, limits.jsonDepth);
  if (E.isLeft(fields)) return fields;
  const missing = missingFiles(form, content);
  if (missing.length > 0) return E.left(invalidBody(missing));
  return pipe(
    decodeFor(form.fields, caller, fields.right),
    E.map((body) => ({ body, files: content.files, frames: content.frames })),
  );
};

const readMultipartBody = <Body>(
  form: MultipartForm<Body>,
  boundary: string,
  options: ReadOptions,
): TaskEither<HttpError, ReadBody<Body>> => {
  const { textFields, files, frames = [] } = form;
  const { ctx, fileRejection, limits, reservation } = options;
  return pipe(
    TE.tryCatch(
      () =>
        readMultipart(ctx, {
          boundary,
          fileRejection,
          textFields,
          files,
          frames,
          limits,
          reservation,
        }),
      unexpected,
    ),
    TE.flatMap((content) => TE.fromEither(content)),
    TE.flatMap((content) => TE.fromEither(decodeParts(form, content, options))),
  );
};

/** Whether a body is encoded, which none may be; `identity` changes nothing. */
export const hasContentEncoding = ({ headers }: HttpContext['req']): boolean => {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && encoding.toLowerCase() !== 'identity';
};

const acceptedTypes = (forms: BodyForms<unknown>): readonly string[] => [
  ...(forms.json ? ['application/json'] : []),
  ...(forms.multipart ? ['multipart/form-data'] : []),
  ...(forms.bytes ? ['application/octet-stream'] : []),
];

/** The result for a route that takes no body at all. Returns `null` for a route that takes one. */
export const emptyBody = <Body>({
  json,
  multipart,
  bytes,
  absent,
}: BodyForms<Body>): Either<HttpError, ReadBody<Body>> | null =>
  json || multipart || bytes || !absent ? null : pipe(decodeFor(absent, null, {}), E.map(withoutFiles));

/** Reads a body in one of the forms that the route accepts. Nothing depends on its content before it is decoded. */
export const readBody = <Body>(forms: BodyForms<Body>, options: ReadOptions): TaskEither<HttpError, ReadBody<Body>> => {
  const { req } = options.ctx;
  if (forms.absent && !hasBody(req)) {
    return TE.fromEither(pipe(decodeFor(forms.absent, options.caller, {}), E.map(withoutFiles)));
  }
  const contentType = req.headers['content-type'] ?? '';
  const boundary = forms.multipart ? boundaryOf(contentType) : null;
  if (hasContentEncoding(req)) return TE.left(unsupportedContentType(acceptedTypes(forms)));
  if (forms.bytes && parseMediaType(contentType)?.type === 'application/octet-stream')
    return readBytes(forms.bytes, options);
  if (forms.json && isJson(contentType)) return pipe(readJsonBody(forms.json, options), TE.map(withoutFiles));
  if (forms.multipart && boundary !== null) return readMultipartBody(forms.multipart, boundary, options);
  return TE.left(unsupportedContentType(acceptedTypes(forms)));
};
