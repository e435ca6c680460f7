import {
  isUnavailable,
  type OutageCause,
  outageCauseOf,
  outageCauses,
  type RequestTrace,
  traceIdOf,
} from '@portcullis/domain/kernel';

/** The reason of a failure, without any data that it was about. */
export type CauseFields = {
  readonly name: string;
  readonly code?: string | number;
  readonly status?: number;
  readonly kind?: string;
  readonly service?: string;
  /** The parts of a response that could not be decoded. */
  readonly parts?: readonly string[];
  /** Code locations of the stack, innermost first. */
  readonly frames?: readonly string[];
  readonly cause?: CauseFields;
};

type LoggedValue = string | number | CauseFields | undefined;

/** The written form of a value. `of` is no value: it says what may be given. */
type Format<Given> = { (value: unknown): LoggedValue; readonly of?: Given };

type Text = string | null | undefined;

const textMatching =
  (form: RegExp): Format<Text> =>
  (value) =>
    typeof value === 'string' && form.test(value) ? value : undefined;

const maxKnownTexts = 200;

/** Works like `textMatching`, for a field that has a few values again and again: those are matched once. */
const recurringText = (form: RegExp): Format<Text> => {
  const known = new Set<LoggedValue>();
  const matched = textMatching(form);
  return (value) => {
    if (typeof value === 'string' && known.has(value)) return value;
    const text = matched(value);
    if (text !== undefined && known.size < maxKnownTexts) known.add(text);
    return text;
  };
};
const roundedNumber: Format<number | undefined> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? Math.round(value * 1000) / 1000 : undefined;

/** The format of names of error types and of our tags. */
const typeName = /^[A-Z][A-Za-z]{1,48}$/;
/** The format of codes: Node's (`ECONNREFUSED`), PocketBase's (`validation_not_unique`) and our own. */
const codeWord = /^([A-Z][A-Z0-9_]{2,40}|[a-z]{2,20}(_[a-z]{1,20}){0,5})$/;
const visible = /^[\x21-\x7e]{1,128}$/;
const sentence = /^[^\p{Cc}]{1,500}$/u;

const maxFrames = 12;
const framePattern = /^\s+at (?:(?:async )?(?:new )?([\w$.<>]{1,80}) (?:\[as [\w$]+\] )?\()?([^\s()]+:\d+:\d+)\)?$/;

/** Frames are parsed after the message only: a message may contain values, and may even look like frames. */
const framesOf = (error: Error): readonly string[] => {
  const stack = error.stack ?? '';
  const start = error.message === '' ? 0 : stack.indexOf(error.message) + error.message.length;
  if (start < error.message.length) return [];
  const found = stack
    .slice(start)
    .split('\n')
    .map((line) => framePattern.exec(line));
  return found
    .filter((match) => match !== null)
    .slice(0, maxFrames)
    .map(([, inside, at]) => `${inside ?? ''} ${(at ?? '').replace(/^.*\/(packages|node_modules)\//, '$1/')}`.trim());
};

const textAt = (from: object, key: string, form: RegExp): string | undefined => {
  const value: unknown = Reflect.get(from, key);
  return typeof value === 'string' && form.test(value) ? value : undefined;
};
const numberAt = (from: object, key: string): number | undefined => {
  const value: unknown = Reflect.get(from, key);
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
};

/** The first part of each pointer of the decode faults; further parts may be keys of personal data. */
const partsOf = (faults: readonly unknown[]): readonly string[] => {
  const first = (fault: unknown) =>
    typeof fault === 'object' && fault !== null
      ? /^\/([a-z_]{1,40})(\/|$)/.exec(`${Reflect.get(fault, 'pointer')}`)?.[1]
      : undefined;
  return [...new Set(faults.map(first).filter((part) => part !== undefined))].slice(0, 20);
};

const withoutUndefined = (known: { readonly [Key in keyof CauseFields]: CauseFields[Key] | undefined }): object =>
  Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));

/** The code of an answer of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const codeOfDatabase = (said: string): string | undefined => /^PostgreSQL: ([0-9A-Z]{5})\b/.exec(said)?.[1];

/**
 * Describes a failure for the log: names, codes, statuses and code locations, along the chain of causes. A message is
 * never included: those of vendors, databases and parsers quote their input.
 */
