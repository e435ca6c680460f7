import type { IncomingMessage } from 'node:http';
import { E, type Either, type Upload } from '@portcullis/domain';
import { type UploadKind, uploadKinds } from '@portcullis/domain/documents';
import { tooLarge } from '@portcullis/domain/kernel';
import type { RequestLimits } from './config.ts';
import { clientGone, type HttpError, invalidRequest, uploadsBusy } from './http-error.ts';
import { byteCollector, isClientGone } from './limited-body.ts';
import type { MemoryReservation } from './memory-budget.ts';
import { malformedMultipart, multipartValidator } from './multipart-validator.ts';
import type { HttpContext } from './request-context.ts';

/** Text fields as bytes by name, and files. Each name occurs at most once. */
export type MultipartContent = {
  readonly textFields: ReadonlyMap<string, Uint8Array>;
  readonly files: readonly Upload[];
};

type MultipartOptions = {
  readonly boundary: string;
  readonly textFields: readonly string[];
  readonly files: readonly UploadKind[];
  readonly limits: RequestLimits;
  readonly reservation: MemoryReservation;
  readonly fileRejection: FileRejection | null;
};

/** Why a file is refused at its first byte, after the parts of these names; `null` accepts it. */
export type FileRejection = (partsBefore: ReadonlySet<string>) => HttpError | null;

const boundaryPattern =
  /^multipart\/form-data\s*;\s*(?:charset=utf-8\s*;\s*)?boundary=(?:"([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])"|([\w'+.-]{1,70}))\s*$/i;

/**
 * Reads the boundary of a `multipart/form-data` content type (RFC 2046 section 5.1.1). Returns `null` for any other
 * content type.
 */
export const boundaryOf = (contentType: string): string | null => {
  const found = contentType.length <= 300 ? boundaryPattern.exec(contentType) : null;
  return found?.[1] ?? found?.[2] ?? null;
};

const isUploadKind = (name: string): name is UploadKind => uploadKinds.some((kind) => kind === name);

const fault = (name: string, message: string) =>
  invalidRequest('body', [{ pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, message }]);

/** The properties of a part that the multipart parser provides. */
type Part = {
  readonly name: string | null;
  readonly originalFilename: string | null;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
};

/** Collects parts in memory as they arrive. `stop` is called with the first reason to refuse them. */
const partCollector = (
  { textFields, fileRejection, files, limits, reservation }: MultipartOptions,
  stop: (why: HttpError) => void,
) => {
  const content = { textFields: new Map<string, Uint8Array>(), files: [] as Upload[] };
  const seen = new Set<string>();

  const sizeLimit = (name: string): number | null => {
    if (textFields.includes(name)) return limits.textBytes;
    if (!files.some((kind) => kind === name)) return null;
    return name === 'facial_video' ? limits.videoBytes : limits.imageBytes;
  };

  const keep = (part: Part, name: string, bytes: Uint8Array): void => {
    if (!isUploadKind(name)) content.textFields.set(name, bytes);
    // A form sends an empty file without a name for a file field that was left empty.
    else if (bytes.length > 0 || part.originalFilename) content.files.push({ kind: name, bytes });
  };

  const partError = (name: string, limit: number | null): HttpError | null => {
    if (limit === null) return fault(name, 'unknown field');
    if (seen.has(name)) return fault(name, 'given more than once');
    seen.add(name);
    const kinds = [...seen].filter(isUploadKind).length;
    if (kinds > limits.files) return tooLarge(name, `at most ${limits.files} files are accepted`);
    if (seen.size - kinds > limits.textFields) return tooLarge(name, 'too many fields');
    return null;
  };

  const onPart = (part: Part): void => {
    const name = part.name ?? '';
    const limit = sizeLimit(name);
    const error = partError(name, limit);
    if (error) {
      stop(error);
      return;
    }
    const collected = byteCollector(reservation.grow);
    let size = 0;
    part.on('data', (chunk) => {
      const refused = size === 0 && isUploadKind(name) && fileRejection?.(seen);
      if (refused) return stop(refused);
      size += chunk.length;
      if (limit === null || size > limit) return stop(tooLarge(name, `at most ${limit} bytes are accepted`));
      if (!collected.add(chunk)) return stop(uploadsBusy);
    });
    part.on('end', () => keep(part, name, collected.bytes()));
  };

  return { content, onPart };
};

/** The stream that the parser reads: the validator, with the headers that the parser looks at. */
const validatedSource = (
  request: IncomingMessage,
  boundary: string,
  maxBytes: number,
  fail: (why: HttpError) => Error,
) => {
  const validator = multipartValidator({ boundary, maxBytes, fail });
  const onGone = () => validator.destroy(fail(clientGone));
  request.on('close', onGone).on('error', onGone);
  request.once('end', () => request.off('close', onGone));
  validator.on('error', () => request.unpipe(validator));
  request.pipe(validator);
  return Object.assign(validator, {
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"`, 'transfer-encoding': 'chunked' },
  });
};

/**
 * Reads a multipart body into memory and enforces its limits byte by byte. Nothing is ever written to disk. A client
 * that goes away leaves nothing behind, because the memory belongs to the reservation of the request.
 */
export const readMultipart = async (
  ctx: HttpContext,
  options: MultipartOptions,
): Promise<Either<HttpError, MultipartContent>> => {
  const { koaBody } = await import('koa-body');
  let error: HttpError | null = null;
  const fail = (reason: HttpError): Error => {
    error ??= reason;
    return new Error(reason._tag);
  };
  if (Number(ctx.req.headers['content-length'] ?? 0) > options.limits.multipartBytes) {
    return E.left(tooLarge('', `at most ${options.limits.multipartBytes} bytes are accepted`));
  }
  if (isClientGone(ctx.req)) return E.left(clientGone);
  const source = validatedSource(ctx.req, options.boundary, options.limits.multipartBytes, fail);
  const parts = partCollector(options, (reason) => source.destroy(fail(reason)));
  const parse = koaBody({
    multipart: true,
    json: false,
    urlencoded: false,
    text: false,
    patchKoa: false,
    formidable: { onPart: parts.onPart },
  });
  try {
    await parse(Object.create(ctx, { req: { value: source } }), async () => undefined);
  } catch {
    fail(malformedMultipart('not a well-formed multipart body'));
    source.destroy();
  }
  return error === null ? E.right(parts.content) : E.left(error);
};
