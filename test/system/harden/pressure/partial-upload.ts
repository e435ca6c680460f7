import { multipartType, openBody } from '../../../support/http/multipart.ts';

/** The service to connect to, and the profile to upload to. */
export type Target = { readonly port: number; readonly profileId: string; readonly flowToken: string };

const uploadHead = ({ profileId, flowToken }: Target, length: number): string =>
  [
    `PATCH /api/profiles/${profileId} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${flowToken}`,
    `Content-Type: ${multipartType}`,
    `Content-Length: ${length}`,
    '',
    '',
  ].join('\r\n');

/** The beginning of an upload, with this many bytes of its content. */
export const partialUpload = (target: Target, bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from(uploadHead(target, 9_000_000)),
    openBody([{ name: 'document_front', file: 'a.jpg', content: Buffer.alloc(bytes, 0x41) }]).subarray(0, -2),
  ]);
