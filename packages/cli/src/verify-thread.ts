// A thread that verifies a part of all ledgers: it opens the database itself, and sends what it finds.
import { parentPort, workerData } from 'node:worker_threads';
import { E } from '@portcullis/domain';
import { failureResult } from './command/command-result.ts';
import { openRecords } from './command/open-records.ts';
import { ledgersOf } from './ledger/ledgers-of.ts';
import type { VerifyMessage, VerifyPart } from './verify-in-threads.ts';

const send = (message: VerifyMessage): void => parentPort?.postMessage(message);

/** Verifies the part page by page. */
const verifyPart = async ({ env, from, until }: VerifyPart): Promise<VerifyMessage> => {
  const opened = openRecords(env);
  if (E.isLeft(opened)) return { kind: 'failed', result: opened.left };
  const { page } = ledgersOf(opened.right, false);
  for (let after = from; ; ) {
    const found = await page(after, until)();
    if (E.isLeft(found)) return { kind: 'failed', result: failureResult(found.left) };
    send({ kind: 'examined', examined: found.right.examined });
    after = found.right.next;
    if (after === null) return { kind: 'done' };
  }
};

send(await verifyPart(workerData));
// Its connections would keep it alive.
process.exit();
