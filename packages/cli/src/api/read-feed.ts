import type { Client, Problem } from '@portcullis/client';
import { E } from '@portcullis/domain';
import { decode, t } from '@portcullis/domain/kernel';
import { problemText } from '../demo/shown-calls.ts';
import { FeedEvent, type FeedFailure, type ReadFeed } from './feed.ts';

const Page = t.type({ data: t.array(FeedEvent), next_after: t.string, has_more: t.boolean, damaged: t.number });

const pageSize = 100;

const failureOf = (problem: Problem): FeedFailure => {
  const { code, detail, first_cursor: firstCursor, retry_after: retryAfter, retryable } = problem;
  if (code === 'events_gone' && firstCursor !== undefined) return { kind: 'gone', firstCursor };
  const sentence = code === 'no_answer' ? (detail ?? code) : `The feed is not answered. ${problemText(problem)}`;
  return retryable
    ? { kind: 'transient', sentence, retryAfterMs: 1000 * (retryAfter ?? 0) }
    : { kind: 'refused', sentence };
};

/** Reads the feed of a client. Its answer is decoded, because it is printed and handed on. */
export const createReadFeed =
  ({ events }: Client): ReadFeed =>
  async ({ after, types, waitSeconds: wait }) => {
    const selected = { ...(after !== null && { after }), ...(types !== null && { types }) };
    const result = await events.read({ ...selected, limit: pageSize, wait });
    if (!result.ok) return E.left(failureOf(result.problem));
    const page = decode(Page, result.value);
    if (E.isLeft(page))
      return E.left({ kind: 'refused', sentence: 'The feed is answered with something else than events.' });
    const { damaged, data, has_more: hasMore, next_after: next } = page.right;
    return E.right({ damaged, events: data, hasMore, after: next });
  };
