// The process under measurement: reads one photo after the other, and nothing else is in it.
import { createLocalReader } from '@portcullis/adapter-local-reader';

/** The machine may have other work: what is overdue in a service is read here all the same. */
const local = createLocalReader({ deadlineMs: 120_000 });
const mebibytes = () => process.memoryUsage.rss() / 1024 / 1024;

const readWhole = async (bytes) => {
  const call = { profileId: 'abc000000000001', attempt: 1 };
  const front = { bytes, contentType: 'image/jpeg' };
  const began = performance.now();
  const answer = await local.reader.read({ call, front, back: null, hints: {} })();
  if (answer._tag === 'Left') throw answer.left.cause;
  const milliseconds = performance.now() - began;
  return { read: answer.right, milliseconds };
};

const questions = {
  memory: () => ({ now: mebibytes(), peak: process.resourceUsage().maxRSS / 1024 }),
  processor: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  read: ({ bytes }) => readWhole(bytes),
  close: () => local.close(),
};

process.on('message', async (question) => {
  try {
    process.send({ answer: await questions[question.what](question) });
  } catch (error) {
    process.send({ failed: String(error) });
  }
});
