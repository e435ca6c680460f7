import { notFound, TE } from '@portcullis/domain';
import { plainRoute } from '../endpoint.ts';
import { pagePolicy } from './page-policy.ts';
import { pageRoute, sendAsset, sendFile } from './send-page.ts';

/**
 * The page of the person, at the link that they were given. It is the same for every id, and nothing is looked up: the
 * token is in the fragment, which no browser sends.
 */
export const readVerifyPage = plainRoute({
  ...pageRoute,
  path: '/verify/:id',
  id: 'readVerifyPage',
  serve: ({ config }, ctx) =>
    config.verifyPage === null
      ? TE.left(notFound)
      : sendFile(config.verifyPage.index, ctx, {
          'Content-Security-Policy': pagePolicy({
            api: null,
            liveness: config.liveness,
            deviceAgent: config.deviceAgent,
          }),
          'Permissions-Policy': 'camera=(self), geolocation=(), microphone=()',
          'Referrer-Policy': 'no-referrer',
        }),
});

/** The script of a component that the page does not have. Its name does not follow its content. */
const sendComponent = (bytes: Buffer) =>
  TE.right({
    status: 200,
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
    bytes,
  });

/** A file of the page of the person. */
export const readVerifyAsset = plainRoute({
  ...pageRoute,
  path: '/verify/assets/:name',
  id: 'readVerifyAsset',
  serve: ({ config: { liveness, verifyPage } }, ctx) =>
    liveness.script !== undefined && ctx['params'].name === `liveness-${liveness.provider}.js`
      ? sendComponent(liveness.script)
      : sendAsset(verifyPage, ctx),
});
