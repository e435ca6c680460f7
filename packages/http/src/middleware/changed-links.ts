import type { HttpMiddleware } from '../request/request-context.ts';

/** A path of the page of a person, with more or fewer slashes, other letters or an encoding than those of the link. */
const pageLike = /^(?:\/|%2f)+verify(?![\w-])/i;
const pagePath = /^\/verify\/(?:[^/]+$|assets\/)/;

/**
 * A link that was changed on its way is answered with the page, for every link is: the page reads what is left of it,
 * and says in words for people what is not. Only the method of a browser that opens a link is looked at.
 */
export const restoreChangedLinks: HttpMiddleware = (ctx, next) => {
  const isLink = (ctx.method === 'GET' || ctx.method === 'HEAD') && pageLike.test(ctx.path);
  if (isLink && !pagePath.test(ctx.path)) ctx.path = '/verify/changed';
  return next();
};
