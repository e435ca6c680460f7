import { E, type Either, pipe } from '@portcullis/domain';
import { decode } from '@portcullis/domain/kernel';
import type { Codec } from './codecs.ts';
import { type HttpError, invalidRequest } from './http-error.ts';

/** A name with brackets is a member of an object, as `metadata[plan]` is. */
const memberPattern = /^([a-z_]+)\[([^[\]]+)\]$/;
/** Or one of a list, as `status[]` and `status[0]` are. */
const itemPattern = /\[\d{0,3}\]$/;

/** The parameters of a query that are lists of words. */
const listsOf = (codec: Codec<unknown>): readonly string[] => {
  const optional: unknown = Reflect.get(codec, 'optional');
  return Object.entries(Object(optional)).flatMap(([name, one]) =>
    Object(Object(one).schema).type === 'array' ? [name] : [],
  );
};

const repeated = (name: string): Either<HttpError, never> =>
  E.left(invalidRequest('query', [{ pointer: `/${name}`, message: 'given more than once or reserved' }]));

/**
 * Decodes a query in which every name occurs once, but for lists: generators write their words with commas, or each
 * under the name of the list, with brackets or without. Different readers disagree about the meaning of any other name
 * that is repeated.
 */
export const readQuery = <Query>(codec: Codec<Query>, querystring: string): Either<HttpError, Query> => {
  const fields: Record<string, string | Record<string, string>> = {};
  const lists = querystring === '' ? [] : listsOf(codec);
  for (const [given, value] of new URLSearchParams(querystring)) {
    const [, object = null, member = given] = memberPattern.exec(given) ?? [];
    const list = lists.find((name) => name === given.replace(itemPattern, ''));
    if (list !== undefined) {
      const words = [fields[list] ?? '', value].join().split(',');
      const named = [...new Set(words.filter((word) => word !== ''))];
      // An empty list is none, and a word that is there twice counts once.
      if (named.length > 0) fields[list] = named.join();
      continue;
    }
    const members = object === null ? null : (fields[object] ?? {});
    const isTaken = typeof members === 'string' || Object.hasOwn(members ?? fields, member);
    if (typeof members === 'string' || isTaken || member === '__proto__' || object === '__proto__')
      return repeated(given);
    if (object === null || members === null) fields[member] = value;
    else fields[object] = { ...members, [member]: value };
  }
  return pipe(
    decode(codec, fields),
    E.mapLeft((faults) => invalidRequest('query', faults)),
  );
};
