import type { Problem as ServiceProblem, TokenError } from '../api/openapi.ts';
import { type Failure, localFailure, type Result } from '../api/result.ts';

/** The forms in which an operation answers; everything but files and pages is JSON. */
export type AnswerForm = 'json' | 'text' | 'bytes';

const mediaType = ({ headers }: Response): string => headers.get('content-type') ?? '';

const isJson = (response: Response): boolean => /^application\/(.+\+)?json\b/.test(mediaType(response));

const parsed = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Lets go of a body that nobody reads, so that its connection is free. */
const skipped = async ({ body }: Response): Promise<undefined> => {
  await body?.cancel();
};

const retryAfterOf = ({ headers }: Response): number | null => {
  const seconds = headers.get('retry-after');
  return seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) : null;
};

const unexpected = (response: Response): Failure =>
  localFailure({
    code: 'unexpected_answer',
    title: 'Something else than Portcullis has answered',
    detail: `status ${response.status}, ${mediaType(response) || 'without a type'}`,
    status: response.status,
    // A hop between has lost the answer of the service, or has not reached it.
    retryable: [429, 502, 503, 504].includes(response.status),
    retry_after: retryAfterOf(response),
  });

const isProblem = (body: unknown): body is ServiceProblem =>
  typeof body === 'object' && body !== null && 'code' in body && 'retryable' in body;

const isTokenError = (body: unknown): body is TokenError =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';

const tokenRefused = ({ error, error_description: description }: TokenError, response: Response): Failure =>
  localFailure({
    code: 'token_refused',
    title: 'The service issues no token',
    detail: `${error}: ${description}`,
    status: response.status,
    retryable: response.status === 429 || response.status >= 500,
    retry_after: retryAfterOf(response),
  });

const readers: Readonly<Record<AnswerForm, (response: Response) => Promise<unknown>>> = {
  json: (response) => (isJson(response) ? parsed(response) : skipped(response)),
  text: (response) => response.text(),
  bytes: (response) => response.blob(),
};

const failureOf = async (response: Response): Promise<Failure> => {
  const body = await readers.json(response);
  if (isProblem(body)) return { ok: false, problem: { ...body, retry_after: retryAfterOf(response) } };
  return isTokenError(body) ? tokenRefused(body, response) : unexpected(response);
};

/**
 * Reads what was answered. The value has the type of the description, by which the types of the client are made: the
 * answer of our own service is not decoded again.
 */
export const readAnswer = async <T>(response: Response, form: AnswerForm): Promise<Result<T>> => {
  if (!response.ok) return failureOf(response);
  const { headers, status } = response;
  const value = status === 204 ? null : await readers[form](response);
  return value === undefined ? unexpected(response) : { ok: true, value: value as T, status, headers };
};
