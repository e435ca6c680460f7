import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { idOf } from '#contracts/builders/driver-rows';
import { describePostgres, usePostgres } from '../../support/postgres/postgres.ts';
import { mustFail } from '../../support/run.ts';
import { connectTo } from '../../support/servers/postgres-server.ts';

describePostgres('a session that PostgreSQL ends during a statement', () => {
  const database = usePostgres();

  it('is a connection that was cut, and not a database that refuses writes', async () => {
    const blocker = await connectTo(database().url);
    await blocker.query('begin');
    await blocker.query('lock table "profiles" in access exclusive mode');
    let outage: Unavailable | null = null;
    const failing = mustFail(database().driver.get('profiles', idOf(1))).then((found) => {
      outage = found;
    });
    // A statement may be sent again on another session.
    while (outage === null) {
      await database().admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      await nextTurn();
    }
    await failing;
    await blocker.query('rollback');
    await blocker.end();
    expect(outage).to.include({ kind: 'unavailable', outageCause: 'connection_reset' });
  });
});
