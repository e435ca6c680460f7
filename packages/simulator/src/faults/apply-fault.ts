import type { SimulatedCall, VendorResponse } from '../core/exchange.ts';
import type { Fault } from '../core/script.ts';
import { htmlPage, withBody, withUndocumentedMembers, withWrongValues } from './alterations.ts';
import { faultError } from './fault-errors.ts';
import {
  dripBody,
  neverAnswer,
  resetConnection,
  type Send,
  sendHuge,
  sendWhole,
  stallBody,
  truncateBody,
} from './send.ts';

/** The response and how it is sent. `status` is what the client sees; it is 0 when the client sees none. */
export type FaultedResponse = { readonly answer: VendorResponse; readonly status: number; readonly send: Send };

const sendWith = (answer: VendorResponse, send: Send = sendWhole): FaultedResponse => ({
  answer,
  status: answer.status,
  send,
});

const noResponse: VendorResponse = { status: 0, headers: {}, body: '' };

/** Redirects to a path of the simulator that no client may follow. */
const redirectResponse = ({ vendor }: SimulatedCall): VendorResponse => ({
  status: 307,
  headers: { location: `/_simulator/elsewhere/${vendor}` },
  body: '',
});

/** Answers a call: with the vendor's response, or with what the fault makes of it. */
export const applyFault = (call: SimulatedCall, fault: Fault | null): FaultedResponse => {
  if (fault === null) return sendWith(call.respond());
  const error = faultError(fault);
  if (error !== null) return sendWith(call.errorResponse(error));
  switch (fault.kind) {
    case 'html_502':
      return sendWith(htmlPage);
    case 'redirect':
      return sendWith(redirectResponse(call));
    case 'reset':
      return sendWith(noResponse, resetConnection);
    case 'stalled_headers':
      return sendWith(noResponse, neverAnswer);
    case 'stalled_body':
      return sendWith(call.respond(), stallBody);
    case 'slow_drip':
      return sendWith(call.respond(), dripBody);
    case 'truncated_body':
      return sendWith(call.respond(), truncateBody);
    case 'huge_body':
      return sendWith(withBody(call.respond(), ''), sendHuge);
    case 'not_json':
      return sendWith(withBody(call.respond(), 'This is no answer, it is a sentence.'));
    case 'empty_body':
      return sendWith(withBody(call.respond(), ''));
    case 'wrong_types':
      return sendWith(withWrongValues(call.respond()));
    default:
      return sendWith(withUndocumentedMembers(call.respond()));
  }
};
