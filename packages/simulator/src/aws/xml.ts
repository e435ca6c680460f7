import { isObject, type JsonObject } from '../core/json.ts';

const entities: { readonly [char: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => entities[char] ?? char);

/** Writes an object as elements: each member becomes an element with its name. */
const elements = (value: unknown): string =>
  isObject(value)
    ? Object.entries(value)
        .map(([name, inner]) => `<${name}>${elements(inner)}</${name}>`)
        .join('')
    : escaped(String(value));

/** Wraps everything in one element with the namespace of STS. */
export const stsDocument = (name: string, content: JsonObject): string =>
  `<${name} xmlns="https://sts.amazonaws.com/doc/2011-06-15/">${elements(content)}</${name}>`;