const describeCause = (cause: unknown, depth = 0): CauseFields => {
  if (Array.isArray(cause)) return { name: 'DecodeFaults', parts: partsOf(cause) };
  if (typeof cause === 'string') {
    const code = codeOfDatabase(cause);
    return code === undefined ? { name: 'string' } : { name: 'string', code };
  }
  if (typeof cause !== 'object' || cause === null) return { name: typeof cause };
  const inner: unknown = Reflect.get(cause, 'cause') ?? Reflect.get(cause, 'originalError');
  const named = textAt(cause, '_tag', typeName) ?? textAt(cause, 'name', typeName);
  return {
    name: named ?? 'object',
    ...withoutUndefined({
      name: undefined,
      code: textAt(cause, 'code', codeWord) ?? numberAt(cause, 'code'),
      status: numberAt(cause, 'status'),
      kind: textAt(cause, 'kind', codeWord),
      service: textAt(cause, 'service', codeWord),
      frames: cause instanceof Error ? framesOf(cause) : undefined,
      cause: inner !== undefined && inner !== null && depth < 4 ? describeCause(inner, depth + 1) : undefined,
    }),
  };
};

const outageWord: Format<OutageCause | undefined> = (value) => outageCauses.find((word) => word === value);

const describedCause: Format<unknown> = (value) => describeCause(value);

/**
 * The allowlist of log fields, each with what makes its value one that may be written: of any other nothing is. A call
 * to a vendor has the vendor, the operation, its outcome and how many requests were sent.
 */
const formats = {
  request_id: textMatching(visible),
  /** The trace to which the caller of the request says that it belongs (W3C Trace Context). */
  trace_id: textMatching(/^[0-9a-f]{32}$/),
  method: recurringText(/^[A-Z]{3,10}$/),
  /** The template of the route, never the requested path. */
  route: recurringText(/^\/[\w\-/:.{}*]{0,100}$/),
  status: roundedNumber,
  duration_ms: roundedNumber,
  caller: recurringText(/^(machine|flow)$/),
  client_id: recurringText(visible),
  partner_id: recurringText(visible),
  profile_id: textMatching(/^[a-z0-9]{15}$/),
  /** An endpoint for webhooks. */
  endpoint_id: textMatching(/^[a-z0-9]{15}$/),
  error_code: recurringText(codeWord),
  /** The cause that was found; every line with a `cause` has one. */
  outage_cause: outageWord,
  limit: recurringText(codeWord),
  part: recurringText(codeWord),
  cause: describedCause,
  service: recurringText(codeWord),
  version: textMatching(/^\d+\.\d+\.\d+[\w.+-]{0,40}$/),
  environment: textMatching(codeWord),
  host: textMatching(/^[\w.:%-]{1,255}$/),
  port: roundedNumber,
  /** The name of a variable of the configuration. */
  variable: textMatching(/^[A-Z][A-Z_]{1,60}(\[\d+\][\w.[\]]{0,80})?$/),
  /** A sentence of our own code: a rule of the configuration, or a fault of the schema. */
  rule: textMatching(sentence),
  signal: textMatching(/^SIG[A-Z0-9]{1,10}$/),
  count: roundedNumber,
  seconds: roundedNumber,
  provider: recurringText(codeWord),
  operation: recurringText(/^[A-Za-z][A-Za-z0-9_.]{1,40}$/),
  outcome: recurringText(codeWord),
  sent: roundedNumber,
  /** For the vendor's support. The id of a device event has another form: it would identify a person. */
  vendor_request_id: textMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{5,63}$/),
} as const satisfies { readonly [field: string]: Format<unknown> };

/** The fields of a line. A field that is absent, `undefined`, `null` or of another form is not written. */
export type LogFields = {
  readonly [Field in keyof typeof formats]?: (typeof formats)[Field] extends Format<infer Given> ? Given : never;
};

/** The fields of a line about the request in which it is written, where there is one. */
export const requestFields = (request: RequestTrace | null | undefined): LogFields => {
  const traceId = request ? traceIdOf(request) : null;
  return { ...(request && { request_id: request.requestId }), ...(traceId !== null && { trace_id: traceId }) };
};

const formatByField = new Map(Object.entries(formats));

/** The word for a failure: the one that an outage carries, and `unexpected` for everything else. */
const wordFor = (cause: unknown): OutageCause => (isUnavailable(cause) ? outageCauseOf(cause) : 'unexpected');

/** Keeps the fields that are known and well formed; drops all others. */
export const allowedFields = (fields: LogFields): { readonly [field: string]: LoggedValue } => {
  const kept: { [field: string]: LoggedValue } = {};
  // This runs once for each request: one loop over the given fields is cheaper than one over all known fields.
  for (const field of Object.keys(fields)) {
    const text = formatByField.get(field)?.(Reflect.get(fields, field));
    if (text !== undefined) kept[field] = text;
  }
  if (kept['cause'] !== undefined) kept['outage_cause'] ??= wordFor(fields.cause);
  return kept;
};
