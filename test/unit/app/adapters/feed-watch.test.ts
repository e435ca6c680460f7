import { TE, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { createFeedWatch, waitingLimits } from '#app/adapters/feed-watch';

/** A watch over heads that the test moves, which looks at every turn unless the test says otherwise. */
const aWatch = (everyMs = 1) => {
  const heads = new Map<string, number>();
  const looks: (readonly string[])[] = [];
  const state = { isAway: false };
  const watch = createFeedWatch((partnerIds) => {
    looks.push(partnerIds);
    if (state.isAway) return TE.left(unavailable('database', 'it is away'));
    return TE.right(partnerIds.map((partnerId) => ({ partnerId, place: heads.get(partnerId) ?? 0, first: 1 })));
  }, everyMs);
  return { watch, heads, looks, state };
};

const begun = ({ watch }: ReturnType<typeof aWatch>, partnerId = 'acme', ms = 20_000) => {
  const wait = watch.begin(partnerId, ms);
  if (wait === null) throw new Error('too many wait');
  return wait;
};

describe('the watch over the feeds', () => {
  it('wakes everybody who waits for a partner by one look, and nobody else', async () => {
    const all = aWatch();
    const waits = [begun(all), begun(all), begun(all)];
    const other = begun(all, 'globex');
    const passed = waits.map((wait) => wait.hasPassed(4));
    const others = other.hasPassed(0);
    all.heads.set('acme', 5);
    expect(await Promise.all(passed)).to.deep.equal([true, true, true]);
    expect(all.looks.every((partners) => partners.join() === 'acme,globex')).to.equal(true);
    other.end();
    expect(await others).to.equal(false);
    for (const wait of waits) wait.end();
    expect(all.watch.waiting()).to.equal(0);
  });

  it('says at once that a feed has come further, also where a look has seen it before', async () => {
    const all = aWatch();
    all.heads.set('acme', 7);
    const first = begun(all);
    expect(await first.hasPassed(6)).to.equal(true);
    expect(await begun(all).hasPassed(3)).to.equal(true);
    all.watch.stop();
  });

  it('wakes at once who waits for a feed that this instance has moved, without a look, and nobody else', async () => {
    const { heads, looks, watch } = aWatch(60_000);
    const acme = watch.begin('acme', 20_000);
    const globex = watch.begin('globex', 20_000);
    const passed = acme?.hasPassed(4);
    const other = globex?.hasPassed(0);
    watch.hear({ partnerId: 'nobody', place: 9 });
    watch.hear({ partnerId: 'acme', place: 4 });
    watch.hear({ partnerId: 'acme', place: 5 });
    expect(await passed).to.equal(true);
    expect([heads.size, looks]).to.deep.equal([0, []]);
    globex?.end();
    expect(await other).to.equal(false);
    watch.stop();
  });

  it('ends a wait when its time is over', async () => {
    const all = aWatch();
    expect(await begun(all, 'acme', 5).hasPassed(0)).to.equal(false);
    expect(all.watch.waiting()).to.equal(0);
  });

  it('ends every wait when the service stops, and begins none that waits', async () => {
    const all = aWatch();
    const passed = [begun(all).hasPassed(0), begun(all, 'globex').hasPassed(0)];
    all.watch.stop();
    expect(await Promise.all(passed)).to.deep.equal([false, false]);
    expect(await begun(all).hasPassed(0)).to.equal(false);
  });

  it('asks nothing while nobody waits, and goes on after a look that failed', async () => {
    const all = aWatch();
    all.state.isAway = true;
    const wait = begun(all);
    const passed = wait.hasPassed(0);
    while (all.looks.length < 3) await new Promise((resolve) => setImmediate(resolve));
    all.state.isAway = false;
    all.heads.set('acme', 1);
    expect(await passed).to.equal(true);
    wait.end();
    const looks = all.looks.length;
    const one = begun(all, 'globex', 3);
    await one.hasPassed(0);
    expect(all.looks.slice(looks + 1).every((partners) => partners.join() === 'globex')).to.equal(true);
  });

  it('takes so many waits of a partner, and so many in all', () => {
    const all = aWatch();
    for (let n = 0; n < waitingLimits.ofPartner; n += 1) begun(all);
    expect(all.watch.begin('acme', 1000)).to.equal(null);
    for (let n = waitingLimits.ofPartner; n < waitingLimits.inAll; n += 1) begun(all, `partner ${n}`);
    expect(all.watch.begin('globex', 1000)).to.equal(null);
    all.watch.stop();
    expect(all.watch.waiting()).to.equal(0);
  });
});
