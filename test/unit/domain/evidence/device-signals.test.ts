import { type Check, decide } from '@portcullis/domain';
import { type FlatPolicy, isReasonCode } from '@portcullis/domain/checks';
import {
  absentDeviceSignals,
  cleanDeviceSignals,
  type DeviceFacts,
  deviceSignalRows,
} from '@portcullis/domain/evidence';
import { expect } from 'chai';
import { nearestCounterfactual } from '#explain/explanation/nearest-counterfactual';
import { aCase, aDevice, aDeviceEvent } from '../../../support/builders/evidence.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';

const policyWith = (actions: FlatPolicy['actions']): FlatPolicy => ({ ...standard, actions });

const verdictOn = (facts: Partial<DeviceFacts>, policy: FlatPolicy = standard) =>
  decide(policy, aCase({ more: [aDeviceEvent(), aDevice(facts)] }), decidedAt);

const deviceCheck = (facts: Partial<DeviceFacts>): Check | undefined =>
  verdictOn(facts).checks.find(({ name }) => name === 'device');

describe('the table of device signals', () => {
  it('has a clean value for every signal, with which the check passes without a reason', () => {
    const { status, reasons } = deviceCheck(cleanDeviceSignals) ?? {};
    expect([status, reasons]).to.deep.equal(['passed', []]);
  });

  it('has an absent value for every signal, which is no answer', () => {
    expect(deviceCheck(absentDeviceSignals)?.status).to.equal('unavailable');
  });

  it('has every signal under a name of its own in the details', () => {
    const { details } = verdictOn({});
    const shown = (details.device ?? []).flatMap((detail) => (detail.kind === 'value' ? [detail.name] : []));
    expect(shown).to.include.members(deviceSignalRows.map(({ detail }) => detail));
    expect(new Set(shown).size).to.equal(shown.length);
  });

  for (const { name, adverse, clean, detail, reason } of deviceSignalRows) {
    const value = 'is' in adverse ? adverse.is : 'below' in adverse ? 0.49 : 4;

    it(`gives ${reason} for an adverse value of ${name}, and for no other value`, () => {
      expect(isReasonCode(reason)).to.equal(true);
      expect(deviceCheck({ [name]: value })?.reasons).to.deep.equal([reason]);
      expect(deviceCheck({ [name]: clean })?.reasons).to.deep.equal([]);
      expect(deviceCheck({ [name]: null })?.reasons).to.deep.equal([]);
    });

    it(`has the counterfactual that takes ${name} back`, () => {
      const policy = policyWith({ [reason]: 'decline' });
      const file = aCase({ more: [aDeviceEvent(), aDevice({ [name]: value })] });
      const { nearest } = nearestCounterfactual(policy, file, decidedAt, decide(policy, file, decidedAt));
      expect(nearest?.changes.map(({ what }) => what)).to.deep.equal([`device.${detail}`]);
    });
  }
});
