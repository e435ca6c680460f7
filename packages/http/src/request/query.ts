import { E, type Either, pipe } from '@portcullis/domain';
import { decode } from '@portcullis/domain/kernel';
import type { Codec } from './codecs.ts';
import { type HttpError, invalidRequest } from './http-error.ts';

/** Decodes a query in which every name occurs once. Different readers disagree about the meaning of a repeated name. */
export const readQuery = <Query>(codec: Codec<Query>, querystring: string): Either<HttpError, Query> => {
  const fields: Record<string, string> = {};
  if (querystring !== '') {
    for (const [name, value] of new URLSearchParams(querystring)) {
      if (Object.hasOwn(fields, name) || name === '__proto__') {
        return E.left(invalidRequest('query', [{ pointer: `/${name}`, message: 'given more than once or reserved' }]));
      }
      fields[name] = value;
    }
  }
  return pipe(
    decode(codec, fields),
    E.mapLeft((faults) => invalidRequest('query', faults)),
  );
};
