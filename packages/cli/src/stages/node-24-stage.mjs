import { Failure } from '../failure.mjs';
import { findNode24 } from '../node-24.mjs';
import { runTests } from './jest-stages.mjs';

const name = 'services and database, Node 24';

/**
 * Runs the tests of services and database on the recommended Node too. The stage of all Node tests runs them on the Node of this
 * command: with the oldest supported one, both are tested.
 * @param {string} running the version of this command's Node
 * @returns {import('./run-stages.mjs').Stage}
 */
export const node24Stage = (running = process.versions.node) => ({
  name,
  budget: 1500,
  async run(signal) {
    if (Number(running.split('.')[0]) >= 24) {
      console.log(
        `  This is Node ${running}, which has run these tests already. Node 20.19, the oldest supported, has not.`,
      );
      return { passed: 0, failed: 0 };
    }
    try {
      const node = await findNode24();
      return await runTests({ project: 'node', paths: ['services', 'packages/embedded-mongo'], node }, signal);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      console.error(error.message);
      return { passed: 0, failed: 0, skipped: 1, notRun: [name] };
    }
  },
});
