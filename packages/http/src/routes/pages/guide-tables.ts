import { applicantMessage, staffMessage } from '@portcullis/domain';
import { defaultAction, isFreeRetry, reasonCodes } from '@portcullis/domain/checks';
import { statuses } from '@portcullis/domain/kernel';
import { transitions } from '@portcullis/domain/profile';
import { eventTypes } from '@portcullis/events/ports';
import { codeNames, errorCodes } from '../../request/error-codes.ts';
import { actionMeanings, eventMeanings, statusMeanings } from './guide-meanings.ts';
import { tableHtml } from './page.ts';

const code = (word: string): string => `\`${word}\``;

const list = (words: readonly string[]): string => words.map(code).join(', ') || 'nothing';

export const statusTable = (): string =>
  tableHtml(
    ['Status', 'Meaning', 'What to do', 'Left by'],
    statuses.map((status) => {
      const { meaning, next } = statusMeanings[status];
      const leaving = transitions.filter(({ from }) => from.includes(status)).map(({ event }) => event);
      return [code(status), meaning, next, list(leaving)];
    }),
  );

export const transitionTable = (): string =>
  tableHtml(
    ['Event', 'From', 'To', 'By'],
    transitions.map(({ by, event, from, to }) => [code(event), list(from), list(to), by.join(', ')]),
  );

export const eventTable = (): string =>
  tableHtml(
    ['Event', 'Meaning'],
    [
      ...eventTypes.map((type) => [code(type), eventMeanings[type]]),
      [
        code('endpoint.ping'),
        'Whether an endpoint answers is tried. It goes to that endpoint alone, and is not in the feed.',
      ],
    ],
  );

export const errorTable = (): string =>
  tableHtml(
    ['Code', 'Status', 'Meaning', 'The same request again'],
    codeNames.map((name) => {
      const { retryable, status, title } = errorCodes[name];
      return [`[${code(name)}](../problems/${name})`, String(status), title, retryable ? 'may succeed' : 'is refused'];
    }),
  );

export const reasonTable = (): string =>
  tableHtml(
    ['Reason', 'What comes of it', 'For your staff', 'For the person'],
    reasonCodes.map((reason) => [
      code(reason),
      `${actionMeanings[defaultAction(reason)]}${isFreeRetry(reason) ? ', without using up an attempt' : ''}`,
      staffMessage(reason),
      applicantMessage(reason, 'en') ?? 'not told',
    ]),
  );
