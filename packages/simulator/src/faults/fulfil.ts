import type { Answer, Asked } from '../exchange.ts';
import type { Fault } from '../script.ts';
import { htmlPage, withBody, withMore, wronglyTyped } from './altered.ts';
import { refusalOf } from './refused.ts';
import { dripped, huge, nothing, reset, type Send, stalled, truncated, whole } from './wire.ts';

/** What is answered, and how it is sent. `status` is what the client sees; 0 where it sees none. */
export type Fulfilment = { readonly answer: Answer; readonly status: number; readonly send: Send };

const sent = (answer: Answer, send: Send = whole): Fulfilment => ({ answer, status: answer.status, send });

const none: Answer = { status: 0, headers: {}, body: '' };

/** Where a redirect leads: to a place of the simulator's that no client may follow it to. */
const elsewhere = ({ vendor }: Asked): Answer => ({
  status: 307,
  headers: { location: `/_simulator/elsewhere/${vendor}` },
  body: '',
});

/** What becomes of a call: the vendor's answer, or what the fault makes of it. */
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
