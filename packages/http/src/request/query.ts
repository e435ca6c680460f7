import { E, type Either, pipe } from '@portcullis/domain';
import { decode } from '@portcullis/domain/kernel';
import type { Codec } from './codecs.ts';
import { type HttpError, invalidRequest } from './http-error.ts';

/** A name with brackets is a member of an object, as `metadata[plan]` is. */
const memberPattern = /^([a-z_]+)\[([^[\]]+)\]$/;

/**
 * Decodes a query in which every name occurs once. Different readers disagree about the meaning of a repeated name.
 */
export const readQuery = <Query>(codec: Codec<Query>, querystring: string): Either<HttpError, Query> => {
  const fields: Record<string, string | Record<string, string>> = {};
  if (querystring !== '') {
    for (const [name, value] of new URLSearchParams(querystring)) {
      const [, object = null, member = name] = memberPattern.exec(name) ?? [];
      const members = object === null ? null : (fields[object] ?? {});
      const isTaken = typeof members === 'string' || Object.hasOwn(members ?? fields, member);
      if (typeof members === 'string' || isTaken || member === '__proto__' || object === '__proto__') {
        return E.left(invalidRequest('query', [{ pointer: `/${name}`, message: 'given more than once or reserved' }]));
      }
      if (object === null || members === null) fields[member] = value;
      else fields[object] = { ...members, [member]: value };
    }
  }
  return pipe(
    decode(codec, fields),
    E.mapLeft((faults) => invalidRequest('query', faults)),
  );
};
