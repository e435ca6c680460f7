// Loaded before a command of the operator: says at its end what it has used, in the file that the environment names.
import { writeFileSync } from 'node:fs';

process.once('exit', () => {
  const { maxRSS, systemCPUTime, userCPUTime } = process.resourceUsage();
  const used = { peakMiB: maxRSS / 1024, processorSeconds: (userCPUTime + systemCPUTime) / 1e6 };
  writeFileSync(process.env['BENCH_USAGE'], JSON.stringify(used));
});
