/** What a stub answers: a body, or the bytes of a picture. */
export type Answer = { readonly status: number; readonly body?: unknown; readonly bytes?: Buffer };

/** A refusal as the service writes it. */
export const problem = (status: number, code: string): Answer => ({
  status,
  body: {
    type: `/problems/${code}`,
    title: code,
    status,
    code,
    request_id: 'request-1',
    retryable: false,
  },
});

/** A list that has one page. */
export const listAnswer = (data: readonly unknown[], more: object = {}): Answer => ({
  status: 200,
  body: { object: 'list', data, next_cursor: null, ...more },
});
