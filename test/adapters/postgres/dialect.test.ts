import { expect } from 'chai';
import { dialectFindings } from '../../support/postgres/dialect.ts';

/** Statements that PostgreSQL executes and another engine of its protocol does not, with what is found in each. */
const planted: readonly (readonly [sql: string, finding: string])[] = [
  ['create table t (id bigserial)', 'type bigserial'],
  ['create table t (d jsonb)', 'type jsonb'],
  ['select d::json from t', 'type json'],
  ['create table t (x text references y (id))', 'foreign key'],
  ['create table t (x text, foreign key (x) references y (id))', 'foreign key'],
  ['create temp table t (x text)', 'temporary table'],
  ['create table t (x text) partition by hash (x)', 'partition'],
  ["create index i on t (x) where x <> ''", 'partial index'],
  ['create index i on t (x desc, y)', 'descending index'],
  ['create sequence s', 'sequence'],
  ["create type e as enum ('a')", 'enum'],
  ['create extension pg_trgm', 'extension'],
  ['create trigger g after insert on t execute function f()', 'trigger'],
  ["create function f() returns int language sql as 'select 1'", 'function'],
  ['select 1 from t for update skip locked', 'SKIP LOCKED'],
  ['select pg_advisory_lock(1)', 'function of a session'],
  ["select nextval('s')", 'function of a session'],
  ['listen c', 'LISTEN'],
  ['notify c', 'NOTIFY'],
  ['lock table t', 'LOCK'],
  ['truncate t', 'TRUNCATE'],
  ['declare c cursor for select 1', 'cursor'],
  [
    "with a as (update p set v = '1' returning id), b as (insert into p values ('1')) select 1",
    'p is written to twice',
  ],
];

describe('the dialect of the statements for PostgreSQL', () => {
  for (const [sql, finding] of planted)
    it(`does not have this, which is found: ${sql}`, () => {
      expect(dialectFindings(sql)).to.deep.equal([finding]);
    });

  it('has what the record store needs', () => {
    const commit =
      "with a as (update p set v = '1' where id = $1 returning id), b as (insert into l select * from unnest($2::text[]) " +
      'on conflict (id) do nothing returning 1) select count(*) from a';
    expect([...dialectFindings(commit), ...dialectFindings('create unique index i on t (x, y)')]).to.deep.equal([]);
  });
});
