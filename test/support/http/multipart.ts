/** One part of a multipart body, as bytes or text; `headers` replaces the default headers. */
export type Part = {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly file?: string;
  readonly type?: string;
  readonly headers?: string;
};

export const boundary = 'the-boundary-9f86';
export const multipartType = `multipart/form-data; boundary=${boundary}`;

const headersOf = ({ name, file, type, headers }: Part): string => {
  if (headers !== undefined) return headers;
  const disposition = `Content-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}`;
  return type === undefined ? disposition : `${disposition}\r\nContent-Type: ${type}`;
};

/** A multipart body without its closing boundary (RFC 2046 section 5.1.1). */
export const openBody = (parts: readonly Part[]): Buffer =>
  Buffer.concat(
    parts.flatMap((part) => [
      Buffer.from(`--${boundary}\r\n${headersOf(part)}\r\n\r\n`),
      Buffer.from(part.content),
      Buffer.from('\r\n'),
    ]),
  );

export const closing = `--${boundary}--\r\n`;

export const bodyOf = (parts: readonly Part[]): Buffer => Buffer.concat([openBody(parts), Buffer.from(closing)]);

/** A file part. */
export const aFile = (name: string, content: string | Uint8Array): Part => ({
  name,
  content,
  file: `${name}.jpg`,
  type: 'image/jpeg',
});
