const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g;

/** Whether an object of a well-formed JSON text has a duplicate member name. Names are compared after unescaping. */
const hasDuplicateNames = (json: string): boolean => {
  const open: Set<unknown>[] = [];
  for (const [token, name, colon] of json.matchAll(tokens)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (name !== undefined && colon !== undefined) {
      const key: unknown = JSON.parse(name);
      const seen = open.at(-1);
      if (seen?.has(key)) return true;
      seen?.add(key);
    }
  }
  return false;
};

/**
 * Parses UTF-8 bytes as one JSON object, or returns `null`. Duplicate member names are rejected (RFC 7515, section 4
 * leaves them to the parser): otherwise two readers of one token could see two different claims.
 */
export const parseJsonObject = (bytes: Uint8Array): object | null => {
  try {
    const json = utf8.decode(bytes);
    const value: unknown = JSON.parse(json);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && !hasDuplicateNames(json) ? value : null;
  } catch {
    return null;
  }
};
