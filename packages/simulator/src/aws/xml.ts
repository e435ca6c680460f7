import { isObject, type JsonObject } from '../core/json.ts';

const entities: { readonly [char: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => entities[char] ?? char);

/** Writes an object as elements: each member becomes an element with its name, and a list one for each item. */
const elements = (value: unknown): string =>
  isObject(value)
    ? Object.entries(value)
        .flatMap(([name, inner]) => [inner].flat().map((one) => `<${name}>${elements(one)}</${name}>`))
        .join('')
    : escaped(String(value));

/** Wraps everything in one element with the namespace of STS. */
export const stsDocument = (name: string, content: JsonObject): string =>
  `<${name} xmlns="https://sts.amazonaws.com/doc/2011-06-15/">${elements(content)}</${name}>`;

/** The same with the namespace of S3. Its errors have none. */
export const s3Document = (name: string, content: JsonObject): string => {
  const namespace = name === 'Error' ? '' : ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name}${namespace}>${elements(content)}</${name}>`;
};
