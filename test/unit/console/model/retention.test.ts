import { expect } from 'chai';
import { noteFaultOf, noticesOf } from '#console/model/retention';
import { aProfileBody } from '../../../support/http/console-bodies.ts';

const at = '2026-05-04T09:30:00.000Z';
const redaction = {
  requested_at: at,
  by: { type: 'machine', id: 'acme-backend' },
  reason: 'requested',
  completed_at: null,
} as const;

describe('what is said of a profile that nobody decides', () => {
  for (const [status, more, keys] of [
    ['in_review', {}, []],
    ['approved', { erases_at: null, redaction: null }, []],
    ['approved', { erases_at: at }, ['state_erases']],
    ['canceled', {}, ['state_canceled']],
    ['expired', { erases_at: at }, ['state_expired', 'state_erases']],
    ['lapsed', {}, ['state_lapsed']],
    ['canceled', { redaction, erases_at: at }, ['state_erased', 'state_canceled']],
  ] as const)
    it(`is ${keys.join(' and ') || 'nothing'} for ${status} with ${JSON.stringify(more)}`, () => {
      expect(noticesOf({ ...aProfileBody, status, ...more }).map(({ key }) => key)).to.deep.equal(keys);
    });
});

describe('the note of a hold', () => {
  it('is needed to set one, and not to release it', () => {
    expect([noteFaultOf('  ', true), noteFaultOf('  ', false), noteFaultOf('Case 7', true)]).to.deep.equal([
      'retention_note_needed',
      null,
      null,
    ]);
  });

  it('has at most 2,000 characters, as the service counts them', () => {
    expect([noteFaultOf('😀'.repeat(1000), true), noteFaultOf('x'.repeat(2001), false)]).to.deep.equal([
      null,
      'retention_note_long',
    ]);
  });
});
