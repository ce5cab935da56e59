import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';

/**
 * With `--profile`, `--import` loads this file into a measured process. SIGUSR2 starts a CPU profile; the next SIGUSR2 stops it and
 * writes it to PROFILE_DIR.
 */
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.setSamplingInterval', { interval: 250 });
let running = false;
let count = 0;

process.on('SIGUSR2', () => {
  if (!running) session.post('Profiler.start');
  else
    session.post('Profiler.stop', (error, result) => {
      if (error) throw error;
      const name = process.argv[1]?.includes('embedded-mongo') ? 'database' : 'services';
      writeFileSync(
        join(process.env.PROFILE_DIR ?? '.', `${name}-${count++}.cpuprofile`),
        JSON.stringify(result.profile),
      );
    });
  running = !running;
});
