import assert from 'node:assert/strict';
import { type MemoryClock, memoryClock, sequentialIds } from '@portcullis/adapter-memory/testing';
import type { Clock, IdGenerator, TokenService } from '@portcullis/domain';
import { assertFields, beginningWith, type Runner, reasonOf, resultOf } from './shared/runner.ts';

const lifetimes = { machineTtlSeconds: 600, flowTtlSeconds: 300 };

/** Opens a service with its own secret (it refuses the tokens of other services) and these lifetimes. */
export type OpenTokenService = (
  needs: { readonly clock: Clock; readonly ids: IdGenerator } & typeof lifetimes,
) => TokenService;

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
export const tokenServiceContract = (runner: Runner, name: string, open: OpenTokenService): void => {
  runner.describe(`TokenService contract: ${name}`, () => {
    let clock: MemoryClock;
    let tokens: TokenService;
    const opened = (seed = 'ids') => open({ clock, ids: sequentialIds(seed), ...lifetimes });
    const { it } = beginningWith(runner, () => {
      clock = memoryClock(Date.parse('2026-05-01T00:00:00.000Z'));
      tokens = opened();
    });

    const caller = async (token: string) => (await resultOf(tokens.verify(token))).principal;

    it('says of a machine token that it names its client, when it expires, and what distinguishes it', async () => {
      const issue = tokens.issueMachine(machine);
      const first = await resultOf(issue);
      const second = await resultOf(issue);
      const verified = await Promise.all([first, second].map(({ token }) => resultOf(tokens.verify(token))));
      const [one, other] = verified;
      assertFields(one, { namesClient: true, expiresAt: first.expiresAt });
      assert.match(one?.id ?? '', /^[\w-]{8,}$/);
      assert.notEqual(other?.id, one?.id);
      assert.deepEqual(await resultOf(tokens.verify(first.token)), one);
    });

    it('verifies a machine token to the caller that it was issued for', async () => {
      const { token } = await resultOf(tokens.issueMachine(machine));
      assert.deepEqual(await caller(token), { kind: 'machine', ...machine });
    });

    it('keeps a machine caller without a team and without scopes unchanged', async () => {
      const bare = { clientId: 'cron', tenant: { partnerId: 'acme', teamId: null }, scopes: [] };
      const { token } = await resultOf(tokens.issueMachine(bare));
      assert.deepEqual(await caller(token), { kind: 'machine', ...bare });
    });

    it('verifies a flow token to its profile, tenant and link generation', async () => {
      const { token } = await resultOf(tokens.issueFlow(flow));
      const principal = await caller(token);
      assert.match(String(Object(principal).tokenId), /^.{8,}$/);
      assert.deepEqual(
        { ...principal, tokenId: null },
        {
          kind: 'flow',
          profileId: 'abc000000000001',
          tenant: { partnerId: 'acme', teamId: null },
          generation: 3,
          tokenId: null,
          expiresAt: '2026-05-01T00:05:00.000Z',
        },
      );
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
      const codes = [await resultOf(issue), await resultOf(issue)];
      assert.equal(codes[0]?.expiresAt, '2026-05-01T00:05:00.000Z');
      const reads = await Promise.all(codes.map(({ code }) => resultOf(tokens.readHandoff(code))));
      for (const { principal, expiresAt, notAfter: end } of reads) {
        const { profileId, tenant, generation, kind } = principal;
        assert.deepEqual({ ...handedOver, profileId, tenant, generation, kind }, handedOver);
        assert.deepEqual([expiresAt, end], [codes[0]?.expiresAt, notAfter]);
      }
      assert.equal(new Set(reads.map(({ id }) => id)).size, 2);
      for (const { id } of reads) assert.match(id, /^.{8,}$/);
      const bare = { ...handedOver, tenant: { partnerId: 'acme', teamId: null } };
      const { code } = await resultOf(tokens.issueHandoff({ principal: bare, notAfter }));
      assert.deepEqual((await resultOf(tokens.readHandoff(code))).principal.tenant, bare.tenant);
    });

    it('reads a code for five minutes, and never longer than its token would live', async () => {
      const long = await resultOf(tokens.issueHandoff({ principal: handedOver, notAfter }));
      const short = await resultOf(
        tokens.issueHandoff({ principal: handedOver, notAfter: '2026-05-01T00:01:00.000Z' }),
      );
      clock.advance(59_999);
      await resultOf(tokens.readHandoff(short.code));
      clock.advance(1);
      assertFields(await reasonOf(tokens.readHandoff(short.code)), { _tag: 'InvalidToken' });
      clock.advance(239_999);
      await resultOf(tokens.readHandoff(long.code));
      clock.advance(1);
      assertFields(await reasonOf(tokens.readHandoff(long.code)), { _tag: 'InvalidToken' });
    });

    it('takes neither a token for a code, nor a code for a token, nor one that was changed or made elsewhere', async () => {
      const { code } = await resultOf(tokens.issueHandoff({ principal: handedOver, notAfter }));
      const { token } = await resultOf(tokens.issueFlow(flow));
      const other = opened('others');
      const foreign = await resultOf(other.issueHandoff({ principal: handedOver, notAfter }));
      const changed = [`${code}.`, `x${code}`, `.${code}`, code.slice(1), 'x'.repeat(9000)];
      for (const wrong of ['', '.', token, foreign.code, ...changed])
        assertFields(await reasonOf(tokens.readHandoff(wrong)), { _tag: 'InvalidToken' }, wrong);
      assertFields(await reasonOf(tokens.verify(code)), { _tag: 'InvalidToken' });
    });

    it('answers when a machine token expires', async () => {
      const { expiresIn, expiresAt } = await resultOf(tokens.issueMachine(machine));
      assert.deepEqual({ expiresIn, expiresAt }, { expiresIn: 600, expiresAt: '2026-05-01T00:10:00.000Z' });
    });

    it('expires a flow token after its own lifetime when the profile lives longer', async () => {
      const { expiresIn, expiresAt } = await resultOf(tokens.issueFlow(flow));
      assert.deepEqual({ expiresIn, expiresAt }, { expiresIn: 300, expiresAt: '2026-05-01T00:05:00.000Z' });
    });

    it('expires a flow token with its profile when that ends first', async () => {
      const { expiresIn, expiresAt } = await resultOf(
        tokens.issueFlow({ ...flow, notAfter: '2026-05-01T00:01:00.900Z' }),
      );
      assert.deepEqual({ expiresIn, expiresAt }, { expiresIn: 60, expiresAt: '2026-05-01T00:01:00.000Z' });
    });

    it('accepts a token until its last millisecond, however often it is verified', async () => {
      const { token } = await resultOf(tokens.issueMachine(machine));
      for (const pause of [0, 59_000, 540_999]) {
        clock.advance(pause);
        assert.deepEqual(await caller(token), { kind: 'machine', ...machine });
      }
    });

    it('calls a token expired at the latest 15 seconds after its end, also when it was verified before', async () => {
      const issued = await resultOf(tokens.issueFlow(flow));
      clock.advance(lifetimes.flowTtlSeconds * 1000 - 1);
      await resultOf(tokens.verify(issued.token));
      clock.advance(15_001);
      assert.deepEqual(await reasonOf(tokens.verify(issued.token)), { _tag: 'InvalidToken', expired: true });
    });

    it('refuses what was never a token, and does not call it expired', async () => {
      for (const token of ['', 'x', 'a.b.c', '..', 'null', 'é'.repeat(9000)]) {
        assert.deepEqual(await reasonOf(tokens.verify(token)), { _tag: 'InvalidToken', expired: false });
      }
    });

    it('refuses a token of another service', async () => {
      const other = opened('others');
      const { token } = await resultOf(other.issueMachine(machine));
      assert.deepEqual(await reasonOf(tokens.verify(token)), { _tag: 'InvalidToken', expired: false });
    });

    it('refuses a token with something prepended or appended', async () => {
      const { token } = await resultOf(tokens.issueMachine(machine));
      await resultOf(tokens.verify(token));
      for (const changed of [
        ` ${token}`,
        `${token} `,
        `${token}=`,
        `${token}.`,
        token.slice(0, -1),
        `Bearer ${token}`,
      ]) {
        assert.deepEqual(await reasonOf(tokens.verify(changed)), { _tag: 'InvalidToken', expired: false }, changed);
      }
    });

    it('issues a new token each time the task is run', async () => {
      const issue = tokens.issueMachine(machine);
      const first = await resultOf(issue);
      const second = await resultOf(issue);
      assert.notEqual(first.token, second.token);
    });
  });
};
