import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';

/**
 * Loaded into a measured process with `--import` when profiles are wanted: SIGUSR2 begins a CPU profile, the next one writes it
 * to PROFILE_DIR and begins no other.
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
