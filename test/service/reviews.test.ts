import { createClient, unwrap } from '@portcullis/client';
import { expect } from 'chai';
import { aPolicy } from '../support/builders/policies.ts';
import { playJourney, sandboxScenario } from '../support/clients/journey.ts';
import { reviewerOf, type StaffDesk, staffDesksOf } from '../support/clients/staff-desk.ts';
import { inFull } from '../support/effort.ts';
import { mustSucceed } from '../support/run.ts';
import { enginesOfJourneys, overEngine } from '../support/servers/postgres-server.ts';
import { openedRecords, useSandbox } from '../support/servers/sandbox.ts';

const note = 'The faces are those of one person.';
const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

for (const engine of enginesOfJourneys)
  describe(`what staff do over a service with its database${overEngine(engine)}`, function () {
    this.timeout(60_000);
    const sandbox = useSandbox(undefined, undefined, engine);
    let openDesk: ReturnType<typeof staffDesksOf>;
    before(() => {
      openDesk = staffDesksOf(sandbox());
    });

    /** Somebody whose face a machine cannot decide about. */
    const inReview = async (policy = 'standard'): Promise<string> => {
      const { base_url: baseUrl, token } = sandbox().info;
      const choose = (name: Parameters<typeof sandboxScenario>[0]) => ({ ...sandboxScenario(name), policy });
      const played = await playJourney({ baseUrl, token, choose }, 'review_face_borderline');
      expect(played.status).to.equal('in_review');
      return played.person.profileId;
    };
    const partner = () => {
      const { base_url: baseUrl, client_id: clientId, client_secret: clientSecret } = sandbox().info;
      return createClient({ baseUrl, clientId, clientSecret });
    };
    const codes = async (replies: readonly ReturnType<StaffDesk>[]): Promise<readonly string[]> =>
      (await Promise.all(replies)).map(({ json, status }) => [status, Object(json).code ?? ''].join(' ').trim());

    inFull('gives a profile to one of fifty who claim it at once, and their decision to the ledger', async () => {
      const id = await inReview();
      const desks = await Promise.all(range(50).map((n) => openDesk(reviewerOf(n))));
      const replies = await codes(desks.map((desk) => desk('POST', `/api/reviews/${id}/claim`)));
      expect(replies.toSorted()).to.deep.equal(['200', ...range(49).map(() => '409 review_claimed')]);

      const winner = replies.indexOf('200');
      const first = desks[winner];
      const second = desks[(winner + 1) % 50];
      if (first === undefined || second === undefined) throw new Error('somebody has won');
      const { json } = await first('GET', `/api/reviews/${id}`);
      const decision = { outcome: 'approve', note, expected_version: Object(json).version };
      const decide = `/api/reviews/${id}/decision`;
      expect(await codes([second('POST', decide, decision)])).to.deep.equal(['409 claim_required']);
      expect(await codes([first('POST', decide, decision)])).to.deep.equal(['200']);
      const { profiles, histories } = partner();
      expect(unwrap(await profiles.get(id)).status).to.equal('approved');
      const { data } = unwrap(await histories.readStatusHistory(id));
      expect(data.at(-1)).to.deep.include({
        type: 'review_approved',
        actor: { type: 'reviewer', id: reviewerOf(winner + 1).staffId },
      });
    });

    it('takes two people to approve where the policy says so, and one who decides twice is one', async () => {
      const fourEyed = aPolicy({ id: 'four-eyed', review: { fourEyes: true } });
      await mustSucceed(openedRecords(sandbox()).policyRepository.add(fourEyed, 'sandbox'));
      const id = await inReview(fourEyed.id);
      const decide = `/api/reviews/${id}/decision`;
      const [first, again, second] = await Promise.all([61, 61, 62].map((n) => openDesk(reviewerOf(n))));
      if (first === undefined || again === undefined || second === undefined) throw new Error('there are three desks');
      const approve = async (desk: StaffDesk): Promise<readonly string[]> => {
        expect(await codes([desk('POST', `/api/reviews/${id}/claim`)])).to.deep.equal(['200']);
        const { version } = Object((await desk('GET', `/api/reviews/${id}`)).json);
        return codes([desk('POST', decide, { outcome: 'approve', note, expected_version: version })]);
      };
      const state = async () => {
        const { approvals, status } = Object((await second('GET', `/api/reviews/${id}`)).json);
        return [status, approvals.given, approvals.needed];
      };
      expect(await approve(first)).to.deep.equal(['200']);
      expect(await state()).to.deep.equal(['in_review', 1, 2]);
      // The same person, in the same session and in another one.
      for (const desk of [first, again]) expect(await approve(desk)).to.deep.equal(['422 validation_failed']);
      expect(await state()).to.deep.equal(['in_review', 1, 2]);
      expect((await first('POST', '/api/reviews/next')).json).to.deep.include({ review: null });
      expect(await codes([again('POST', `/api/reviews/${id}/release`)])).to.deep.equal(['200']);
      expect(await approve(second)).to.deep.equal(['200']);
      expect(await state()).to.deep.equal(['approved', 0, 2]);
      const { data } = unwrap(await partner().histories.readStatusHistory(id));
      expect(data.filter(({ type }) => type === 'review_approved').map(({ actor }) => actor.id)).to.deep.equal([
        reviewerOf(62).staffId,
      ]);
    });

    it('leads each of three to another one with the next one, and nobody to that of another partner', async () => {
      const waiting = [await inReview(), await inReview(), await inReview()];
      const desks = await Promise.all(range(3).map((n) => openDesk(reviewerOf(n))));
      const next = await Promise.all(desks.map((desk) => desk('POST', '/api/reviews/next')));
      const ids = next.map(({ json }) => Object(json).review?.profile_id);
      expect(ids.toSorted()).to.deep.equal(waiting.toSorted());
      const elsewhere = await openDesk(reviewerOf(4, 'another'));
      expect((await elsewhere('POST', '/api/reviews/next')).json).to.deep.include({ review: null });
      expect(await codes(waiting.map((id) => elsewhere('GET', `/api/reviews/${id}`)))).to.deep.equal(
        waiting.map(() => '404 not_found'),
      );
    });

    it('puts a policy into use by two people, who have seen what it would change', async () => {
      await inReview();
      const admins = range(2).map((n) => openDesk({ ...reviewerOf(90 + n), roles: ['admin'] }));
      const [author, second] = await Promise.all(admins);
      if (author === undefined || second === undefined) throw new Error('there are two of them');
      const listed = await author('GET', '/api/policies');
      const { id: base, version } = Object(listed.json).data[0];
      const { policy } = Object((await author('GET', `/api/policies/${base}/${encodeURIComponent(version)}`)).json);
      const own = { ...policy, id: 'own', version: '1', minimumAge: 99 };
      const created = Object((await author('POST', '/api/policy-drafts', { policy: own })).json);
      const at = `/api/policy-drafts/${created.id}`;
      const publication = { expected_revision: created.revision, digest: created.digest };
      expect(await codes([author('POST', `${at}/publish`, publication)])).to.deep.equal(['409 second_person_required']);

      expect(await codes([second('POST', `${at}/back-test`)])).to.deep.equal(['202']);
      let test = Object((await second('GET', `${at}/back-test`)).json);
      while (test.status === 'running') test = Object((await second('GET', `${at}/back-test`)).json);
      expect(test).to.include({ status: 'done', revision: 1, digest: created.digest });
      expect(test.matrix).to.deep.equal([{ from: 'review', to: 'decline', count: test.judged }]);
      expect(test.newly).to.deep.include({ reason: 'age_below_minimum', comes: test.judged, goes: 0 });

      expect(await codes([second('POST', `${at}/publish`, publication)])).to.deep.equal(['200']);
      const { profiles } = partner();
      const { profile } = unwrap(await profiles.create({ reference: 'under a policy of their own', policy: 'own' }));
      expect(profile.policy).to.deep.equal({ id: 'own', version: '1' });
      const elsewhere = await openDesk({ ...reviewerOf(93, 'another'), roles: ['admin'] });
      expect(await codes(['', '/back-test'].map((to) => elsewhere('GET', `${at}${to}`)))).to.deep.equal(
        range(2).map(() => '404 not_found'),
      );
    });
  });
