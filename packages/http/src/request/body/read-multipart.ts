import type { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { E, type Either, type Upload } from '@portcullis/domain';
import { type FramePart, frameParts, type UploadKind, uploadKinds } from '@portcullis/domain/evidence';
import { tooLarge } from '@portcullis/domain/kernel';
import type { RequestLimits } from '../config.ts';
import { clientGone, type HttpError, invalidRequest, uploadsBusy } from '../http-error.ts';
import { byteCollector, isClientGone } from '../limited-body.ts';
import { isReadCharset, parseMediaType } from '../media-type.ts';
import type { MemoryReservation } from '../memory-budget.ts';
import type { HttpContext } from '../request-context.ts';
import { coalescedBody } from './coalesced-body.ts';
import { type MultipartParser, multipartParser, type PartHandler } from './multipart-parser.ts';
import { malformedMultipart } from './part-head.ts';

/** A frame that comes with a picture. */
export type FrameUpload = { readonly part: FramePart; readonly bytes: Uint8Array };

/** Text fields as bytes by name, files, and frames. Each name occurs at most once. */
export type MultipartContent = {
  readonly textFields: ReadonlyMap<string, Uint8Array>;
  readonly files: readonly Upload[];
  readonly frames: readonly FrameUpload[];
};

type MultipartOptions = {
  readonly boundary: string;
  readonly textFields: readonly string[];
  readonly files: readonly UploadKind[];
  readonly frames: readonly FramePart[];
  readonly limits: RequestLimits;
  readonly reservation: MemoryReservation;
  readonly fileRejection: FileRejection | null;
};

/** Why a file is refused at its first byte, after the parts of these names; `null` accepts it. */
export type FileRejection = (partsBefore: ReadonlySet<string>) => HttpError | null;

/** The characters of a boundary, whose last one is no blank (RFC 2046 section 5.1.1). */
const boundaryPattern = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

/** Reads the boundary of a `multipart/form-data` content type. Returns `null` for any other content type. */
export const boundaryOf = (contentType: string): string | null => {
  const parsed = parseMediaType(contentType);
  const boundary = parsed?.type === 'multipart/form-data' ? parsed.parameters.get('boundary') : undefined;
  const isRead = boundary !== undefined && isReadCharset(parsed?.parameters.get('charset'));
  return isRead && boundaryPattern.test(boundary) ? boundary : null;
};

/** A form may say by such a field which charset its texts have (RFC 7578 section 4.6). */
export const charsetField = '_charset_';

const isUploadKind = (name: string): name is UploadKind => uploadKinds.some((kind) => kind === name);
const isFramePart = (name: string): name is FramePart => frameParts.some((part) => part === name);

const isFile = (name: string): boolean => isUploadKind(name) || isFramePart(name);

const fault = (name: string, message: string) =>
  invalidRequest('body', [{ pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, message }]);

/** Collects parts in memory as they arrive. All frames together have at most the bytes of one image. */
const partCollector = ({ textFields, fileRejection, files, frames, limits, reservation }: MultipartOptions) => {
  const content = { textFields: new Map<string, Uint8Array>(), files: [] as Upload[], frames: [] as FrameUpload[] };
  const seen = new Set<string>();
  let frameBytes = 0;
  let part = { name: '', hasFilename: false, limit: 0, size: 0, bytes: byteCollector(reservation.grow) };

  const sizeLimit = (name: string): number | null => {
    if (textFields.includes(name) || name === charsetField) return limits.textBytes;
    if (frames.some((part) => part === name)) return limits.imageBytes - frameBytes;
    return files.some((kind) => kind === name) ? limits.imageBytes : null;
  };

  const tooMuch = (): HttpError =>
    isFramePart(part.name)
      ? tooLarge(part.name, `at most ${limits.imageBytes} bytes are accepted, of all frames together`)
      : tooLarge(part.name, `at most ${part.limit} bytes are accepted`);

  const keep = (name: string, bytes: Uint8Array): void => {
    if (isFramePart(name)) content.frames.push({ part: name, bytes });
    else if (isUploadKind(name)) content.files.push({ kind: name, bytes });
    else content.textFields.set(name, bytes);
  };

  const handler: PartHandler = {
    begin: ({ name, filename }) => {
      const limit = sizeLimit(name);
      if (limit === null) return fault(name, 'unknown field');
      if (seen.has(name)) return fault(name, 'given more than once');
      seen.add(name);
      part = { name, hasFilename: Boolean(filename), limit, size: 0, bytes: byteCollector(reservation.grow) };
      return null;
    },
    data: (bytes) => {
      const refused = part.size === 0 && isFile(part.name) ? fileRejection?.(seen) : null;
      if (refused) return refused;
      part.size += bytes.length;
      if (part.size > part.limit) return tooMuch();
      return part.bytes.add(bytes) ? null : uploadsBusy;
    },
    end: () => {
      if (isFramePart(part.name)) frameBytes += part.size;
      // A form sends an empty file without a name for a file field that was left empty.
      if (!isFile(part.name) || part.size > 0 || part.hasFilename) keep(part.name, part.bytes.bytes());
    },
  };
  return { content, handler };
};

/** A parser as a stream. `fail` receives the reason why it ends, and returns the error that it ends with. */
const parserStream = (parser: MultipartParser, fail: (why: HttpError) => Error): Writable => {
  const failureFor = (why: HttpError | null): Error | null => (why === null ? null : fail(why));
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => done(failureFor(parser.write(chunk))),
    final: (done) => done(failureFor(parser.end())),
  });
};

/**
 * The plugin that makes koa-body (formidable) parse forms with our parser. Its own makes an event of every carriage
 * return, so that a body of them costs a hundred times as much as a photo of the same size.
 */
const formPlugin = (parser: Writable) => (form: EventEmitter) => {
  parser.once('finish', () => form.emit('end'));
  return { _parser: parser };
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
  const { boundary, limits } = options;
  let error: HttpError | null = null;
  const fail = (reason: HttpError): Error => {
    error ??= reason;
    return new Error(reason._tag);
  };
  if (Number(ctx.req.headers['content-length'] ?? 0) > limits.multipartBytes) {
    return E.left(tooLarge('', `at most ${limits.multipartBytes} bytes are accepted`));
  }
  if (isClientGone(ctx.req)) return E.left(clientGone);
  const parts = partCollector(options);
  const parser = parserStream(multipartParser(boundary, limits.multipartBytes, parts.handler), fail);
  const source = coalescedBody(ctx.req, fail);
  parser.once('error', (why) => source.destroy(why));
  const parse = koaBody({
    multipart: true,
    json: false,
    urlencoded: false,
    text: false,
    patchKoa: false,
    formidable: { enabledPlugins: [formPlugin(parser)] },
  });
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"`, 'transfer-encoding': 'chunked' };
  try {
    await parse(Object.create(ctx, { req: { value: Object.assign(source, { headers }) } }), async () => undefined);
  } catch {
    fail(malformedMultipart('not a well-formed multipart body'));
    source.destroy();
  }
  return error === null ? E.right(parts.content) : E.left(error);
};
