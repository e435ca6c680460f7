import { type DomainError, E, type Either } from '@portcullis/domain';
import { expect } from 'chai';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { mustSucceed } from '../../../../support/run.ts';
import { aConsentingPerson, aService, partner, personActions } from '../../../../support/services/memory-service.ts';

const image = tinyJpeg();

/** A reader that answers when the test tells it to. */
const aSlowReader = () => {
  let answer: () => void = () => undefined;
  const told = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const service = aService({
    reader: ({ read }) => ({
      read: (input) => async () => {
        await told;
        return read(input)();
      },
    }),
  });
  return { service, answer };
};

const tagOf = (outcome: Either<DomainError, unknown>): string => (E.isLeft(outcome) ? outcome.left._tag : 'Right');

describe('concurrent analyses of one profile', () => {
  it('are one that runs and one that waits; any other is refused until they are done', async () => {
    const { answer, service } = aSlowReader();
    const person = await aConsentingPerson(service);
    const { analyze } = personActions(person);
    const first = analyze(image)();
    const second = analyze(image)();
    const refused = await Promise.all(Array.from({ length: 46 }, () => analyze(image)()));
    const limit = {
      _tag: 'LimitReached',
      limit: 'analysis_in_progress',
      message: 'another document analysis of this profile is under way',
      retryAfterSeconds: 2,
    };
    expect(refused).to.deep.equal(Array.from({ length: 46 }, () => ({ _tag: 'Left', left: limit })));
    answer();
    expect([tagOf(await first), tagOf(await second)]).to.deep.equal(['Right', 'Right']);
    expect(await second).to.deep.equal(await first);
    await mustSucceed(analyze(image));
  });

  it('reveal the profile to no other tenant, who cannot take a place in the queue either', async () => {
    const { answer, service } = aSlowReader();
    const person = await aConsentingPerson(service);
    const running = [1, 2].map(() => personActions(person).analyze(image)());
    const caller = { ...partner, tenant: { partnerId: 'other', teamId: null } };
    const stranger = personActions({ ...person, caller });
    expect(tagOf(await stranger.analyze(image)())).to.equal('NotFound');
    answer();
    expect((await Promise.all(running)).map(tagOf)).to.deep.equal(['Right', 'Right']);
    const strangers = [1, 2, 3].map(() => stranger.analyze(image)());
    const own = personActions(person).analyze(image)();
    expect((await Promise.all([...strangers, own])).map(tagOf)).to.deep.equal([
      'NotFound',
      'NotFound',
      'NotFound',
      'Right',
    ]);
  });

  it('delay no other profile', async () => {
    const { answer, service } = aSlowReader();
    const one = await aConsentingPerson(service);
    const other = await aConsentingPerson(service, { reference: 'customer-2' });
    const running = [1, 2].map(() => personActions(one).analyze(image)());
    const others = personActions(other).analyze(image)();
    expect(tagOf(await personActions(one).analyze(image)())).to.equal('LimitReached');
    answer();
    expect((await Promise.all([...running, others])).map(tagOf)).to.deep.equal(['Right', 'Right', 'Right']);
  });
});
