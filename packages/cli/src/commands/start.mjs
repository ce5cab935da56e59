import { nodeUnits, webUnits } from '../install/build-units.mjs';
import { readServeOptions, serve } from '../processes/serve.mjs';

const usage = `npm start -- [options]    installs, builds what changed, and runs Paddock
`;

/** @param {string[]} args */
export const run = (args) => serve(readServeOptions(args, usage), () => [...nodeUnits(), ...webUnits()]);
