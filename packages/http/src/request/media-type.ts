/** A media type with its parameters, by their names in lower case (RFC 9110 section 8.3.1). */
export type MediaType = { readonly type: string; readonly parameters: ReadonlyMap<string, string> };

const maxLength = 300;

const essence = /^[ \t]*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)[ \t]*/;
/**
 * Parses parameters by a pattern that finds one at a time: its name, and its quoted value or its token. `null` where a
 * text is anything else, or has a parameter twice: readers would take different ones.
 */
export const parseParameters = (text: string, parameter: RegExp): ReadonlyMap<string, string> | null => {
  const parameters = new Map<string, string>();
  for (parameter.lastIndex = 0; parameter.lastIndex < text.length; ) {
    const found = parameter.exec(text);
    if (found === null) return null;
    const [, name, quoted, token = ''] = found;
    const key = name?.toLowerCase();
    if (key === undefined) continue;
    if (parameters.has(key)) return null;
    parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token);
  }
  return parameters;
};

/** A parameter, or none between two semicolons; nothing stands around its `=` (RFC 9110 section 5.6.6). */
const parameter = /;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([\w!#$%&'*+.^`|~-]+)))?[ \t]*/y;

/** Parses a `Content-Type`; `null` where it is none, or has a parameter twice. */
export const parseMediaType = (text: string): MediaType | null => {
  const [head = '', type] = (text.length <= maxLength && essence.exec(text)) || [];
  if (type === undefined) return null;
  const parameters = parseParameters(text.slice(head.length), parameter);
  return parameters && { type: type.toLowerCase(), parameters };
};

/** The names of UTF-8, and of ASCII, whose texts are the same in UTF-8. */
const readCharset = /^(?:utf-?8|us-ascii|ascii)$/i;

/** Whether a text is in a charset that is read here; without one it is UTF-8. Other parameters change nothing. */
export const isReadCharset = (charset: string | undefined): boolean =>
  charset === undefined || readCharset.test(charset);

/** Whether a `Content-Type` is this type, in a charset that is read here. */
export const isTextOf = (type: string, contentType: string): boolean => {
  if (contentType === type) return true;
  const parsed = parseMediaType(contentType);
  return parsed?.type === type && isReadCharset(parsed.parameters.get('charset'));
};
