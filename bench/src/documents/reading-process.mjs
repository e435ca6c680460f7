// The process under measurement: reads one photo after the other, and nothing else is in it.
import { createLocalReader } from '@portcullis/adapter-local-reader';

const local = createLocalReader();
const mebibytes = () => process.memoryUsage.rss() / 1024 / 1024;

const read = async (bytes) => {
  const call = { profileId: 'abc000000000001', attempt: 1 };
  const front = { bytes, contentType: 'image/jpeg' };
  const began = performance.now();
  const answer = await local.reader.read({ call, front, back: null, hints: {} })();
  if (answer._tag === 'Left') throw answer.left.cause;
  const milliseconds = performance.now() - began;
  const { mrzDoubts: doubts = [], mrzLines: lines, signals } = answer.right;
  return { doubts, lines, signals, milliseconds };
};

const questions = {
  memory: () => ({ now: mebibytes(), peak: process.resourceUsage().maxRSS / 1024 }),
  processor: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  read: ({ bytes }) => read(bytes),
  close: () => local.close(),
};

process.on('message', async (question) => {
  try {
    process.send({ answer: await questions[question.what](question) });
  } catch (error) {
    process.send({ failed: String(error) });
  }
});
