import { readdirSync } from 'node:fs';
import { type Check, decide, E, type Policy, type ReasonCode } from '@portcullis/domain';
import { decisionEngineVersion, outcomes, policyDigest } from '@portcullis/domain/checks';
import type { DecisionInput } from '@portcullis/domain/documents';
import { decode } from '@portcullis/domain/kernel';
import { PolicyCodec, ProfileCodec } from '@portcullis/domain/serialization';
import { expect } from 'chai';
import { aProfile } from '../../support/builders/profiles.ts';
import { textOf } from '../../support/repository/files.ts';

const folder = 'test/fixtures/decisions';

type Frozen = {
  readonly policy: string;
  readonly file: DecisionInput;
  readonly now: string;
  readonly outcome: string;
  readonly reasons: readonly ReasonCode[];
  readonly checks: readonly Check[];
};
type Corpus = {
  readonly engine: number;
  readonly policies: { readonly [digest: string]: Policy };
  readonly decisions: readonly Frozen[];
};

const corpusOf = (name: string): Corpus => JSON.parse(textOf(`${folder}/${name}`));
const names = readdirSync(folder);

const policyOf = ({ policies }: Corpus, digest: string): Policy => policies[digest] ?? expect.fail(digest);

describe('the frozen decisions', () => {
  it('exist for the current engine', () => {
    expect(names).to.include(`engine-${decisionEngineVersion}.json`);
    expect(names.map((name) => `engine-${corpusOf(name).engine}.json`)).to.deep.equal(names);
  });

  for (const name of names) {
    // Older policies name older rules, so that their decisions stay.
    it(`in ${name} are reproduced by this code; a change requires new rules, a new engine number and a new freeze`, () => {
      const corpus = corpusOf(name);
      corpus.decisions.forEach(({ policy, file, now, ...frozen }, n) => {
        const { checks, outcome, reasons } = decide(policyOf(corpus, policy), file, now);
        expect({ outcome, reasons, checks }, `decision ${n}`).to.deep.equal(frozen);
      });
    });
  }

  it('have every outcome, and most reasons', () => {
    const { decisions } = corpusOf(`engine-${decisionEngineVersion}.json`);
    expect(decisions.length).to.be.at.least(60);
    expect(outcomes.filter((name) => decisions.every(({ outcome }) => outcome !== name))).to.deep.equal([]);
    expect(new Set(decisions.flatMap(({ reasons }) => reasons)).size).to.be.at.least(75);
  });

  for (const name of names) {
    it(`in ${name} have policies and evidence that can still be parsed and decided`, () => {
      const corpus = corpusOf(name);
      for (const [digest, policy] of Object.entries(corpus.policies)) {
        expect(policyDigest(policy)).to.equal(digest);
        expect(decode(PolicyCodec, policy)).to.deep.equal(E.right(policy));
      }
      for (const { file, now, policy } of corpus.decisions) {
        const profile = aProfile({ evidence: file.evidence });
        expect(decode(ProfileCodec, profile)).to.deep.equal(E.right(profile));
        expect(outcomes).to.include(decide(policyOf(corpus, policy), file, now).outcome);
      }
    });
  }
});
