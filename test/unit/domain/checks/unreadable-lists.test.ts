import { aDuplicateCheck, type GivenDuplicates } from '@portcullis/contracts/builders';
import { type DocumentReading, decide, type Evidence } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { aCase, aReadingEvidence } from '../../../support/builders/evidence.ts';
import { passportLines, printedFields } from '../../../support/builders/readings.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';

const decided = (given: GivenDuplicates, policy: FlatPolicy = standard) => {
  const { deciding, details, outcome } = decide(policy, aCase({ more: [aDuplicateCheck(given)] }), decidedAt);
  return { outcome, deciding, details: details.duplicates ?? null };
};
const detail = (kind: string, value: string) => ({ kind: 'value', name: `list.${kind}`, value, source: 'register' });

describe('an entry of a list that cannot be read', () => {
  it('leads to a reviewer, who sees of what it is, and to no approval', () => {
    expect(decided({ unreadable: ['document', 'device'] })).to.deep.equal({
      outcome: 'review',
      deciding: ['checks_incomplete'],
      details: [detail('document', 'unreadable'), detail('device', 'unreadable')],
    });
    expect(decided({}).outcome).to.equal('approve');
  });

  it('does so whatever action the policy gives to the reason, and beside what is allowed', () => {
    const lenient: FlatPolicy = { ...standard, actions: { ...standard.actions, checks_incomplete: 'info' } };
    expect(decided({ unreadable: ['person'], allowed: ['document'] }, lenient)).to.include({ outcome: 'review' });
    const required: FlatPolicy = { ...standard, checks: { ...standard.checks, duplicates: 'required' } };
    expect(decided({ unreadable: ['person'] }, required)).to.include({ outcome: 'review' });
  });

  it('counts in the newest look of the attempt alone, whichever of the two kinds that is', () => {
    const incomplete = aDuplicateCheck({ unreadable: ['document'] });
    const whole = aDuplicateCheck();
    const outcomeOf = (...more: readonly Evidence[]) => decide(standard, aCase({ more }), decidedAt).outcome;
    expect([outcomeOf(incomplete, whole), outcomeOf(whole, incomplete)]).to.deep.equal(['approve', 'review']);
    expect(outcomeOf({ ...incomplete, attempt: 0 }, whole)).to.equal('approve');
  });

  it('takes nothing back that speaks against the person', () => {
    const blocked = decided({ unreadable: ['person'], blocked: ['document'] });
    expect([blocked.outcome, blocked.deciding]).to.deep.equal(['decline', ['list_blocked']]);
  });

  it('matters to no policy that does not look for duplicates', () => {
    const { duplicates: _, ...checks } = standard.checks;
    expect(decided({ unreadable: ['document'] }, { ...standard, checks })).to.deep.equal({
      outcome: 'approve',
      deciding: [],
      details: null,
    });
  });
});

describe('a document on the list of those to decline', () => {
  const outcomeOf = (reading: Partial<DocumentReading>, blocked: GivenDuplicates['blocked'] = ['document']) => {
    const instead = { document_reading: [aReadingEvidence(reading)] };
    const { contributions } = decide(standard, aCase({ instead, more: [aDuplicateCheck({ blocked })] }), decidedAt);
    return contributions.find(({ reason }) => reason === 'list_blocked')?.effect;
  };
  const fields = printedFields(passportLines());

  it('is declined by its zone', () => {
    expect(outcomeOf({})).to.equal('decline');
    expect(outcomeOf({ fields: {} })).to.equal('decline');
  });

  it('is reviewed where its number stands in print alone, which may be misread', () => {
    expect(outcomeOf({ mrzLines: null, fields })).to.equal('review');
    expect(outcomeOf({ fields: { document_number: { value: 'L898902C4', confidence: 1 } } })).to.equal('review');
    expect(outcomeOf({ mrzLines: null, fields }, ['document', 'device'])).to.equal('decline');
  });
});
