import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { root, textOf } from '../../support/repository/files.ts';

type Budget = {
  readonly part: string;
  readonly figure: string;
  readonly what: string;
  readonly unit: string;
  readonly direction: 'at most' | 'at least';
  readonly must: number;
  readonly aim: number;
  readonly tolerance?: number;
  readonly accepted?: { readonly value: number; readonly because: string };
};
type Figures = Readonly<Record<string, number>>;
type Results = Readonly<Record<string, { readonly figures: Figures }>>;
type Verdict = { readonly verdict: string };
type Judgement = {
  readonly judge: (parts: readonly string[], results: Results) => readonly Verdict[];
  readonly isKept: (verdicts: readonly Verdict[]) => boolean;
};

const judgement: Judgement = await import(pathToFileURL(join(root, 'bench/src/budgets/judge.mjs')).href);

const budgets: readonly Budget[] = JSON.parse(textOf('bench/budgets.json'));

/** Results in which every budget has the number that `value` returns for it; `null` stands for none. */
const resultsOf = (value: (budget: Budget) => number | null): Results => {
  const figuresOf = (name: string) =>
    Object.fromEntries(
      budgets.flatMap((budget) => {
        const number = budget.part === name ? value(budget) : null;
        return number === null ? [] : [[budget.figure, number]];
      }),
    );
  return Object.fromEntries(budgets.map(({ part }) => [part, { figures: figuresOf(part) }]));
};

/** So much worse than what it must be. */
const worse = ({ direction, must }: Budget, share: number): number =>
  direction === 'at most' ? must * (1 + share) : must * (1 - share);

const first = (parts: { readonly direction: string }): Budget => {
  const found = budgets.find(
    ({ direction, tolerance, accepted }) =>
      direction === parts.direction && tolerance === undefined && accepted === undefined,
  );
  if (found === undefined) throw new Error(`there is no budget of ${parts.direction}`);
  return found;
};

describe('the budgets', () => {
  const parts = [...new Set(budgets.map(({ part }) => part))];

  /** Whether the bench ends without an error, and how often it gives each verdict. */
  const judge = (results: Results) => {
    const verdicts = judgement.judge(parts, results);
    const count = (verdict: string): number => verdicts.filter((one) => one.verdict === verdict).length;
    const kinds = ['met', 'within a tenth', 'accepted', 'broken', 'no number'];
    return { isKept: judgement.isKept(verdicts), counts: kinds.map((kind) => `${count(kind)} ${kind}`).join(', ') };
  };
  const all = budgets.length;

  it('are kept by a service that is as good as it must be', () => {
    const counts = `${all} met, 0 within a tenth, 0 accepted, 0 broken, 0 no number`;
    expect(judge(resultsOf(({ must }) => must))).to.deep.equal({ isKept: true, counts });
  });

  for (const direction of ['at most', 'at least'] as const) {
    const one = first({ direction });
    const with1 = (number: number | null) => resultsOf((budget) => (budget === one ? number : budget.aim));

    it(`are kept by a service that is within a tenth of a limit of ${direction}`, () => {
      const counts = `${all - 1} met, 1 within a tenth, 0 accepted, 0 broken, 0 no number`;
      expect(judge(with1(worse(one, 0.099)))).to.deep.equal({ isKept: true, counts });
    });

    it(`are broken by a service that is worse than a tenth beyond a limit of ${direction}`, () => {
      const counts = `${all - 1} met, 0 within a tenth, 0 accepted, 1 broken, 0 no number`;
      expect(judge(with1(worse(one, 0.101)))).to.deep.equal({ isKept: false, counts });
    });
  }

  it('accept what has a reason, and nothing that is worse by more than a tenth', () => {
    const excused = budgets.filter(({ accepted }) => accepted !== undefined);
    expect(excused).to.not.have.length(0);
    const atAccepted = (share: number) =>
      resultsOf((budget) => (budget.accepted ? worse({ ...budget, must: budget.accepted.value }, share) : budget.aim));
    const rest = all - excused.length;
    const atLimit = excused.filter(({ accepted, must }) => accepted?.value === must).length;
    expect(judge(atAccepted(0.099))).to.deep.equal({
      isKept: true,
      counts: `${rest} met, ${atLimit} within a tenth, ${excused.length - atLimit} accepted, 0 broken, 0 no number`,
    });
    expect(judge(atAccepted(0.101))).to.deep.equal({
      isKept: false,
      counts: `${rest} met, 0 within a tenth, 0 accepted, ${excused.length} broken, 0 no number`,
    });
    for (const { accepted, what } of excused) expect(accepted?.because, what).to.match(/^[a-z].{20,}$/);
  });

  it('are broken where one of them has no number', () => {
    const counts = `${all - 1} met, 0 within a tenth, 0 accepted, 0 broken, 1 no number`;
    expect(judge(resultsOf((budget) => (budget === budgets[0] ? null : budget.must)))).to.deep.equal({
      isKept: false,
      counts,
    });
  });

  it('are broken by one request more to the database, without any tolerance', () => {
    const counted = budgets.filter(({ tolerance }) => tolerance === 0);
    expect(counted.map(({ must }) => must)).to.deep.equal([1, 2, 2, 3, 4, 2, 13]);
    const last = counted.at(-1);
    const counts = `${all - 1} met, 0 within a tenth, 0 accepted, 1 broken, 0 no number`;
    expect(judge(resultsOf((budget) => budget.must + (budget === last ? 1 : 0)))).to.deep.equal({
      isKept: false,
      counts,
    });
  });

  it('are broken by results without a part', () => {
    expect(judge({}).isKept).to.equal(false);
  });

  it('are all in the page of the benchmarks', () => {
    const page = textOf('docs/benchmarks.md');
    const missing = budgets
      .map(({ part, what, unit, direction, must, aim }) => {
        const limits = [must, aim].map((limit) => `${direction} ${limit}`).join(' | ');
        return `| \`${part}\` | ${what} | ${unit} | ${limits} |`;
      })
      .filter((line) => !page.includes(line));
    expect(missing).to.deep.equal([]);
  });

  it('aim at no less than they must', () => {
    const odd = budgets.filter(({ direction, must, aim }) => (direction === 'at most' ? aim > must : aim < must));
    expect(odd).to.deep.equal([]);
  });
});
