import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { textOf } from '../../support/repository/files.ts';
import { runBench } from './bench-run.ts';

type Budget = {
  readonly part: string;
  readonly figure: string;
  readonly what: string;
  readonly unit: string;
  readonly direction: 'at most' | 'at least';
  readonly must: number;
  readonly aim: number;
  readonly tolerance?: number;
  readonly accepted?: { readonly value: number; readonly koa_us?: number; readonly because: string };
};
type Figures = Readonly<Record<string, number>>;
type Results = Readonly<Record<string, { readonly figures: Figures; readonly koa_us?: Figures }>>;

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

describe('the budgets', function () {
  this.timeout(120_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-budgets-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** The exit code and the verdicts of the bench on such results. */
  const judge = async (results: Results) => {
    const file = join(folder, 'results.json');
    writeFileSync(file, JSON.stringify(results));
    const { code, printed } = await runBench(['--judge', file]);
    const [, counts] = /budgets: (.*)/.exec(printed) ?? [];
    return { code, counts };
  };
  const all = budgets.length;

  it('are kept by a service that is as good as it must be', async () => {
    const counts = `${all} met, 0 within a tenth, 0 accepted, 0 broken, 0 no number`;
    expect(await judge(resultsOf(({ must }) => must))).to.deep.equal({ code: 0, counts });
  });

  for (const direction of ['at most', 'at least'] as const) {
    const one = first({ direction });
    const with1 = (number: number | null) => resultsOf((budget) => (budget === one ? number : budget.aim));

    it(`are kept by a service that is within a tenth of a limit of ${direction}`, async () => {
      const counts = `${all - 1} met, 1 within a tenth, 0 accepted, 0 broken, 0 no number`;
      expect(await judge(with1(worse(one, 0.099)))).to.deep.equal({ code: 0, counts });
    });

    it(`are broken by a service that is worse than a tenth beyond a limit of ${direction}`, async () => {
      const counts = `${all - 1} met, 0 within a tenth, 0 accepted, 1 broken, 0 no number`;
      expect(await judge(with1(worse(one, 0.101)))).to.deep.equal({ code: 1, counts });
    });
  }

  it('accept what has a reason, and nothing that is worse by more than a tenth', async () => {
    const excused = budgets.filter(({ accepted }) => accepted !== undefined);
    expect(excused).to.not.have.length(0);
    const atAccepted = (share: number) =>
      resultsOf((budget) => (budget.accepted ? worse({ ...budget, must: budget.accepted.value }, share) : budget.aim));
    const rest = all - excused.length;
    // A time that is accepted for a slower machine alone.
    const atLimit = excused.filter(({ accepted, must }) => accepted?.value === must).length;
    expect(await judge(atAccepted(0.099))).to.deep.equal({
      code: 0,
      counts: `${rest} met, ${atLimit} within a tenth, ${excused.length - atLimit} accepted, 0 broken, 0 no number`,
    });
    expect(await judge(atAccepted(0.101))).to.deep.equal({
      code: 1,
      counts: `${rest} met, 0 within a tenth, 0 accepted, ${excused.length} broken, 0 no number`,
    });
    for (const { accepted, what } of excused) expect(accepted?.because, what).to.match(/^[a-z].{20,}$/);
  });

  it('accept a time that is as many times longer as an empty route of Koa was then, and none beyond', async () => {
    const slow = budgets.filter(({ accepted }) => accepted?.koa_us !== undefined);
    expect(new Set(slow.map(({ unit }) => unit))).to.deep.equal(new Set(['us', 'ms', 'an hour']));
    const slowness = 3;
    const onSlowMachine = (share: number, koaUs: (of: number) => number) => {
      const value = (budget: Budget) => {
        const { value: known = 0, koa_us: of } = budget.accepted ?? {};
        if (of === undefined) return budget.aim;
        return worse({ ...budget, must: budget.unit === 'an hour' ? known / slowness : known * slowness }, share);
      };
      const koaUsIn = (name: string): Figures =>
        Object.fromEntries(
          slow
            .filter(({ part }) => part === name)
            .map(({ accepted, figure }) => [figure, koaUs(accepted?.koa_us ?? 0)]),
        );
      const parts = Object.entries(resultsOf(value));
      return Object.fromEntries(parts.map(([name, part]) => [name, { ...part, koa_us: koaUsIn(name) }]));
    };
    const counts = (accepted: number, broken: number) =>
      `${all - slow.length} met, 0 within a tenth, ${accepted} accepted, ${broken} broken, 0 no number`;
    const verdictAt = (share: number) => judge(onSlowMachine(share, (of) => of * slowness));
    expect(await verdictAt(0.09)).to.deep.equal({ code: 0, counts: counts(slow.length, 0) });
    expect(await verdictAt(0.11)).to.deep.equal({ code: 1, counts: counts(0, slow.length) });
    expect((await judge(onSlowMachine(0, (of) => of))).counts).to.equal(counts(0, slow.length));
  });

  it('are broken where one of them has no number', async () => {
    const counts = `${all - 1} met, 0 within a tenth, 0 accepted, 0 broken, 1 no number`;
    expect(await judge(resultsOf((budget) => (budget === budgets[0] ? null : budget.must)))).to.deep.equal({
      code: 1,
      counts,
    });
  });

  it('are broken by one request more to the database, without any tolerance', async () => {
    const counted = budgets.filter(({ tolerance }) => tolerance === 0);
    expect(counted.map(({ must }) => must)).to.deep.equal([1, 2, 2, 3, 4, 2, 12]);
    const last = counted.at(-1);
    const counts = `${all - 1} met, 0 within a tenth, 0 accepted, 1 broken, 0 no number`;
    expect(await judge(resultsOf((budget) => budget.must + (budget === last ? 1 : 0)))).to.deep.equal({
      code: 1,
      counts,
    });
  });

  it('are broken by results without a part', async () => {
    expect((await judge({})).code).to.equal(1);
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
