import type { Answer, Asked } from '../exchange.ts';
import type { Fault } from '../script.ts';
import { htmlPage, withBody, withMore, wronglyTyped } from './altered.ts';
import { refusalOf } from './refused.ts';
import { dripped, huge, nothing, reset, type Send, stalled, truncated, whole } from './wire.ts';

/** The response and how it is sent. `status` is what the client sees; it is 0 when the client sees none. */
export type Fulfilment = { readonly answer: Answer; readonly status: number; readonly send: Send };

const sent = (answer: Answer, send: Send = whole): Fulfilment => ({ answer, status: answer.status, send });

const none: Answer = { status: 0, headers: {}, body: '' };

/** Redirects to a path of the simulator that no client may follow. */
const elsewhere = ({ vendor }: Asked): Answer => ({
  status: 307,
  headers: { location: `/_simulator/elsewhere/${vendor}` },
  body: '',
});

/** Answers a call: with the vendor's response, or with what the fault makes of it. */
export const fulfil = (asked: Asked, fault: Fault | null): Fulfilment => {
  if (fault === null) return sent(asked.answer());
  const refusal = refusalOf(fault);
  if (refusal !== null) return sent(asked.refuse(refusal));
  switch (fault.kind) {
    case 'html_502':
      return sent(htmlPage);
    case 'redirect':
      return sent(elsewhere(asked));
    case 'reset':
      return sent(none, reset);
    case 'stalled_headers':
      return sent(none, nothing);
    case 'stalled_body':
      return sent(asked.answer(), stalled);
    case 'slow_drip':
      return sent(asked.answer(), dripped);
    case 'truncated_body':
      return sent(asked.answer(), truncated);
    case 'huge_body':
      return sent(withBody(asked.answer(), ''), huge);
    case 'not_json':
      return sent(withBody(asked.answer(), 'This is no answer, it is a sentence.'));
    case 'empty_body':
      return sent(withBody(asked.answer(), ''));
    case 'wrong_types':
      return sent(wronglyTyped(asked.answer()));
    default:
      return sent(withMore(asked.answer()));
  }
};
