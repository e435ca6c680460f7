import { pipe, type TaskEither, TE } from '@portcullis/domain';
import { closedObject, IdCodec } from '@portcullis/domain/kernel';
import type { FileContent, FoundFile } from '@portcullis/domain/ports';
import type { HttpError } from '../request/http-error.ts';
import { endpoint } from './endpoint.ts';
import type { Reserve } from './route.ts';

const extensions: { readonly [contentType: string]: string } = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/**
 * Loads the bytes of a file after memory was reserved for them: once as they are stored, possibly encrypted, and once
 * as they are sent. Where the limit of all requests has no room for both, the file reserves all of it.
 */
const loadFile = (
  { size, content }: FoundFile,
  reserve: Reserve,
  capacity: number,
): TaskEither<HttpError, FileContent> =>
  pipe(
    TE.fromEither<HttpError, void>(reserve(Math.max(size, Math.min(2 * size, capacity)))),
    TE.flatMap(() => content),
    TE.bindW('kept', ({ bytes }) => TE.fromEither(reserve(bytes.length))),
  );

export const readFile = endpoint({
  method: 'GET',
  path: '/api/profiles/:id/files/:fileId',
  id: 'readFile',
  tag: 'Profiles',
  summary: 'A stored image',
  description: 'The bytes as they are kept: encoded anew, without metadata. Never cached.',
  access: 'machine-or-staff',
  permission: 'pictures:read',
  scope: 'profiles:read',
  showsRecords: true,
  params: closedObject({ id: IdCodec, fileId: IdCodec }, {}, 'file in the path'),
  profile: ({ id }) => id,
  responses: [{ status: 200, description: 'The bytes of the file.', type: 'image/jpeg' }],
  errors: ['database_unavailable'],
  run: ({ services, memory }, { caller, params, reserve }) =>
    pipe(
      services.readFile({ caller, id: params.id, fileId: params.fileId }),
      TE.flatMap((file) => loadFile(file, reserve, memory.capacity)),
      TE.map(({ contentType, bytes }) => {
        const extension = extensions[contentType];
        return {
          status: 200,
          headers: {
            'Content-Type': extension === undefined ? 'application/octet-stream' : contentType,
            'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
            'Content-Disposition': `attachment; filename="${params.fileId}.${extension ?? 'bin'}"`,
          },
          bytes,
          fileId: params.fileId,
        };
      }),
    ),
});
