import { decodeProtectedHeader } from 'jose';

/**
 * Whether a token is said to be of no kind but these, or a JWT (RFC 8725 section 3.11). A type is a media type, whose
 * case says nothing, and which need not have its first part (RFC 7515 section 4.1.9). Throws where it is no token.
 */
export const mayBeOfType = (token: string, ...types: readonly string[]): boolean => {
  const typ: unknown = decodeProtectedHeader(token).typ;
  return (
    typ === undefined ||
    ['jwt', ...types].includes(
      String(typ)
        .toLowerCase()
        .replace(/^application\//, ''),
    )
  );
};
