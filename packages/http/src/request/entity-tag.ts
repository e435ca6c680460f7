import { E, type Either } from '@portcullis/domain';
import { type HttpError, invalidRequest } from './http-error.ts';

/** The entity tag of a profile is its version (RFC 9110 section 8.8.3). */
export const versionTag = (version: number): string => `"${version}"`;

const versionPattern = /^"([1-9]\d{0,14})"$/;

/**
 * Reads the version that `If-Match` names. Returns `null` when the header is absent, when the route does not use it,
 * and for `*`, which every existing profile matches. A weak tag never matches strongly (RFC 9110 section 13.1.1), so it
 * is refused.
 */
export const readIfMatch = (used: boolean, header: string | undefined): Either<HttpError, number | null> => {
  if (!used || header === undefined || header === '*') return E.right(null);
  const version = versionPattern.exec(header)?.[1];
  return version === undefined
    ? E.left(invalidRequest('headers', [{ pointer: '/If-Match', message: 'expected * or one version in quotes' }]))
    : E.right(Number(version));
};

const withoutWeakPrefix = (tag: string): string => tag.trim().replace(/^W\//, '');

/**
 * Whether a caller that sends this `If-None-Match` already has the representation (weak comparison, RFC 9110 section
 * 13.1.2).
 */
export const matchesEntityTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((known) => withoutWeakPrefix(known) === tag));
