import { postgresClient } from '@portcullis/adapter-postgres';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { describePostgres, usePostgres } from '../../support/postgres/postgres.ts';

const text = (sql: string) => ({ text: sql, values: [] });

describePostgres('a read over a connection that somebody else has', () => {
  const server = usePostgres();

  it('waits for the transaction on it to end, and undoes nothing of it when it fails', async () => {
    const url = new URL(server().url);
    url.searchParams.set('connections', '1');
    const client = postgresClient({ url: url.href });
    try {
      const order: string[] = [];
      const written = client.write(async (session) => {
        await session.begin();
        await session.run(text('create temporary table shared_rows (id int)'));
        const beside = client.readOverNewest((other) => other.run(text('select 1 / 0')))();
        void beside.then(() => order.push('read'));
        for (let id = 0; id < 20; id += 1) await session.run(text(`insert into shared_rows values (${id})`));
        await session.run(text('commit'));
        order.push('committed');
        return { beside };
      }, client.remaining());
      const { beside } = await written;
      const failed = await beside;
      expect(E.isLeft(failed) && failed.left.cause).to.equal('PostgreSQL: 22012');
      expect(order).to.deep.equal(['committed', 'read']);
      const count = await client.read((session) => session.run(text('select count(*)::int from shared_rows')))();
      expect(E.isRight(count) && count.right.rows).to.deep.equal([[20]]);
    } finally {
      await client.close();
    }
  });
});
