import { E, type FlowPrincipal, TE, unavailable } from '@portcullis/domain';
import type { TokenStateStore } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { createHandoff, redeemHandoff } from '#domain/use-cases/tokens/hand-over';
import { storesInMemory } from '../../../../support/records/memory-records.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import { aPerson, aService, partner } from '../../../../support/services/memory-service.ts';

const refused = { _tag: 'NotFound' };
const cancel = { event: 'canceled', reason: null, note: null, steps: null, expectedVersion: null } as const;

describe('a person who continues on another device', () => {
  const open = async (tokenStates?: TokenStateStore) => {
    const service = aService();
    const deps = { ...service, tokenStates: tokenStates ?? storesInMemory(service.records).tokenStates };
    const { caller, id } = await aPerson(service, { reference: 'handed-over' });
    if (caller.kind !== 'flow') throw new Error('not a person');
    const desk: FlowPrincipal = { ...caller, expiresAt: '2026-05-01T00:40:00.000Z' };
    const partnerOf = () => ({ ...unnamed, name: 'Acme' });
    return { service, desk, id, create: createHandoff(deps), redeem: redeemHandoff({ ...deps, partnerOf }) };
  };
  const unnamed = {
    name: null,
    logo: null,
    accentColor: null,
    privacyUrl: null,
    termsUrl: null,
    supportUrl: null,
    homeUrl: null,
  };

  it('gets a token of the same link that ends with the first one, and the first one stays valid', async () => {
    const { create, desk, id, redeem, service } = await open();
    const { code } = await mustSucceed(create({ caller: desk }));
    const redeemed = await mustSucceed(redeem({ code }));
    expect(redeemed).to.include({ profileId: id, expiresAt: desk.expiresAt });
    expect(redeemed.partner.name).to.equal('Acme');
    const { principal } = await mustSucceed(service.tokens.verify(redeemed.token));
    expect(principal).to.include({ kind: 'flow', profileId: id, generation: desk.generation });
    expect(principal).to.deep.include({ tenant: desk.tenant });
    for (const caller of [desk, principal])
      expect((await mustSucceed(service.get({ caller, id }))).profile.id).to.equal(id);
  });

  it('is one, of twenty who redeem the same code at once', async () => {
    const { create, desk, redeem } = await open();
    const { code } = await mustSucceed(create({ caller: desk }));
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem({ code })()));
    expect(answers.filter(E.isRight)).to.have.length(1);
    for (const answer of answers.filter(E.isLeft)) expect(answer.left).to.deep.equal(refused);
  });

  it('gets nothing by a code that is unknown, expired or a token, or of a link that was replaced', async () => {
    const { create, desk, id, redeem, service } = await open();
    const expired = await mustSucceed(create({ caller: desk }));
    service.clock.advance(300_000);
    const replaced = await mustSucceed(create({ caller: desk }));
    await mustSucceed(service.renewLink({ caller: partner, id }));
    const { token } = await mustSucceed(service.tokens.issueFlow({ ...desk, notAfter: '2026-05-02T00:00:00.000Z' }));
    for (const code of [expired.code, replaced.code, token, '', 'x'])
      expect(await mustFail(redeem({ code })), code).to.deep.equal(refused);
    expect(await mustFail(create({ caller: desk }))).to.have.property('_tag', 'InvalidToken');
  });

  it('gets nothing once the profile was canceled or erased', async () => {
    for (const end of ['cancel', 'erase'] as const) {
      const { create, desk, id, redeem, service } = await open();
      const { code } = await mustSucceed(create({ caller: desk }));
      if (end === 'erase') await mustSucceed(service.erase({ caller: partner, id }));
      else await mustSucceed(service.post({ caller: partner, id, ...cancel }));
      expect(await mustFail(redeem({ code })), end).to.deep.equal(refused);
      expect(await mustFail(create({ caller: desk })), end).to.have.property('_tag', 'FlowEnded');
    }
  });

  it('is told of an outage, and can redeem the code when it is over', async () => {
    const down = unavailable('database', 'down');
    const { create, desk, redeem } = await open({
      ...storesInMemory().tokenStates,
      useAssertion: () => TE.left(down),
    });
    const { code } = await mustSucceed(create({ caller: desk }));
    expect(await mustFail(redeem({ code }))).to.equal(down);
  });
});
