import { decode, E, type Either, pipe } from '@portcullis/domain';
import type { Codec } from './codecs.ts';
import { type HttpError, invalidRequest } from './http-error.ts';

/** Decodes a query in which every name stands once; a name that stands twice means different things to different readers. */
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
