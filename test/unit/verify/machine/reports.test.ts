import { expect } from 'chai';
import type { PageEvent } from '#verify/machine/event';
import { reportsOf } from '#verify/machine/reports';
import { type Call, firstState, type State } from '#verify/machine/state';
import { transition } from '#verify/machine/transition';
import { aFlowProfile, missing, theFlowSettings } from '../../../support/clients/flow-answers.ts';

const photos = { front: new Blob(['photo']), back: null };
const sendDocument: Call = { type: 'send_document', photos, choice: null };

type Fault = Extract<PageEvent, { readonly type: 'failed' }>['fault'];

const sending: State = {
  ...firstState,
  profile: aFlowProfile({ requirements: [missing('document_front')] }),
  settings: theFlowSettings(),
  screen: { name: 'sending' },
  isWelcomed: true,
  sent: { attempt: 1, times: { document_front: 1 } },
};

const reported = (fault: Fault, call: Call = sendDocument, before = sending) => {
  const event: PageEvent = { type: 'failed', fault, call };
  return reportsOf(before, event, transition(before, event).state);
};

describe('the reports of the page about a failed call', () => {
  for (const [code, error] of [
    ['internal_error', 'upload_failed'],
    ['no_answer', 'offline'],
    ['rate_limited', 'rate_limited'],
    ['database_unavailable', 'service_unavailable'],
    ['record_damaged', 'service_unavailable'],
    ['unsupported_media_type', 'image_rejected'],
    ['token_expired', 'link_expired'],
    ['profile_storage_full', 'upload_failed'],
  ] as const)
    it(`name the step for which it was made, and the reason: ${code}`, () => {
      expect(reported({ code })).to.deep.equal([{ step: 'document_front', outcome: 'failed', error }]);
    });

  it('name the face check and the consent, and that a link has ended', () => {
    expect(reported({ code: 'internal_error' }, { type: 'open_liveness' })).to.deep.equal([
      { step: 'liveness', outcome: 'failed', error: 'unexpected' },
    ]);
    expect(reported({ code: 'clock_skew' }, { type: 'give_consent', granted: true })).to.deep.equal([
      { step: 'consent', outcome: 'failed', error: 'service_unavailable' },
    ]);
    expect(reported({ code: 'flow_ended' }, { type: 'load' })).to.deep.equal([
      { step: 'waiting', outcome: 'failed', error: 'link_ended' },
    ]);
  });

  it('tell of a photo that cannot be read so soon, and of the step that comes instead', () => {
    const profile = aFlowProfile({ requirements: [missing('document_front'), missing('liveness')] });
    expect(reported({ code: 'rate_limited' }, sendDocument, { ...sending, profile })).to.deep.equal([
      { step: 'document_front', outcome: 'failed', error: 'rate_limited' },
      { step: 'liveness', outcome: 'shown' },
    ]);
  });
});
