import { closed, IdCodec, pipe, TE } from '@portcullis/domain';
import { endpoint } from '../endpoint.ts';
import { noBody, nothing } from '../route.ts';

const extensions: { readonly [contentType: string]: string } = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'video/webm': 'webm',
  'video/mp4': 'mp4',
};

export const readFile = endpoint({
  method: 'GET',
  path: '/api/profiles/:id/files/:fileId',
  id: 'readFile',
  tag: 'Profiles',
  summary: 'A stored image or video',
  description: 'The bytes as they are kept: encoded anew, without metadata. Never cached.',
  access: 'machine',
  scope: 'profiles:read',
  params: closed({ id: IdCodec, fileId: IdCodec }, {}, 'file in the path'),
  profile: ({ id }) => id,
  query: nothing,
  body: noBody,
  replies: [{ status: 200, description: 'The bytes of the file.', type: 'image/jpeg' }],
  errors: ['database_unavailable'],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.readFile({ caller, id: params.id, fileId: params.fileId }),
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
        };
      }),
    ),
});
