import { parseMrz } from '@portcullis/documents';
import { type DocumentReading, decide } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import type { DecisionInput } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import { aCase, aDevice, aDeviceEvent, aReadingEvidence } from '../../support/builders/evidence.ts';
import * as P from '../../support/builders/profile-states.ts';
import {
  confidentSignals,
  icaoSpecimens,
  localReader,
  passportLines,
  printedFields,
} from '../../support/builders/readings.ts';
import { decidedAt, standard } from '../../support/check-cases/check-case.ts';

const { completeAction, match, observeAction, applyActions, reading, submitted } = P;
const outcome = (file: DecisionInput, p: FlatPolicy = standard) => decide(p, file, decidedAt).outcome;
const read = (over: Partial<DocumentReading>) => aCase({ instead: { document_reading: [aReadingEvidence(over)] } });
const acting = (actions: FlatPolicy['actions']): FlatPolicy => ({ ...standard, actions });

describe('fixed defects in the reading of documents', () => {
  it('a printed X agrees with the filler of the MRZ', () => {
    const fields = { ...printedFields(passportLines()), sex: { value: 'X', confidence: 1 } };
    expect(outcome(read({ mrzLines: passportLines({ sex: '<' }), fields }))).to.equal('approve');
  });
  it('a date that the reader did not write as YYYY-MM-DD is not an impossible date', () => {
    const fields = { ...printedFields(passportLines()), date_of_issue: { value: '16 APR 2022', confidence: 1 } };
    expect(outcome(read({ fields }))).to.equal('approve');
  });
  it('a card without its back requires the back', () => {
    const done = applyActions(
      submitted(),
      observeAction(1, reading({ mrzLines: null, documentType: 'id_card' }), match()),
      completeAction,
    );
    expect(done.askedSteps).to.include('document_back');
    expect(done.statusReasons).to.include('document_back_missing');
  });
  it('lower case is no MRZ', () => {
    expect(
      parseMrz(
        icaoSpecimens.td3.map((line) => line.toLowerCase()),
        '2026-05-01',
      ),
    ).to.equal(null);
  });
  it('a correction is marked as one, and a country, which no check digit guards, is answered as it was read', () => {
    const lines = [icaoSpecimens.td3[0].replace('UTO', 'UT0'), icaoSpecimens.td3[1].replace('740812', '74O812')];
    const { repairs, fields } = parseMrz(lines, '2026-05-01') ?? {};
    expect([repairs?.length, fields?.date_of_birth, fields?.issuing_country]).to.deep.equal([1, '1974-08-12', 'UT0']);
  });
  it('the opinion of a model alone is limited to review', () => {
    expect(
      outcome(read({ signals: confidentSignals('document_glare') }), acting({ document_glare: 'decline' })),
    ).to.equal('review');
  });
  it('a country that the reader read is compared with the MRZ', () => {
    expect(outcome(read({ issuingCountry: 'SWE' }))).to.equal('review');
  });
  it('signs of forgery count from either reader', () => {
    expect(outcome(read({ reader: localReader, signals: confidentSignals('document_tampered') }))).to.equal('review');
  });
  it('a given name alone is not a full name', () => {
    const claimed = { kind: 'claimed', attempt: 1, at: decidedAt, claimed: { full_name: 'Anna' } } as const;
    expect(outcome(aCase({ more: [claimed] }))).to.equal('review');
  });
  it('an event without a readable time is stale', () => {
    expect(outcome(aCase({ more: [aDeviceEvent(), aDevice({ occurredAt: 'yesterday' })] }))).to.equal('review');
  });
});
