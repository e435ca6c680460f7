import { unavailable } from '@portcullis/domain';
import { outageCauseOf, withOutageCause } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { causeOfKind, unavailableKinds } from '#domain/kernel/outage-cause';

describe('the word for an outage', () => {
  it('is the one that it carries', () => {
    expect(outageCauseOf(withOutageCause(unavailable('database', null), 'disk_full'))).to.equal('disk_full');
  });

  it('follows from its kind otherwise, and is `unexpected` only where nothing at all is known', () => {
    for (const kind of unavailableKinds)
      expect(outageCauseOf(unavailable('device', null, kind)), kind).to.equal(causeOfKind[kind]);
    expect(unavailableKinds.filter((kind) => causeOfKind[kind] === 'unexpected')).to.deep.equal(['unavailable']);
  });
});
