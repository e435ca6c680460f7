import { isPlainText } from '@portcullis/domain/kernel';
import type { FeedEvent } from '../api/feed.ts';

/** A word from the network as it may be printed: characters that would move the cursor of a terminal are not. */
export const printable = (word: string, maxLength = 64): string =>
  isPlainText(word) && word.length <= maxLength ? word : '(unprintable)';

/** One line for an event: its time, its type, and the profile. */
export const eventLine = ({ data, timestamp, type }: FeedEvent): string =>
  `${printable(timestamp)}  ${printable(type).padEnd(22)}  ${printable(data.id)}`;
