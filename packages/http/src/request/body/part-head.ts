import { E, type Either } from '@portcullis/domain';
import { type InvalidRequest, invalidRequest } from '../http-error.ts';
import { parseParameters } from '../media-type.ts';

/** The facts in the headers of a part: the name of its field, and that of its file (RFC 7578 sections 4.2 and 4.3). */
export type PartHead = { readonly name: string; readonly filename: string | null };

/** The error for a body that is not valid multipart. The message names the rule of RFC 2046 section 5.1 or RFC 7578. */
export const malformedMultipart = (message: string): InvalidRequest =>
  invalidRequest('body', [{ pointer: '', message }]);

/** One to eight header lines, once no line is folded any more, and the empty line after them. */
const headerLines = /^(?:[\w!#$%&'*+.^`|~-]{1,60}:[^\r\n]*\r\n){1,8}\r\n$/;

/** A parameter of MIME (RFC 2045 section 5.1), whose parts may have blanks between them, or none before a last `;`. */
const parameter = /;[ \t]*(?:([\w!#$%&'*+.^`|~-]{1,40})[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;"\\]+)))?[ \t]*/y;

/** The headers by their names in lower case, each of them once; `null` where one is given again. */
const headersOf = (text: string): ReadonlyMap<string, string> | null => {
  const lines = text.split('\r\n').slice(0, -2);
  const headers = lines.map((line): readonly [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const byName = new Map(headers);
  return byName.size === headers.length ? byName : null;
};

/** The transfer encodings that leave the bytes as they are (RFC 2045 section 6.2). */
const identityEncodings: readonly string[] = ['7bit', '8bit', 'binary'];

const fault = (message: string): Either<InvalidRequest, never> => E.left(malformedMultipart(message));

/**
 * Reads the headers of a part, up to and including their empty line. Two parsers can read a part in two ways when a
 * header or a parameter of it is repeated, so that such a part is refused. `Content-Transfer-Encoding` is deprecated in
 * forms (RFC 7578 section 4.7): only the encodings that change nothing are accepted.
 */
export const readPartHead = (bytes: Buffer): Either<InvalidRequest, PartHead> => {
  const unfolded = Buffer.from(bytes.toString('latin1').replace(/\r\n(?=[ \t])/g, ''), 'latin1');
  if (!headerLines.test(unfolded.toString('latin1'))) return fault('the headers of a part are not well formed');
  const headers = headersOf(unfolded.toString('utf8'));
  if (headers === null) return fault('a part has the same header twice');
  const encoding = headers.get('content-transfer-encoding') ?? 'binary';
  if (!identityEncodings.includes(encoding.toLowerCase())) {
    return fault('a part has a Content-Transfer-Encoding; its bytes are sent as they are');
  }
  const [, rest = null] = /^form-data[ \t]*((?:;.*)?)$/is.exec(headers.get('content-disposition') ?? '') ?? [];
  const parameters = rest === null ? null : parseParameters(rest, parameter);
  const name = parameters?.get('name');
  if (name === undefined) return fault('a part needs one Content-Disposition: form-data with one name');
  return E.right({ name, filename: parameters?.get('filename') ?? null });
};
