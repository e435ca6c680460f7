import { decide } from '@portcullis/domain';
import {
  type CheckName,
  checkNames,
  defaultAction,
  type FlatPolicy,
  isOutage,
  outageCode,
  reasonCodes,
} from '@portcullis/domain/checks';
import { expect } from 'chai';
import { verificationProviders } from '#domain/checks/check-module';
import {
  isRetriedByProcessing,
  type OutageCell,
  outageCells,
  outageKindOf,
  outageReason,
} from '#domain/checks/outages';
import { checksDependingOn } from '#domain/checks/registry';
import { failureReasons, type Observation } from '#domain/evidence/evidence';
import { unavailableKinds } from '#domain/kernel/outage-cause';
import { aCase, aDeviceEvent, aProviderFailure } from '../../../support/builders/evidence.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';

const nameOf = ({ provider, origin, kind, requirement }: OutageCell): string =>
  [provider, origin, kind, requirement].join(' ');

const distinct = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];

const observationOf: Partial<Record<OutageCell['provider'], Observation>> = {
  document_reader: 'document_reading',
  faces: 'face_match',
  device: 'device',
};

/** The standard policy with every check of a provider required, or every one of them optional. */
const policyOf = ({ provider, requirement }: OutageCell): FlatPolicy => {
  const behind = checksDependingOn(provider);
  const checks = Object.fromEntries(behind.map((name): [CheckName, typeof requirement] => [name, requirement]));
  return { ...standard, checks: { ...standard.checks, ...checks } };
};

describe('the table of outages', () => {
  it('has every kind of every provider, for required and optional checks, once', () => {
    const ofModels = ['model_refused', 'output_truncated', 'output_invalid'];
    const expected = [
      ['liveness', ['request']],
      ['browser_credentials', ['request']],
      ['document_reader', ['request', 'processing']],
      ['faces', ['processing']],
      ['device', ['request', 'processing']],
    ] as const;
    const names = expected.flatMap(([provider, occasions]) =>
      occasions.flatMap((origin) =>
        unavailableKinds
          .filter(
            (kind) =>
              !['budget_exhausted', 'no_provider'].includes(kind) &&
              (provider === 'document_reader' || !ofModels.includes(kind)),
          )
          .flatMap((kind) =>
            ['required', 'optional'].map((requirement) => [provider, origin, kind, requirement].join(' ')),
          ),
      ),
    );
    expect(outageCells.map(nameOf)).to.deep.equal(names);
    expect(names.length).to.equal(96);
  });

  it('has no approval, and charges no attempt', () => {
    expect(distinct(outageCells.map(({ profile }) => profile))).to.have.members(['unchanged', 'in_review']);
  });

  it('sends a failure during processing to review, and changes nothing when a request fails', () => {
    for (const cell of outageCells) {
      const processing = cell.origin === 'processing';
      expect([cell.profile, cell.reason !== null], nameOf(cell)).to.deep.equal(
        processing ? ['in_review', true] : ['unchanged', false],
      );
    }
  });

  it('does not call a model again that refused, or ran out of output tokens', () => {
    const final = outageCells.filter(({ retriedBy }) => retriedBy === 'nobody');
    expect(distinct(final.map(({ provider, origin, kind }) => `${provider} ${origin} ${kind}`))).to.deep.equal([
      'document_reader processing model_refused',
      'document_reader processing output_truncated',
    ]);
    expect(failureReasons.filter((reason) => !isRetriedByProcessing(reason))).to.deep.equal([
      'provider_budget_exhausted',
      'provider_not_configured',
      'ai_refused',
      'ai_output_truncated',
    ]);
  });

  it('gives an error code only to a waiting caller', () => {
    const told = outageCells.filter(({ code }) => code !== null);
    expect(distinct(told.map(({ provider }) => provider))).to.deep.equal([
      'liveness',
      'browser_credentials',
      'document_reader',
    ]);
    expect(told.every(({ code, kind }) => code === outageCode(kind))).to.equal(true);
  });

  it('has exactly the reasons of outages: those whose action is to wait', () => {
    expect(reasonCodes.filter(isOutage)).to.deep.equal(reasonCodes.filter((code) => defaultAction(code) === 'wait'));
    expect(reasonCodes.filter(isOutage)).to.have.members(distinct(unavailableKinds.map(outageReason)));
    expect(reasonCodes.filter(isOutage)).to.have.members([...failureReasons]);
  });

  it('finds the kind of a failure, also of one that was recorded without it', () => {
    expect(unavailableKinds.map((outage) => outageKindOf({ outage, reason: outageReason(outage) }))).to.deep.equal([
      ...unavailableKinds,
    ]);
    expect(failureReasons.map((reason) => outageKindOf({ reason }))).to.deep.equal([
      'unavailable',
      'timeout',
      'quota',
      'budget_exhausted',
      'no_provider',
      'invalid_response',
      'model_refused',
      'output_truncated',
      'output_invalid',
    ]);
  });

  it('names every check that depends on a provider', () => {
    const behind = distinct(verificationProviders.flatMap(checksDependingOn));
    const unasked = ['duplicates', 'velocity'];
    expect(checkNames.filter((name) => !behind.includes(name))).to.deep.equal(unasked);
  });

  for (const cell of outageCells.filter(({ origin }) => origin === 'processing')) {
    it(`agrees with the decision: ${nameOf(cell)}`, () => {
      const observation = observationOf[cell.provider] ?? 'device';
      const failure = aProviderFailure(observation, cell.reason ?? undefined);
      const without = observation === 'device' ? {} : { [observation]: [] };
      const file = aCase({ instead: without, more: [aDeviceEvent(), failure] });
      const { deciding, outcome } = decide(policyOf(cell), file, decidedAt);
      expect([outcome, deciding]).to.deep.equal(['review', [cell.reason]]);
    });
  }
});
