import { memoryClock } from '@portcullis/adapter-memory';
import { expect } from 'chai';
import { staffRefusalLog } from '#app/audit/staff-refusals';

describe('the log of refused sign-ins of staff', () => {
  it('has one line of a cause in ten seconds, with how many it stands for, and one at once of another cause', () => {
    const lines: unknown[] = [];
    const clock = memoryClock(0);
    const refused = staffRefusalLog({ warn: (event, fields) => lines.push([event, fields]) }, clock);
    for (let n = 0; n < 3; n += 1) refused('logout_refused', null);
    refused('no_role', { requestId: 'request-1', traceparent: null });
    clock.advance(10_000);
    for (let n = 0; n < 2; n += 1) refused('logout_refused', null);
    expect(lines).to.deep.equal([
      ['staff_sign_in_refused', { outcome: 'logout_refused' }],
      ['staff_sign_in_refused', { request_id: 'request-1', outcome: 'no_role' }],
      ['staff_sign_in_refused', { outcome: 'logout_refused', count: 3 }],
    ]);
  });
});
