import { step } from '@paddock/cli/progress.mjs';
import { rounded, withMissed } from '../statistics.mjs';
import { contentOf, startFiles } from './files-paddock.mjs';
import { withPeakMemory } from './peak-memory.mjs';

const uploads = 1000;
const numbers = Array.from({ length: uploads }, (_, number) => number);

/** @param {import('../suites.mjs').BenchOptions} options */
export async function run({ folder }) {
  const files = await startFiles(folder, uploads);
  try {
    const sending = async () => {
      const began = performance.now();
      const replies = await Promise.all(
        numbers.map((number) => files.upload(`part-${number}.bin`, contentOf(number).content)),
      );
      return { replies, seconds: (performance.now() - began) / 1000 };
    };
    const { result, rest, growth } = await withPeakMemory(files.paddock.servicesPid(), () =>
      step(`${uploads} uploads of 1 MB at once`, sending),
    );
    const { replies, seconds } = result;
    let intact = 0;
    for (const [number, { status, path }] of replies.entries())
      if (status === 200 && (await files.hashAt(path)) === contentOf(number).hash) intact++;
    return [
      withMissed({
        what: `${uploads} uploads of 1 MB at once`,
        metrics: {
          intact,
          s: rounded(seconds),
          'MB/s': rounded(uploads / seconds),
          'MB at rest': rounded(rest),
          'MB more': rounded(growth),
        },
        targets: { intact: { min: uploads } },
      }),
    ];
  } finally {
    await files.stop();
  }
}
