import type { ReasonCode } from '@portcullis/domain';
import { type CheckName, checkModules, checkNames, type FlatPolicy, reasonCodes } from '@portcullis/domain/checks';
import type { DecisionInput } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import { runChecks } from '#domain/checks/decide';
import { failureReasons, observations } from '#domain/evidence/evidence';
import {
  aCase,
  aConsent,
  aDeviceEvent,
  aProviderFailure,
  aReadingEvidence,
  aResult,
} from '../../../support/builders/evidence.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';
import { everyCase } from '../../../support/check-cases/every-case.ts';
import { textOf } from '../../../support/repository/files.ts';

/** The policy with every check in it. */
const whole = (policy: FlatPolicy): FlatPolicy => ({
  ...policy,
  checks: { ...Object.fromEntries(checkNames.map((name) => [name, 'optional'])), ...policy.checks },
});

type Pair = `${CheckName} ${ReasonCode}`;

const said = (file: DecisionInput, policy: FlatPolicy = standard, now = decidedAt): readonly Pair[] =>
  runChecks(whole(policy), file, now).flatMap(({ name, reasons }) =>
    reasons.map((reason): Pair => `${name} ${reason}`),
  );

const nothingRead = { document_reading: [], face_match: [] };

/** The cases in which every check has a provider that is down, and in which nothing was supplied. */
const casesWithoutAnswers: readonly DecisionInput[] = [
  aCase({ instead: { ...nothingRead, file: [] } }),
  ...observations.flatMap((observation) =>
    failureReasons.map((reason) =>
      aCase({ instead: nothingRead, more: [aDeviceEvent(), aProviderFailure(observation, reason)] }),
    ),
  ),
  ...(['id_card', 'residence_permit'] as const).map((documentType) =>
    aCase({ instead: { document_reading: [aReadingEvidence({ documentType, mrzLines: null })] } }),
  ),
  aCase({ instead: { consent: [] } }),
  aCase({ instead: { consent: [aConsent(false)], liveness_result: [aResult({ confidence: null })] } }),
];

const table = new Set(
  checkNames.flatMap((name) => checkModules[name].reasons.map((reason): Pair => `${name} ${reason}`)),
);

/** The file of each check, and the one file that a check has beside it. */
const files: Readonly<Record<string, CheckName>> = {
  ...Object.fromEntries(checkNames.map((name) => [`${name.replaceAll('_', '-')}.ts`, name])),
  'shared/photo-measures.ts': 'document_quality',
};

describe('the reasons that the modules of the checks name', () => {
  const seen = new Set([
    ...everyCase.flatMap(({ file, now, policy }) => said(file, policy, now)),
    ...casesWithoutAnswers.flatMap((file) => said(file)),
  ]);

  it('include all that the checks give in any case', () => {
    expect([...seen].filter((pair) => !table.has(pair))).to.deep.equal([]);
  });

  it('include all that are in the code of the checks', () => {
    const unknown = Object.entries(files).flatMap(([path, name]) => {
      const text = textOf(`packages/domain/src/checks/${path}`);
      const known = new Set(checkModules[name].reasons);
      return reasonCodes
        .filter((reason) => text.includes(`'${reason}'`) && !known.has(reason))
        .map((reason) => `${path} ${reason}`);
    });
    expect(unknown).to.deep.equal([]);
  });

  it('include none that no case causes', () => {
    const caused = new Set([...seen].map((pair) => pair.split(' ')[1]));
    expect([...table].filter((pair) => !seen.has(pair) && caused.has(pair.split(' ')[1]))).to.deep.equal([]);
  });
});
