import type { IncomingMessage } from 'node:http';
import { E, type Either, tooLarge, type Upload, type UploadKind, uploadKinds } from '@portcullis/domain';
import type { Limits } from '../config.ts';
import { clientGone, type HttpError, invalidRequest, uploadsBusy } from '../http-error.ts';
import type { HttpContext } from '../trace.ts';
import { gatheredBytes } from './gathered-bytes.ts';
import { isGone } from './limited-body.ts';
import { malformed, multipartGate } from './multipart-gate.ts';
import type { Lease } from './upload-budget.ts';

/** Text fields as bytes by name, and files. Each name occurs at most once. */
export type MultipartContent = {
  readonly texts: ReadonlyMap<string, Uint8Array>;
  readonly files: readonly Upload[];
};

type Wanted = {
  readonly boundary: string;
  readonly texts: readonly string[];
  readonly files: readonly UploadKind[];
  readonly limits: Limits;
  readonly lease: Lease;
};

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
const collector = ({ texts, files, limits, lease }: Wanted, stop: (why: HttpError) => void) => {
  const content = { texts: new Map<string, Uint8Array>(), files: [] as Upload[] };
  const seen = new Set<string>();

  const sizeLimit = (name: string): number | null => {
    if (texts.includes(name)) return limits.textBytes;
    if (!files.some((kind) => kind === name)) return null;
    return name === 'facial_video' ? limits.videoBytes : limits.imageBytes;
  };

  const keep = (part: Part, name: string, bytes: Uint8Array): void => {
    if (!isUploadKind(name)) content.texts.set(name, bytes);
    // A form sends an empty file without a name for a file field that was left empty.
    else if (bytes.length > 0 || part.originalFilename) content.files.push({ kind: name, bytes });
  };

  const refusal = (name: string, limit: number | null): HttpError | null => {
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
    const refused = refusal(name, limit);
    if (refused) {
      stop(refused);
      return;
    }
    const gathered = gatheredBytes(lease.take);
    let size = 0;
    part.on('data', (chunk) => {
      size += chunk.length;
      if (limit === null || size > limit) return stop(tooLarge(name, `at most ${limit} bytes are accepted`));
      if (!gathered.add(chunk)) return stop(uploadsBusy);
    });
    part.on('end', () => keep(part, name, gathered.bytes()));
  };

  return { content, onPart };
};

/** The stream that the parser reads: the validator, with the headers that the parser looks at. */
const gated = (request: IncomingMessage, boundary: string, maxBytes: number, refuse: (why: HttpError) => Error) => {
  const gate = multipartGate({ boundary, maxBytes, refuse });
  const onGone = () => gate.destroy(refuse(clientGone));
  request.on('close', onGone).on('error', onGone);
  request.once('end', () => request.off('close', onGone));
  gate.on('error', () => request.unpipe(gate));
  request.pipe(gate);
  return Object.assign(gate, {
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"`, 'transfer-encoding': 'chunked' },
  });
};

/**
 * Reads a multipart body into memory and enforces its limits byte by byte. Nothing is ever written to disk. A client
 * that goes away leaves nothing behind, because the memory belongs to the reservation of the request.
 */
export const readMultipart = async (ctx: HttpContext, wanted: Wanted): Promise<Either<HttpError, MultipartContent>> => {
  const { koaBody } = await import('koa-body');
  let why: HttpError | null = null;
  const refuse = (reason: HttpError): Error => {
    why ??= reason;
    return new Error(reason._tag);
  };
  if (Number(ctx.req.headers['content-length'] ?? 0) > wanted.limits.multipartBytes) {
    return E.left(tooLarge('', `at most ${wanted.limits.multipartBytes} bytes are accepted`));
  }
  if (isGone(ctx.req)) return E.left(clientGone);
  const source = gated(ctx.req, wanted.boundary, wanted.limits.multipartBytes, refuse);
  const parts = collector(wanted, (reason) => source.destroy(refuse(reason)));
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
    refuse(malformed('not a well-formed multipart body'));
    source.destroy();
  }
  return why === null ? E.right(parts.content) : E.left(why);
};
