import { schemaTexts } from '../descriptions/texts/schema-texts.ts';
import type { Codec } from '../request/codecs.ts';
import type { NamedSchemas } from './schema.ts';

/** The codecs that something has referred to so far, by their names. */
type FoundSchemas = NamedSchemas & { readonly found: ReadonlyMap<string, Codec<unknown>> };

/** Whether a schema of this name has a text of its own. */
const hasText = (name: string): boolean => schemaTexts[name] !== undefined;

/**
 * Names these codecs, and remembers each when it is referred to first. Two codecs of one name stop the start: one of
 * them would be described by the other.
 */
export const findSchemas = (isNamed: (name: string) => boolean = hasText): FoundSchemas => {
  const found = new Map<string, Codec<unknown>>();
  return {
    found,
    get: (codec) => {
      const { name } = codec;
      if (!isNamed(name)) return undefined;
      if ((found.get(name) ?? codec) !== codec) throw new TypeError(`two codecs have the name "${name}"`);
      found.set(name, codec);
      return name;
    },
  };
};
