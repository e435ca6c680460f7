import { E, pipe, type TaskEither, TE } from '@portcullis/domain';
import { expect } from 'chai';

type Step = TaskEither<string, number>;

/** A task that counts how often it runs. */
const countedTask = (result: Awaited<ReturnType<Step>>): { readonly task: Step; readonly runs: () => number } => {
  let runs = 0;
  const task: Step = async () => {
    runs += 1;
    return result;
  };
  return { task, runs: () => runs };
};

const double = TE.map((n: number) => n * 2);
const explain = TE.mapLeft((why: string) => `${why}!`);
const half = TE.flatMap((n: number): Step => (n % 2 === 0 ? TE.right(n / 2) : TE.left('odd')));
const keep = TE.tap((n: number): Step => (n % 2 === 0 ? TE.right(0) : TE.left('odd')));
const recover = TE.orElse((why: string): Step => (why === 'odd' ? TE.right(0) : TE.left('worse')));

/** What each step makes of a value and of a reason. */
const table: readonly {
  readonly name: string;
  readonly step: (task: Step) => Step;
  readonly right: Awaited<ReturnType<Step>>;
  readonly left: Awaited<ReturnType<Step>>;
}[] = [
  { name: 'map', step: double, right: E.right(8), left: E.left('odd') },
  { name: 'mapLeft', step: explain, right: E.right(4), left: E.left('odd!') },
  { name: 'flatMap', step: half, right: E.right(2), left: E.left('odd') },
  { name: 'tap', step: keep, right: E.right(4), left: E.left('odd') },
  { name: 'orElse', step: recover, right: E.right(4), left: E.right(0) },
];

describe('tasks', () => {
  for (const { name, step, right, left } of table)
    it(`composed by ${name} run when they are called, once a call, and keep values and reasons apart`, async () => {
      const value = countedTask(E.right(4));
      const reason = countedTask(E.left('odd'));
      const ofValue = step(value.task);
      const ofReason = step(reason.task);
      expect([value.runs(), reason.runs()]).to.deep.equal([0, 0]);
      expect(await ofValue()).to.deep.equal(right);
      expect(await ofReason()).to.deep.equal(left);
      expect(await ofValue()).to.deep.equal(right);
      expect([value.runs(), reason.runs()]).to.deep.equal([2, 1]);
    });

  it('end with the second reason where the second step fails', async () => {
    expect(await pipe(TE.right(3), half)()).to.deep.equal(E.left('odd'));
    expect(await pipe(TE.right(3), keep)()).to.deep.equal(E.left('odd'));
    expect(await pipe(TE.left('even'), recover)()).to.deep.equal(E.left('worse'));
  });

  it('bind values by name, in order, and stop at the first reason', async () => {
    const seen: unknown[] = [];
    const bound = (fail: boolean) =>
      pipe(
        TE.Do,
        TE.bindW('a', (): Step => TE.right(1)),
        TE.bindW('b', ({ a }): Step => {
          seen.push(a);
          return fail ? TE.left('no b') : TE.right(a + 1);
        }),
      );
    expect(await bound(false)()).to.deep.equal(E.right({ a: 1, b: 2 }));
    const never = TE.bindW('c', (): Step => {
      seen.push('c');
      return TE.right(3);
    });
    expect(await pipe(bound(true), never)()).to.deep.equal(E.left('no b'));
    expect(seen).to.deep.equal([1, 1]);
  });

  it('reject with what a step throws', async () => {
    const fault = new Error('a fault');
    const throwing = pipe(
      TE.right(1),
      TE.map((): number => {
        throw fault;
      }),
    );
    const thrown = await throwing().catch((cause: unknown) => cause);
    expect(thrown).to.equal(fault);
  });
});
