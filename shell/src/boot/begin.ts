/** Runs the shell's code, which this file bundles. */
export const begin = () => import(/* webpackChunkName: "start" */ './start');
