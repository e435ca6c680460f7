import type { Clock, IdGenerator, TokenService } from '@portcullis/domain';
import { expect } from 'chai';
import { type FakeClock, fakeClock } from '../support/clock/fake-clock.ts';
import { sequentialIds } from '../support/clock/sequential-ids.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

export const machineTtlSeconds = 600;
export const flowTtlSeconds = 300;

/** Opens a service with its own secret (it refuses the tokens of other services) and the two lifetimes above. */
export type OpenTokenService = (needs: { readonly clock: Clock; readonly ids: IdGenerator }) => TokenService;

const machine = {
  clientId: 'shop',
  tenant: { partnerId: 'acme', teamId: 'berlin' },
  scopes: ['profiles:read', 'profiles:write'],
} as const;
const flow = {
  profileId: 'abc000000000001',
  tenant: { partnerId: 'acme', teamId: null },
  generation: 3,
  notAfter: '2026-05-08T00:00:00.000Z',
};

/** Tests the guarantees of every TokenService. */
export const tokenServiceContract = (name: string, open: OpenTokenService): void => {
  describe(`TokenService contract: ${name}`, () => {
    let clock: FakeClock;
    let tokens: TokenService;
    beforeEach(() => {
      clock = fakeClock();
      tokens = open({ clock, ids: sequentialIds() });
    });

    const caller = async (token: string) => (await mustSucceed(tokens.verify(token))).principal;

    it('says of a machine token that it names its client, when it expires, and what distinguishes it', async () => {
      const issue = tokens.issueMachine(machine);
      const first = await mustSucceed(issue);
      const second = await mustSucceed(issue);
      const verified = await Promise.all([first, second].map(({ token }) => mustSucceed(tokens.verify(token))));
      const [one, other] = verified;
      expect(one).to.include({ namesClient: true, expiresAt: first.expiresAt });
      expect(one?.id).to.match(/^[\w-]{8,}$/);
      expect(other?.id).not.to.equal(one?.id);
      expect(await mustSucceed(tokens.verify(first.token))).to.deep.equal(one);
    });

    it('verifies a machine token to the caller that it was issued for', async () => {
      const { token } = await mustSucceed(tokens.issueMachine(machine));
      expect(await caller(token)).to.deep.equal({ kind: 'machine', ...machine });
    });

    it('keeps a machine caller without a team and without scopes unchanged', async () => {
      const bare = { clientId: 'cron', tenant: { partnerId: 'acme', teamId: null }, scopes: [] };
      const { token } = await mustSucceed(tokens.issueMachine(bare));
      expect(await caller(token)).to.deep.equal({ kind: 'machine', ...bare });
    });

    it('verifies a flow token to its profile, tenant and link generation', async () => {
      const { token } = await mustSucceed(tokens.issueFlow(flow));
      const principal = await caller(token);
      expect(principal)
        .to.have.property('tokenId')
        .that.matches(/^.{8,}$/);
      expect({ ...principal, tokenId: null }).to.deep.equal({
        kind: 'flow',
        profileId: 'abc000000000001',
        tenant: { partnerId: 'acme', teamId: null },
        generation: 3,
        tokenId: null,
        expiresAt: '2026-05-01T00:05:00.000Z',
      });
    });

    const handedOver = {
      kind: 'flow',
      profileId: 'abc000000000001',
      tenant: { partnerId: 'acme', teamId: 'berlin' },
      generation: 3,
      tokenId: 'of the desk',
    } as const;
    const notAfter = '2026-05-01T00:59:00.000Z';

    it('reads a code to the link that it was made by, and to the end of its token', async () => {
      const issue = tokens.issueHandoff({ principal: handedOver, notAfter });
      const codes = [await mustSucceed(issue), await mustSucceed(issue)];
      expect(codes[0]?.expiresAt).to.equal('2026-05-01T00:05:00.000Z');
      const reads = await Promise.all(codes.map(({ code }) => mustSucceed(tokens.readHandoff(code))));
      for (const { principal, expiresAt, notAfter: end } of reads) {
        const { profileId, tenant, generation, kind } = principal;
        expect({ ...handedOver, profileId, tenant, generation, kind }).to.deep.equal(handedOver);
        expect([expiresAt, end]).to.deep.equal([codes[0]?.expiresAt, notAfter]);
      }
      expect(new Set(reads.map(({ id }) => id)).size).to.equal(2);
      for (const { id } of reads) expect(id).to.match(/^.{8,}$/);
      const bare = { ...handedOver, tenant: { partnerId: 'acme', teamId: null } };
      const { code } = await mustSucceed(tokens.issueHandoff({ principal: bare, notAfter }));
      expect((await mustSucceed(tokens.readHandoff(code))).principal.tenant).to.deep.equal(bare.tenant);
    });

    it('reads a code for five minutes, and never longer than its token would live', async () => {
      const long = await mustSucceed(tokens.issueHandoff({ principal: handedOver, notAfter }));
      const short = await mustSucceed(
        tokens.issueHandoff({ principal: handedOver, notAfter: '2026-05-01T00:01:00.000Z' }),
      );
      clock.advance(59_999);
      await mustSucceed(tokens.readHandoff(short.code));
      clock.advance(1);
      expect(await mustFail(tokens.readHandoff(short.code))).to.have.property('_tag', 'InvalidToken');
      clock.advance(239_999);
      await mustSucceed(tokens.readHandoff(long.code));
      clock.advance(1);
      expect(await mustFail(tokens.readHandoff(long.code))).to.have.property('_tag', 'InvalidToken');
    });

    it('takes neither a token for a code, nor a code for a token, nor one that was changed or made elsewhere', async () => {
      const { code } = await mustSucceed(tokens.issueHandoff({ principal: handedOver, notAfter }));
      const { token } = await mustSucceed(tokens.issueFlow(flow));
      const other = open({ clock, ids: sequentialIds('others') });
      const foreign = await mustSucceed(other.issueHandoff({ principal: handedOver, notAfter }));
      const changed = [`${code}.`, `x${code}`, `.${code}`, code.slice(1), 'x'.repeat(9000)];
      for (const wrong of ['', '.', token, foreign.code, ...changed])
        expect(await mustFail(tokens.readHandoff(wrong)), wrong).to.have.property('_tag', 'InvalidToken');
      expect(await mustFail(tokens.verify(code))).to.have.property('_tag', 'InvalidToken');
    });

    it('answers when a machine token expires', async () => {
      const { expiresIn, expiresAt } = await mustSucceed(tokens.issueMachine(machine));
      expect({ expiresIn, expiresAt }).to.deep.equal({ expiresIn: 600, expiresAt: '2026-05-01T00:10:00.000Z' });
    });

    it('expires a flow token after its own lifetime when the profile lives longer', async () => {
      const { expiresIn, expiresAt } = await mustSucceed(tokens.issueFlow(flow));
      expect({ expiresIn, expiresAt }).to.deep.equal({ expiresIn: 300, expiresAt: '2026-05-01T00:05:00.000Z' });
    });

    it('expires a flow token with its profile when that ends first', async () => {
      const { expiresIn, expiresAt } = await mustSucceed(
        tokens.issueFlow({ ...flow, notAfter: '2026-05-01T00:01:00.900Z' }),
      );
      expect({ expiresIn, expiresAt }).to.deep.equal({ expiresIn: 60, expiresAt: '2026-05-01T00:01:00.000Z' });
    });

    it('accepts a token until its last millisecond, however often it is verified', async () => {
      const { token } = await mustSucceed(tokens.issueMachine(machine));
      for (const pause of [0, 59_000, 540_999]) {
        clock.advance(pause);
        expect(await caller(token)).to.deep.equal({ kind: 'machine', ...machine });
      }
    });

    it('calls a token expired at the latest 15 seconds after its end, also when it was verified before', async () => {
      const issued = await mustSucceed(tokens.issueFlow(flow));
      clock.advance(flowTtlSeconds * 1000 - 1);
      await mustSucceed(tokens.verify(issued.token));
      clock.advance(15_001);
      expect(await mustFail(tokens.verify(issued.token))).to.deep.equal({ _tag: 'InvalidToken', expired: true });
    });

    it('refuses what was never a token, and does not call it expired', async () => {
      for (const token of ['', 'x', 'a.b.c', '..', 'null', 'é'.repeat(9000)]) {
        expect(await mustFail(tokens.verify(token))).to.deep.equal({ _tag: 'InvalidToken', expired: false });
      }
    });

    it('refuses a token of another service', async () => {
      const other = open({ clock, ids: sequentialIds('others') });
      const { token } = await mustSucceed(other.issueMachine(machine));
      expect(await mustFail(tokens.verify(token))).to.deep.equal({ _tag: 'InvalidToken', expired: false });
    });

    it('refuses a token with something prepended or appended', async () => {
      const { token } = await mustSucceed(tokens.issueMachine(machine));
      await mustSucceed(tokens.verify(token));
      for (const changed of [
        ` ${token}`,
        `${token} `,
        `${token}=`,
        `${token}.`,
        token.slice(0, -1),
        `Bearer ${token}`,
      ]) {
        expect(await mustFail(tokens.verify(changed)), changed).to.deep.equal({ _tag: 'InvalidToken', expired: false });
      }
    });

    it('issues a new token each time the task is run', async () => {
      const issue = tokens.issueMachine(machine);
      const first = await mustSucceed(issue);
      const second = await mustSucceed(issue);
      expect(first.token).not.to.equal(second.token);
    });
  });
};
