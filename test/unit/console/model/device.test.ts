import { deviceSignalRows } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import { type DeviceFact, deviceFactsOf } from '#console/model/device';
import type { ExplainedCheck, SeenValue } from '#console/model/wire';
import { english } from '#console/texts/english';
import { explained } from '../../../support/http/console-bodies.ts';

const seen = (name: string, value: SeenValue['value'], limit?: number): SeenValue => ({
  kind: 'value',
  name,
  value,
  source: 'provider',
  ...(limit !== undefined && { limit }),
});

const seenOf = (saw: readonly SeenValue[] | null, status: ExplainedCheck['status'] = 'passed') =>
  explained({ name: 'device', status, requirement: 'optional', saw });

const adverse = (saw: readonly SeenValue[]): readonly string[] => {
  const facts = deviceFactsOf(seenOf(saw));
  return typeof facts === 'string' ? [facts] : facts.filter((fact) => fact.isAdverse).map(({ name }) => name);
};

describe('what the console shows of a device', () => {
  it('has what speaks against it before, and the rest in its order', () => {
    const facts = deviceFactsOf(
      seenOf([seen('bot', 'good'), seen('vpn', true), seen('tor', null), seen('rooted', true)]),
    );
    const told = (fact: DeviceFact) => [fact.name, fact.value, fact.isAdverse];
    expect(typeof facts === 'string' ? facts : facts.map(told)).to.deep.equal([
      ['vpn', true, true],
      ['rooted', true, true],
      ['bot', 'good', false],
      ['tor', null, false],
    ]);
  });

  it('takes a yes for good where it is, and numbers beyond their limit as bad, on the right side', () => {
    expect(
      adverse([seen('made_for_this_profile', true), seen('on_our_page', true), seen('used_before', false)]),
    ).to.deep.equal([]);
    expect(
      adverse([seen('made_for_this_profile', false), seen('on_our_page', false), seen('used_before', true)]),
    ).to.deep.equal(['made_for_this_profile', 'on_our_page', 'used_before']);
    expect(
      adverse([seen('confidence', 0.9, 0.8), seen('age_seconds', 600, 600), seen('linked_ids_24h', 3)]),
    ).to.deep.equal([]);
    expect(
      adverse([seen('confidence', 0.7, 0.8), seen('age_seconds', 601, 600), seen('linked_ids_24h', 3, 2)]),
    ).to.deep.equal(['confidence', 'age_seconds', 'linked_ids_24h']);
    expect(adverse([seen('bot', 'bad'), seen('bot', 'not_detected')])).to.deep.equal(['bot']);
  });

  it('is hidden where the service leaves it out, and nothing where no device was looked at', () => {
    expect(deviceFactsOf({ ...seenOf(null), redacted: true })).to.equal('hidden');
    expect(deviceFactsOf(seenOf(null))).to.equal('lost');
    expect(deviceFactsOf(seenOf([]))).to.equal('none');
    expect(deviceFactsOf(seenOf(null, 'not_applicable'))).to.equal('none');
    expect(deviceFactsOf({ ...seenOf([]), checks: [] })).to.equal('none');
    expect(deviceFactsOf(null)).to.equal('none');
  });

  it('has a text for every signal, and for what the check says of the event', () => {
    const names = [...deviceSignalRows.map(({ detail }) => detail), 'age_seconds', 'made_for_this_profile'];
    const known = new Set(Object.keys(english));
    expect([...names, 'used_before', 'on_our_page'].filter((name) => !known.has(`device_${name}`))).to.deep.equal([]);
  });
});
